import 'fake-indexeddb/auto'
import { AuthInvalidTokenResponseError, AuthRefreshDiscardedError } from '@supabase/auth-js'
import { decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Account, startTestServer, type TestServer } from '../../server/testing/test-server.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'

/* The renewal of a session, against a real server. The browser's storage is the test's own. */

let server: TestServer
let account: Account
let page: EventTarget
/** What this page listens for. */
let listening: string[] = []
let settings: typeof import('../device/settings.ts').settings
let remote: typeof import('./remote-auth.ts')
let session: typeof import('./stored-session.ts')
/** The calls that this page has made, by their last word. */
let calls: string[] = []
const realFetch = globalThis.fetch

beforeAll(async () => {
  server = await startTestServer()
  // Other files of this process have had sessions elsewhere; this page begins with none.
  vi.resetModules()
  ;({ settings } = await import('../device/settings.ts'))
  remote = await import('./remote-auth.ts')
  session = await import('./stored-session.ts')
  settings.anonKey = server.anonKey
})
beforeEach(async () => {
  page = new EventTarget()
  listening = []
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    listening.push(type)
    page.addEventListener(type, listener)
  })
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  vi.stubGlobal('localStorage', new PhoneStorage())
  vi.stubGlobal('location', { origin: server.url })
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    calls.push(/\w+$/.exec(address)?.[0] ?? '')
    return realFetch(address, init)
  })
  account = await server.createAccount()
  await session.authStorage.setItem(session.SESSION_KEY, JSON.stringify(await server.signIn(account)))
  calls = []
})
afterAll(async () => {
  await remote.auth().stopAutoRefresh()
  vi.unstubAllGlobals()
  settings.anonKey = ''
  await server.stop()
})

async function openSessions(): Promise<number> {
  const { rows } = await server.pool.query('select 1 from auth.sessions where user_id = $1', [account.id])
  return rows.length
}

/** Another tab of this phone renews the session. */
async function renewElsewhere(): Promise<void> {
  const other = server.client()
  const kept = JSON.parse(localStorage.getItem(session.SESSION_KEY) ?? '')
  const { data } = await other.refreshSession({ refresh_token: kept.refresh_token })
  localStorage.setItem(session.SESSION_KEY, JSON.stringify(data.session))
}

it('takes what another tab has renewed while this page slept, and sends no token that was replaced', async () => {
  vi.stubGlobal('navigator', { userAgent: '', onLine: false })
  const renewed = remote.renewSession()
  // The client has taken the token by the time it waits for the network.
  await vi.waitFor(() => expect(listening).toEqual(['online']), { timeout: 10_000 })
  await renewElsewhere()
  await renewElsewhere()
  const kept = localStorage.getItem(session.SESSION_KEY)
  calls = []
  page.dispatchEvent(new Event('online'))
  // The client drops an answer if the stored session has changed since it asked, and goes on with that one.
  expect(await renewed).toBeNull()
  expect(calls).toEqual([])
  expect(localStorage.getItem(session.SESSION_KEY)).toBe(kept)
  expect(await remote.renewSession()).toBeNull()
  expect(calls).toEqual(['refresh_token'])
})

it('is not renewed where another tab has signed out meanwhile', async () => {
  vi.stubGlobal('navigator', { userAgent: '', onLine: false })
  const renewed = remote.renewSession()
  await vi.waitFor(() => expect(listening).toEqual(['online']), { timeout: 10_000 })
  localStorage.removeItem(session.SESSION_KEY)
  page.dispatchEvent(new Event('online'))
  expect(await renewed).toEqual({ status: 0, code: null, message: '', isUnsent: true })
})

it.each([
  ['was sent of what its dropped renewal was for', new AuthRefreshDiscardedError(), { isUnsent: true }],
  ['was answered by the server with no tokens', new AuthInvalidTokenResponseError(), {}],
])('says in the client’s place that nothing %s', (_what, error, more) => {
  expect(remote.failure(error)).toEqual({ status: 0, code: null, message: '', ...more })
})

it('ends a session at the server, also with an access token that has run out', async () => {
  const kept = session.keptSession()
  if (kept === null) throw new Error('No session')
  const key = new TextEncoder().encode(server.jwtSecret)
  const past = Math.floor(Date.now() / 1000) - 60
  const spent = new SignJWT({ ...decodeJwt(kept.accessToken), exp: past }).setProtectedHeader({
    alg: 'HS256',
  })
  expect(await remote.revokeSession({ ...kept, accessToken: await spent.sign(key) })).toBeNull()
  expect(await openSessions()).toBe(0)
  expect(calls).toEqual(['local', 'refresh_token', 'local'])
})
