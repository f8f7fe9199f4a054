import 'fake-indexeddb/auto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PhoneStorage } from '../testing/phone-storage.ts'

/* What is done in the phone's own session, by what is heard of its token. */

let auth: typeof import('../session/remote-auth.ts').auth
let stored: typeof import('../session/stored-session.ts')
let own: typeof import('./account.ts')
/** The calls that were made: the method, and the last word of the path. */
let asked: string[]
/** What is heard of a call with that token. */
let answer: (called: string, token: string) => Response | Promise<Response>

beforeAll(async () => {
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  // Other files of this process have had sessions elsewhere; this page begins with none.
  vi.resetModules()
  ;({ auth } = await import('../session/remote-auth.ts'))
  stored = await import('../session/stored-session.ts')
  own = await import('./account.ts')
})
afterAll(async () => {
  await auth().stopAutoRefresh()
  vi.unstubAllGlobals()
})
beforeEach(() => {
  vi.stubGlobal('localStorage', new PhoneStorage())
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  localStorage.setItem(stored.SESSION_KEY, JSON.stringify(session('old')))
  asked = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const called = `${init.method} ${new URL(address).pathname.split('/').at(-1)}`
    asked.push(called)
    const token = new Headers(init.headers).get('Authorization')?.split('.').at(-1) ?? ''
    return answer(called, token)
  })
})

function session(name: string, expires_at = 4e9) {
  const claims = { sub: 'ana', session_id: 'of-ana', exp: 4e9 }
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  const access_token = [part({ alg: 'HS256' }), part(claims), name].join('.')
  return { access_token, refresh_token: name, token_type: 'bearer', expires_in: 3600, expires_at, user }
}

const user = { id: 'ana', email: 'ana@example.org' }

/** All that the server says of what it did, so that each call finds its own in it. */
const DONE = { ...user, user, factors: [], codes: ['a'], sessions: [], totp: { qr_code: '<svg/>' } }

describe('a token that the phone takes for a good one, and the server for none any more,', () => {
  it.each([
    [
      'a new password',
      () => own.changePassword('otra-siesta-larga', { current: '', code: '' }),
      ['PUT user'],
    ],
    ['the code for one', () => own.mailPasswordCode(), ['GET reauthenticate']],
    ['another address', () => own.changeEmail('otra@example.org'), ['PUT user']],
    ['the sessions', () => own.listSessions(), ['GET sessions']],
    ['a session’s end', () => own.endSession('other'), ['DELETE other']],
    ['codes on paper', () => own.makeRecoveryCodes(), ['POST recovery_codes']],
    ['a new factor', () => own.beginSecondFactor(), ['GET user', 'POST factors']],
    ['a factor’s end', () => own.endSecondFactor('factor'), ['DELETE factor']],
    ['a factor’s code', () => own.giveSecondFactor('factor', '123456'), ['POST challenge']],
    ['a code on paper', () => own.giveSecondFactor('factor', 'abc', true), ['POST verify']],
  ])('is renewed for %s', async (_what, change, calls) => {
    const headers = { 'X-Supabase-Api-Version': '2024-01-01' }
    const refusal = { code: 'bad_jwt', message: 'invalid JWT' }
    answer = (called, token) => {
      if (token === 'old') return Response.json(refusal, { status: 403, headers })
      return Response.json(['POST token', 'POST verify'].includes(called) ? session('new') : DONE)
    }
    expect(await change()).toMatchObject({ kind: 'ok' })
    expect(asked.slice(0, 2 * calls.length + 1)).toEqual([...calls, 'POST token', ...calls])
  })
})

it('what another tab renews meanwhile is as good as a renewal of this one', async () => {
  vi.stubGlobal('navigator', { userAgent: '', onLine: false })
  const page = new EventTarget()
  const listen = vi.fn(page.addEventListener.bind(page))
  vi.stubGlobal('addEventListener', listen)
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  localStorage.setItem(stored.SESSION_KEY, JSON.stringify(session('old', 1)))
  answer = () => Response.json(DONE)
  const listed = own.listSessions()
  // The client has taken the token by the time it waits for the network.
  await vi.waitFor(() => expect(listen).toHaveBeenCalled(), { timeout: 10_000 })
  localStorage.setItem(stored.SESSION_KEY, JSON.stringify(session('new')))
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  page.dispatchEvent(new Event('online'))
  expect(await listed).toEqual({ kind: 'ok', sessions: [] })
  expect(asked).toEqual(['GET sessions'])
})

it.each([
  ['codes on paper', () => own.makeRecoveryCodes()],
  ['a code on paper', () => own.giveSecondFactor('factor', 'abc', true)],
])('%s may be done, where what is heard is not of the server', async (_what, change) => {
  answer = (called) => Response.json(called === 'POST token' ? session('new') : {})
  expect(await change()).toMatchObject({ kind: 'failed', code: 'network', mayBeDone: true })
})
