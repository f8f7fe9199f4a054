import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Accounts } from '../../administration/accounts.ts'
import { openOwnAccounts } from '../../administration/own-accounts.ts'
import { loadConfig } from '../../settings/config.ts'
import { codeIn } from '../../testing/mailbox.ts'
import { startTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { bearer, PASSWORD, startTestServer, type TestServer } from '../../testing/test-server.ts'

// An account's mark says that its present password was chosen on the command line.

const OTHER = 'otra-siesta-mas-larga'
let db: TestDatabase
let server: TestServer
let accounts: Accounts
let email: string
let made = 0

beforeAll(async () => {
  db = await startTestDatabase()
  server = await startTestServer({}, db)
  const { host, user, database } = db.connection
  accounts = await openOwnAccounts(
    loadConfig({
      DATA_DIR: server.dataDir,
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`,
    }),
  )
})
afterAll(async () => {
  await accounts.close()
  await server.stop()
})
beforeEach(async () => {
  made += 1
  email = `ana-${made}@example.com`
  await accounts.create({ email, password: PASSWORD, trialDays: null })
})

async function signedIn(password: string) {
  const client = server.client()
  const { data, error } = await client.signInWithPassword({ email, password })
  if (error) throw error
  return { client, metadata: data.user.app_metadata }
}

const MARKED = { provider: 'email', providers: ['email'], password_given: true }
const UNMARKED = { provider: 'email', providers: ['email'] }

it('is there from the first sign-in on, and gone with the password that its owner chooses', async () => {
  const { client, metadata } = await signedIn(PASSWORD)
  expect(metadata).toEqual(MARKED)
  const { data } = await client.updateUser({ data: { name: 'Ana' } })
  expect(data.user?.app_metadata).toEqual(MARKED)
  const changed = await client.updateUser({ password: OTHER })
  expect(changed.error).toBeNull()
  expect(changed.data.user?.app_metadata).toEqual(UNMARKED)
  expect((await signedIn(OTHER)).metadata).toEqual(UNMARKED)
})

it('is gone too when the mail of a forgotten password leads to another one', async () => {
  const client = server.client()
  await client.resetPasswordForEmail(email)
  const token = codeIn(await server.mails.newestTo(email))
  const { data } = await client.verifyOtp({ email, token, type: 'recovery' })
  expect(data.user?.app_metadata).toEqual(MARKED)
  await client.updateUser({ password: OTHER })
  expect((await signedIn(OTHER)).metadata).toEqual(UNMARKED)
})

it('comes back with a password that an operator sets', async () => {
  const { client } = await signedIn(PASSWORD)
  await client.updateUser({ password: OTHER })
  expect(await accounts.resetPassword(email, PASSWORD)).toBe(true)
  expect((await signedIn(PASSWORD)).metadata).toEqual(MARKED)
})

it('can’t be taken away by its owner in another way', async () => {
  const { client } = await signedIn(PASSWORD)
  const { session } = (await client.getSession()).data
  const refused = await server.ask('/auth/v1/user', {
    method: 'PUT',
    headers: bearer(session?.access_token ?? ''),
    body: { app_metadata: { password_given: false } },
  })
  expect([refused.status, refused.body.code]).toEqual([403, 'not_admin'])
  await client.updateUser({ data: { password_given: false } })
  expect((await signedIn(PASSWORD)).metadata).toEqual(MARKED)
})

it('is on no account that the administrator’s API makes, invites or gives a password', async () => {
  const created = await server.admin.createUser({
    email: `api-${email}`,
    password: PASSWORD,
    email_confirm: true,
  })
  expect(created.data.user?.app_metadata).toEqual(UNMARKED)
  const id = created.data.user?.id ?? ''
  const changed = await server.admin.updateUserById(id, { password: OTHER })
  expect(changed.data.user?.app_metadata).toEqual(UNMARKED)
  expect((await server.admin.inviteUserByEmail(`invited-${email}`)).data.user?.app_metadata).toEqual(UNMARKED)
  await accounts.invite({ email: `asked-${email}`, trialDays: null })
  const { rows } = await db.pool.query('select raw_app_meta_data as data from auth.users where email = $1', [
    `asked-${email}`,
  ])
  expect(rows).toEqual([{ data: UNMARKED }])
})
