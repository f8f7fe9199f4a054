import 'fake-indexeddb/auto'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startServer } from '../../../../server/main.ts'
import { loadConfig } from '../../../../server/settings/config.ts'
import { type Account, startTestServer, type TestServer } from '../../../../server/testing/test-server.ts'
import { PhoneStorage } from '../../../testing/phone-storage.ts'

let server: TestServer
let settings: typeof import('../../../device/settings.ts').settings
let auth: typeof import('../../../session/remote-auth.ts').auth
let accountsAs: typeof import('./remote-accounts.ts').accountsAs
let sessionKey: string

beforeAll(async () => {
  server = await startTestServer()
  vi.stubGlobal('localStorage', new PhoneStorage())
  vi.stubGlobal('navigator', { onLine: true, userAgent: '' })
  // Other files of this process have had sessions elsewhere; this page begins with none.
  vi.resetModules()
  ;({ settings } = await import('../../../device/settings.ts'))
  ;({ auth } = await import('../../../session/remote-auth.ts'))
  ;({ SESSION_KEY: sessionKey } = await import('../../../session/stored-session.ts'))
  ;({ accountsAs } = await import('./remote-accounts.ts'))
})
beforeEach(() => {
  settings.anonKey = server.anonKey
  settings.supabaseUrl = ''
  vi.stubGlobal('location', { origin: server.url })
})
afterAll(async () => {
  await auth().stopAutoRefresh()
  vi.unstubAllGlobals()
  settings.anonKey = ''
  settings.supabaseUrl = ''
  await server.stop()
})

/** Signs an administrator in, in this browser. */
async function signInAdministrator(): Promise<Account> {
  const account = await server.createAccount()
  await server.pool.query(
    `update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}')
       || '{"staff_role": "admin", "staff_name": "Eva"}' where id = $1`,
    [account.id],
  )
  localStorage.setItem(sessionKey, JSON.stringify(await server.signInWithFactor(account)))
  return account
}

it('asks as the administrator whose page it is, and never as whoever signed in meanwhile', async () => {
  const first = await signInAdministrator()
  const calls = accountsAs(first.id)
  const { data } = await calls.read()
  expect(data?.accounts.map(({ email }) => email)).toContain(first.email)
  await signInAdministrator()
  const family = await server.createAccount()
  expect(await calls.change(family.id, 'disable')).toEqual({
    data: null,
    failure: { status: 0, code: null, message: '', isUnsent: true },
  })
  const { rows } = await server.pool.query('select banned_until from auth.users where id = $1', [family.id])
  expect(rows).toEqual([{ banned_until: null }])
})

it('notices that its session was ended', async () => {
  const { id } = await signInAdministrator()
  await server.pool.query('delete from auth.sessions where user_id = $1', [id])
  expect((await accountsAs(id).read()).failure).toMatchObject({ status: 0 })
  expect(localStorage.getItem(sessionKey)).toBeNull()
})

it('hears how an account stands that was to be invited', async () => {
  const calls = accountsAs((await signInAdministrator()).id)
  const { id, email } = await server.createAccount()
  const { data } = await calls.invite({ email, trialDays: null }, true)
  expect(data).toMatchObject({ result: 'exists', email, account: { id, waiting: false } })
})

it('deletes an account once it is named as it was', async () => {
  const calls = accountsAs((await signInAdministrator()).id)
  const { id } = await server.createAccount()
  await server.pool.query(`update auth.users set email = null, phone = '34600123456' where id = $1`, [id])
  expect((await calls.delete(id, '34600123457')).failure).toMatchObject({ code: 'email_mismatch' })
  expect(await calls.delete(id, '34600123456')).toEqual({ data: {}, failure: null })
})

it('hears from the page’s own server that the accounts are a hosted project’s', async () => {
  const { id } = await signInAdministrator()
  const hosted = await startServer(
    loadConfig({
      SUPABASE_URL: server.url,
      SUPABASE_ANON_KEY: server.anonKey,
      PORT: '0',
      DATA_DIR: `${server.dataDir}/unused`,
    }),
  )
  settings.supabaseUrl = server.url
  vi.stubGlobal('location', { origin: hosted.url })
  expect((await accountsAs(id).read()).failure).toMatchObject({
    status: 404,
    code: 'console_accounts_unavailable',
  })
  await hosted.stop()
})
