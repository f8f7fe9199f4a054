import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { SESSION_KEY, setPasswordDue, storedSession } from '../session/stored-session.ts'
import { handedOut, refusal, withAccountPage } from '../testing/account-page.ts'

/* What is told of a password, and of the code for one, by what is heard. */

const SPENT = 'current_password_invalid'

/** What is heard of a call: a change, a renewal or a sign-in. */
let heard: Record<'user' | 'refresh_token' | 'password', () => Response>

const page = withAccountPage(async (address) => {
  const { pathname, searchParams } = new URL(address)
  if (pathname.endsWith('/logout')) return new Response(null, { status: 204 })
  const called = searchParams.get('grant_type') ?? pathname.split('/').at(-1)
  if (called !== 'user' && called !== 'refresh_token' && called !== 'password') throw new Error(called)
  return heard[called]()
})

function lose(): never {
  throw new TypeError('Failed to fetch')
}

/** Chooses a password, of which nothing is heard, and then once more. */
async function chooseTwice(onSecond: typeof heard, isGiven = false) {
  localStorage.setItem(SESSION_KEY, JSON.stringify(handedOut({ isGiven })))
  const choose = () => page().own.changePassword('otra-siesta-larga', { current: '', code: '' })
  heard = { ...onSecond, user: lose }
  expect(await choose()).toMatchObject(OPEN)
  heard = onSecond
  return choose()
}

const OPEN = { kind: 'failed', code: 'network', mayBeDone: true }

it.each([
  ['it is saved, where it lets in', () => Response.json(handedOut()), { kind: 'ok' }],
  ['it isn’t, where it doesn’t', () => refusal(400, 'invalid_credentials'), { code: SPENT }],
  ['nor where it lets another in', () => Response.json(handedOut({ userId: 'eva' })), { code: SPENT }],
  ['nobody knows where nothing is heard', lose, OPEN],
  ['nobody knows where too many have asked', () => refusal(429, 'over_request_rate_limit'), OPEN],
])('one whose proof has served: %s', async (_what, password, told) => {
  const user = () => refusal(400, SPENT)
  const refresh_token = () => Response.json(handedOut())
  expect(await chooseTwice({ user, password, refresh_token })).toMatchObject(told)
})

it.each([
  ['is told as saved, and is nobody else’s choice any more', false, { kind: 'ok' }],
  ['isn’t told as saved where it is still the one that somebody else chose', true, { code: 'same_password' }],
])('one that is the present one by now %s', async (_what, isGiven, told) => {
  const onSecond = {
    user: () => refusal(422, 'same_password'),
    password: lose,
    refresh_token: () => Response.json(handedOut({ isGiven })),
  }
  expect(await chooseTwice(onSecond, true)).toMatchObject(told)
  expect(storedSession()?.isPasswordGiven).toBe(isGiven)
})

it('one that was due is nobody else’s choice any more, either', async () => {
  setPasswordDue('recovery', 'ana')
  const onSecond = {
    user: () => refusal(422, 'same_password'),
    password: lose,
    refresh_token: () => Response.json(handedOut()),
  }
  expect(await chooseTwice(onSecond, true)).toEqual({ kind: 'ok' })
  expect(storedSession()?.isPasswordGiven).toBe(false)
})

it('nobody knows whose choice the present one is while the session can’t be renewed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const onSecond = { user: () => refusal(422, 'same_password'), password: lose, refresh_token: lose }
  const told = chooseTwice(onSecond, true)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await told).toMatchObject(OPEN)
  expect(storedSession()?.isPasswordGiven).toBe(true)
})

it('the code for one isn’t mailed where the session is over, and that is told by its code', async () => {
  expect(await page().own.mailPasswordCode()).toMatchObject({ kind: 'failed', code: 'session_not_found' })
})
