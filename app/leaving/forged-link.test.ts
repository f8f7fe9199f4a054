import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openAuthLink } from '../session/auth-link.ts'
import { auth } from '../session/remote-auth.ts'
import { authStorage, SESSION_KEY, storedSession } from '../session/stored-session.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'

/* A link whose access token has run out, so that nobody judges what it says, with another account's refresh token. */

const [ANA, MALLORY] = [
  { id: 'c0ffee00-0000-4000-8000-000000000001', email: 'ana@example.org' },
  { id: 'c0ffee00-0000-4000-8000-000000000002', email: 'mallory@example.org' },
]
/** Whose the access token is, where that is another one's than the refresh token. */
let whoAsks: typeof ANA | null
let renewed: ReturnType<typeof sessionOf>

function tokenOf({ id, email }: typeof ANA, session_id: string, exp = 4e9): string {
  const claims = btoa(JSON.stringify({ sub: id, email, session_id, exp })).replace(/=+$/, '')
  return `e30.${claims}.c2ln`
}

function sessionOf(user: typeof ANA, id: string) {
  const access_token = tokenOf(user, id)
  return { access_token, refresh_token: id, token_type: 'bearer', expires_in: 3600, expires_at: 4e9, user }
}

const openLink = (named: typeof ANA) =>
  openAuthLink({
    kind: 'session',
    accessToken: tokenOf(named, 'link', 1),
    refreshToken: 'r',
    purpose: 'recovery',
  })

beforeEach(() => {
  whoAsks = null
  renewed = sessionOf(MALLORY, 'link')
  vi.stubGlobal('localStorage', new PhoneStorage())
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  vi.stubGlobal('fetch', async (input: string) => {
    if (input.includes('/token')) return Response.json(renewed)
    if (input.endsWith('/user')) return Response.json(whoAsks ?? renewed.user)
    return new Response(null, { status: 204 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})
afterAll(() => auth().stopAutoRefresh())

it('doesn’t take the place of who is signed in', async () => {
  await authStorage.setItem(SESSION_KEY, JSON.stringify(sessionOf(ANA, 'own')))
  expect(await openLink(ANA)).toMatchObject({ kind: 'failed', code: 'otp_expired' })
  expect(storedSession()).toMatchObject({ userId: ANA.id, sessionId: 'own' })
})

it('doesn’t take the place of who is signed in by a good token beside which stands another’s', async () => {
  await authStorage.setItem(SESSION_KEY, JSON.stringify(sessionOf(ANA, 'own')))
  whoAsks = ANA
  const link = { accessToken: tokenOf(ANA, 'link'), refreshToken: 'r', purpose: '' }
  expect(await openAuthLink({ kind: 'session', ...link })).toMatchObject({
    kind: 'failed',
    code: 'otp_expired',
  })
  expect(storedSession()).toMatchObject({ userId: ANA.id, sessionId: 'own' })
})

it('doesn’t take the place of who is signed in where something else than the server says whose it is', async () => {
  const own = JSON.stringify(sessionOf(ANA, 'own'))
  await authStorage.setItem(SESSION_KEY, own)
  renewed = { ...renewed, user: {} as typeof ANA }
  const link = { accessToken: tokenOf(ANA, 'link'), refreshToken: 'r', purpose: '' }
  expect(await openAuthLink({ kind: 'session', ...link })).toMatchObject({ kind: 'failed' })
  expect(localStorage.getItem(SESSION_KEY)).toBe(own)
})

it.each([
  ['another address', { ...MALLORY, email: ANA.email }],
  ['another account', { ...ANA, email: MALLORY.email }],
])('lets nobody in who was asked about %s', async (_what, named) => {
  expect(await openLink(named)).toMatchObject({ kind: 'failed', code: 'otp_expired' })
  expect(localStorage.getItem(SESSION_KEY)).toBeNull()
  expect(localStorage.getItem('nana-password-due')).toBeNull()
})

it('is good where the renewed session is of the account that it names', async () => {
  renewed = sessionOf(ANA, 'link')
  expect(await openLink({ ...ANA, email: 'Ana@example.org' })).toEqual({ kind: 'ok' })
  expect(storedSession()).toMatchObject({ userId: ANA.id, sessionId: 'link' })
})
