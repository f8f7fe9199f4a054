import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { PhoneStorage } from '../testing/phone-storage.ts'

/* What is told of a password, and of the code for one, by what is heard. */

const SPENT = 'current_password_invalid'

let auth: typeof import('../session/remote-auth.ts').auth
let stored: typeof import('../session/stored-session.ts')
let own: typeof import('./account.ts')
/** What is heard of a call: a change, a renewal or a sign-in. */
let heard: Record<'user' | 'refresh_token' | 'password', () => Response>

beforeAll(async () => {
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  // Other files of this process have had sessions elsewhere; this page begins with none.
  vi.resetModules()
  ;({ auth } = await import('../session/remote-auth.ts'))
  stored = await import('../session/stored-session.ts')
  own = await import('./account.ts')
})
afterAll(() => auth().stopAutoRefresh())
beforeEach(() => {
  vi.stubGlobal('localStorage', new PhoneStorage())
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address)
    if (pathname.endsWith('/logout')) return new Response(null, { status: 204 })
    const called = searchParams.get('grant_type') ?? pathname.split('/').at(-1)
    if (called !== 'user' && called !== 'refresh_token' && called !== 'password') throw new Error(called)
    return heard[called]()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function session({ userId = 'ana', isGiven = false } = {}) {
  const claims = { sub: userId, session_id: `of-${userId}`, exp: 4e9 }
  const access_token = ['h', btoa(JSON.stringify(claims)), 's'].join('.')
  const user = { id: userId, email: 'ana@example.org', app_metadata: { password_given: isGiven } }
  return { access_token, refresh_token: 'r', token_type: 'bearer', expires_in: 3600, expires_at: 4e9, user }
}

function refusal(status: number, code: string): Response {
  const headers = { 'X-Supabase-Api-Version': '2024-01-01' }
  return Response.json({ code, message: 'no' }, { status, headers })
}

function lose(): never {
  throw new TypeError('Failed to fetch')
}

/** Chooses a password, of which nothing is heard, and then once more. */
async function chooseTwice(onSecond: typeof heard, isGiven = false) {
  localStorage.setItem(stored.SESSION_KEY, JSON.stringify(session({ isGiven })))
  const choose = () => own.changePassword('otra-siesta-larga', { current: '', code: '' })
  heard = { ...onSecond, user: lose }
  expect(await choose()).toMatchObject(OPEN)
  heard = onSecond
  return choose()
}

const OPEN = { kind: 'failed', code: 'network', mayBeDone: true }

it.each([
  ['it is saved, where it lets in', () => Response.json(session()), { kind: 'ok' }],
  ['it isn’t, where it doesn’t', () => refusal(400, 'invalid_credentials'), { code: SPENT }],
  ['nor where it lets another in', () => Response.json(session({ userId: 'eva' })), { code: SPENT }],
  ['nobody knows where nothing is heard', lose, OPEN],
  ['nobody knows where too many have asked', () => refusal(429, 'over_request_rate_limit'), OPEN],
])('one whose proof has served: %s', async (_what, password, told) => {
  const user = () => refusal(400, SPENT)
  const refresh_token = () => Response.json(session())
  expect(await chooseTwice({ user, password, refresh_token })).toMatchObject(told)
})

it.each([
  ['is told as saved, and is nobody else’s choice any more', false, { kind: 'ok' }],
  ['isn’t told as saved where it is still the one that somebody else chose', true, { code: 'same_password' }],
])('one that is the present one by now %s', async (_what, isGiven, told) => {
  const onSecond = {
    user: () => refusal(422, 'same_password'),
    password: lose,
    refresh_token: () => Response.json(session({ isGiven })),
  }
  expect(await chooseTwice(onSecond, true)).toMatchObject(told)
  expect(stored.storedSession()?.isPasswordGiven).toBe(isGiven)
})

it('one that was due is nobody else’s choice any more, either', async () => {
  stored.setPasswordDue('recovery', 'ana')
  const onSecond = {
    user: () => refusal(422, 'same_password'),
    password: lose,
    refresh_token: () => Response.json(session()),
  }
  expect(await chooseTwice(onSecond, true)).toEqual({ kind: 'ok' })
  expect(stored.storedSession()?.isPasswordGiven).toBe(false)
})

it('nobody knows whose choice the present one is while the session can’t be renewed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const onSecond = { user: () => refusal(422, 'same_password'), password: lose, refresh_token: lose }
  const told = chooseTwice(onSecond, true)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await told).toMatchObject(OPEN)
  expect(stored.storedSession()?.isPasswordGiven).toBe(true)
})

it('the code for one isn’t mailed where the session is over, and that is told by its code', async () => {
  expect(await own.mailPasswordCode()).toMatchObject({ kind: 'failed', code: 'session_not_found' })
})
