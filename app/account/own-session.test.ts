import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
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
afterAll(() => auth().stopAutoRefresh())
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
afterEach(() => {
  vi.unstubAllGlobals()
})

function session(name: string, expires_at = 4e9) {
  const claims = { sub: 'ana', session_id: 'of-ana', exp: 4e9 }
  const access_token = ['h', btoa(JSON.stringify(claims)), name].join('.')
  return { access_token, refresh_token: name, token_type: 'bearer', expires_in: 3600, expires_at, user }
}

const user = { id: 'ana', email: 'ana@example.org' }

/** All that the server says of what it did, so that each call finds its own in it. */
const DONE = { ...user, user, factors: [], codes: ['a'], sessions: [], expires_at: 4e9 }

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
