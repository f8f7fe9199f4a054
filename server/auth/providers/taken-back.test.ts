import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { browse, startOidcProvider, type TestProvider } from '../../testing/oidc-provider.ts'
import { ANOTHER_PASSWORD as ANOTHER, ownersAt } from '../../testing/owners.ts'
import { type Account, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { whileLocked } from '../../testing/while-locked.ts'
import { changeAddress } from '../sessions/email-change.ts'
import { takeBack } from '../sessions/take-back.ts'

// A stranger who had an account at an address of their own, and came in by a provider that knows them by it, stays out
// once the account is its owner's again.

let provider: TestProvider
let server: TestServer
let account: Account
let stranger: string

beforeAll(async () => {
  provider = await startOidcProvider('nana', 'a-secret-of-the-client')
  server = await startTestServer({
    AUTH_OIDC_GOOGLE_ISSUER: provider.issuer,
    AUTH_OIDC_GOOGLE_CLIENT_ID: provider.clientId,
    AUTH_OIDC_GOOGLE_SECRET: provider.secret,
    AUTH_MAIL_INTERVAL: '0',
  })
  provider.open(`${server.url}/auth/v1/callback`)
})
afterAll(async () => {
  await server.stop()
  await provider.close()
})
beforeEach(async () => {
  account = await server.createAccount()
  stranger = person(`${randomUUID()}@example.com`)
  await moveTo(addressOf(stranger))
  expect(await signIn(stranger)).toBe('in')
})

const { backByMail, disown } = ownersAt(() => server)
const REMOVED = 'Hemos quitado la entrada con otros servicios'

function person(email: string): string {
  const subject = randomUUID()
  provider.people.set(subject, { email, email_verified: true })
  return subject
}
const addressOf = (who: string) => provider.people.get(who)?.email ?? ''
const moveTo = (email: string) => changeAddress(server.pool, account.id, email)

/** 'in', or the code by which the person is refused: new accounts are made by the administration alone. */
async function signIn(who: string): Promise<string> {
  provider.whoSignsIn = who
  const address = `${server.url}/auth/v1/authorize?provider=google`
  const { hash, searchParams } = new URL(await browse(address, `${server.url}/auth/`, provider.issuer))
  return hash.startsWith('#access_token=') ? 'in' : (searchParams.get('error_code') ?? hash)
}

const passwordByMail = async () => {
  const back = await backByMail(account, 1)
  expect((await back.updateUser({ password: ANOTHER })).error).toBeNull()
}
const changedAndDisowned = async () => {
  const client = server.client()
  await client.setSession(await server.signIn(account))
  await client.updateUser({ password: ANOTHER })
  expect((await disown(await server.mails.newestTo(account.email))).status).toBe(204)
}

it.each([
  ['the address that the administration gives back', () => undefined],
  [
    'a password that the administration sets',
    () => server.admin.updateUserById(account.id, { password: ANOTHER }),
  ],
  ['a password that is chosen by mail', passwordByMail],
  ['«it wasn’t me»', changedAndDisowned],
])('is out with %s; the owner comes in by a provider anew', async (what, backToOwner) => {
  if (what.startsWith('the address')) await server.admin.updateUserById(account.id, { email: account.email })
  else await moveTo(account.email)
  await backToOwner()
  expect(await signIn(stranger)).toBe('signup_disabled')
  const { user } = (await server.admin.getUserById(account.id)).data
  expect(user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email'] })
  expect(await signIn(person(account.email))).toBe('in')
})

it('is out with a password that is chosen by mail, and the mail about it says so', async () => {
  await moveTo(account.email)
  await passwordByMail()
  expect((await server.mails.newestTo(account.email, 2)).text).toContain(REMOVED)
})

it('is out also where they were on their way in as the account was taken back', async () => {
  await moveTo(account.email)
  const came = await whileLocked(server.pool, {
    hold: (db) => db.query('select from auth.users where id = $1 for update', [account.id]),
    send: () => signIn(stranger),
    change: (db) => takeBack(db, account.id),
  })
  expect(came).toBe('signup_disabled')
})

it('is out also where they come for the first time as the address is given back', async () => {
  const another = person(addressOf(stranger))
  const came = await whileLocked(server.pool, {
    hold: (db) => db.query('select from auth.users where id = $1 for update', [account.id]),
    send: () => signIn(another),
    change: (db) => changeAddress(db, account.id, account.email),
  })
  expect(came).toBe('signup_disabled')
})

it('an identity of the account’s own address stays', async () => {
  provider.people.set(stranger, { email: addressOf(stranger).toUpperCase(), email_verified: true })
  expect(await signIn(stranger)).toBe('in')
  expect(await takeBack(server.pool, account.id)).toMatchObject({ identities: false })
  expect(await signIn(stranger)).toBe('in')
})

it('an identity of a company’s person stays, which is their only way in', async () => {
  await moveTo(account.email)
  await server.pool.query('update auth.users set is_sso_user = true where id = $1', [account.id])
  expect(await takeBack(server.pool, account.id)).toMatchObject({ identities: false })
  expect(await signIn(stranger)).toBe('in')
})

it('an identity of the account’s own address that the provider doesn’t vouch for any more goes', async () => {
  await moveTo(account.email)
  provider.people.set(stranger, { email: account.email, email_verified: false })
  expect(await signIn(stranger)).toBe('in')
  expect(await takeBack(server.pool, account.id)).toMatchObject({ identities: true })
  expect(await signIn(stranger)).toBe('provider_email_needs_verification')
})

it('an identity at another address stays with a password that is changed beside the one of before', async () => {
  await moveTo(account.email)
  const client = server.client()
  await client.setSession(await server.signIn(account))
  expect((await client.updateUser({ password: ANOTHER })).error).toBeNull()
  expect(await signIn(stranger)).toBe('in')
})
