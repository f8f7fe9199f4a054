import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeIn } from '../../testing/mailbox.ts'
import { browse, startOidcProvider, type TestProvider } from '../../testing/oidc-provider.ts'
import { ANOTHER_PASSWORD as ANOTHER, ownersAt } from '../../testing/owners.ts'
import { type Account, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { whileLocked } from '../../testing/while-locked.ts'
import { changeAddress } from '../sessions/email-change.ts'
import { takeBack } from '../sessions/take-back.ts'

// A stranger who had an account at an address of their own, and came in by a provider that knows them by it, stays out
// once the account is its owner's again; and no stranger puts the owner's own provider out (decision 031).

let provider: TestProvider
let server: TestServer
/** Of the owner, who came in by a provider before anything happened. */
let account: Account
let owner: string
/** Somebody whose provider knows them by the address that they move the account to. */
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
  owner = person(account.email)
  expect(await signIn(owner)).toBe('in')
  stranger = person(`${randomUUID()}@example.com`)
})

const { backByMail, disown } = ownersAt(() => server)
const REMOVED = 'Hemos quitado la entrada con Google u otros servicios'

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

/** The stranger has the account at their address, and is in by the provider. */
async function take(move = () => moveTo(addressOf(stranger))): Promise<void> {
  await move()
  expect(await signIn(stranger)).toBe('in')
}
/** Who holds the owner's phone and mailbox for a moment moves the account, of which both mailboxes are told. */
async function moveByMail(): Promise<void> {
  const email = addressOf(stranger)
  const client = server.client()
  await client.setSession(await server.signIn(account))
  expect((await client.updateUser({ email })).error).toBeNull()
  for (const address of [account.email, email]) {
    const token = codeIn(await server.mails.newestTo(address))
    expect((await client.verifyOtp({ email: address, token, type: 'email_change' })).error).toBeNull()
  }
}
const disownAtOldMailbox = async () =>
  expect((await disown(await server.mails.newestTo(account.email, 2))).status).toBe(204)
const forget = (who: string) => server.pool.query('delete from auth.identities where provider_id = $1', [who])
const identities = async () =>
  (
    await server.pool.query<{ email: string }>(
      `select email from auth.identities where user_id = $1 and provider = 'google'`,
      [account.id],
    )
  ).rows.map(({ email }) => email)

describe('«it wasn’t me» at the mailbox of before', () => {
  it('takes the stranger’s way in and leaves the owner’s, though the account is still at the stranger’s address', async () => {
    await take(moveByMail)
    await disownAtOldMailbox()
    expect(await identities()).toEqual([account.email])
    expect(await signIn(owner)).toBe('in')
  })

  it('leaves the stranger out where the address was given back before', async () => {
    await take(moveByMail)
    await moveTo(account.email)
    await disownAtOldMailbox()
    expect(await signIn(stranger)).toBe('signup_disabled')
    expect(await signIn(owner)).toBe('in')
  })

  it('takes also the way in of who was on their way before the change and came after it', async () => {
    await whileLocked(server.pool, {
      // Sign-ins of one person wait for each other, in a transaction that has begun.
      hold: (db) =>
        db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${addressOf(stranger)} false`]),
      send: () => signIn(stranger),
      change: moveByMail,
    })
    expect(await identities()).toEqual([account.email, addressOf(stranger)])
    await disownAtOldMailbox()
    expect(await identities()).toEqual([account.email])
  })
})

it.each([
  [
    'chosen by a mail to the stranger',
    async () => {
      const back = await backByMail({ email: addressOf(stranger) }, 1)
      expect((await back.updateUser({ password: ANOTHER })).error).toBeNull()
    },
  ],
  [
    'that the administration was talked into',
    () => server.admin.updateUserById(account.id, { password: ANOTHER }),
  ],
])('the owner’s way in stays with a password %s', async (_, set) => {
  await take()
  await set()
  expect(await identities()).toEqual([account.email, addressOf(stranger)])
  expect(await signIn(owner)).toBe('in')
})

describe('the administration gives the address back, with a password', () => {
  const giveBack = () => server.admin.updateUserById(account.id, { email: account.email, password: ANOTHER })

  it.each([
    ['', ['email', 'google'], () => undefined],
    [', also where the account has it already', ['email', 'google'], () => moveTo(account.email)],
    [', also where the owner had no provider', ['email'], () => forget(owner)],
  ])('and the stranger is out, of which the mail tells%s', async (_, providers, before) => {
    await take()
    await before()
    expect((await giveBack()).error).toBeNull()
    expect(await signIn(stranger)).toBe('signup_disabled')
    const { user } = (await server.admin.getUserById(account.id)).data
    expect(user?.app_metadata).toMatchObject({ provider: 'email', providers })
    expect((await server.mails.newestTo(account.email)).text).toContain(REMOVED)
    expect(await signIn(owner)).toBe('in')
  })

  it('and all their ways in are gone where they had many, of which the security log names each provider once', async () => {
    await take()
    await server.pool.query(
      `insert into auth.identities (provider_id, user_id, identity_data, provider)
       select gen_random_uuid(), $1, '{}', 'google' from generate_series(1, 12)`,
      [account.id],
    )
    expect((await giveBack()).error).toBeNull()
    expect(await identities()).toEqual([account.email])
    const { rows } = await server.pool.query(
      `select detail from nana.security_log where account_id = $1 and event = 'identities_removed'`,
      [account.id],
    )
    expect(rows).toEqual([{ detail: 'google' }])
  })

  it('and the stranger is out who was just on their way in', async () => {
    await take()
    const came = await whileLocked(server.pool, {
      hold: (db) => db.query('select from auth.users where id = $1 for update', [account.id]),
      send: () => signIn(stranger),
      change: async (db) => {
        await changeAddress(db, account.id, account.email)
        await takeBack(db, account.id, { notAt: account.email })
      },
    })
    expect(came).toBe('signup_disabled')
  })

  it('and the stranger is out who comes for the first time just then', async () => {
    await moveTo(addressOf(stranger))
    const came = await whileLocked(server.pool, {
      hold: (db) => db.query('select from auth.users where id = $1 for update', [account.id]),
      send: () => signIn(stranger),
      change: (db) => changeAddress(db, account.id, account.email),
    })
    expect(came).toBe('signup_disabled')
  })

  it('and an identity of that address is out that the provider doesn’t vouch for any more', async () => {
    await take()
    provider.people.set(stranger, { email: account.email, email_verified: false })
    expect(await signIn(stranger)).toBe('in')
    await giveBack()
    expect(await signIn(stranger)).toBe('provider_email_needs_verification')
  })

  it('and the way in of a company’s person stays, which is their only one', async () => {
    await take()
    await server.pool.query('update auth.users set is_sso_user = true where id = $1', [account.id])
    await giveBack()
    expect(await signIn(stranger)).toBe('in')
  })
})

it('ways in stay with an address that the administration corrects, and with a password beside the one of before', async () => {
  await take()
  await server.admin.updateUserById(account.id, { email: account.email })
  const client = server.client()
  await client.setSession(await server.signIn(account))
  expect((await client.updateUser({ password: ANOTHER })).error).toBeNull()
  expect(await signIn(stranger)).toBe('in')
  expect(await signIn(owner)).toBe('in')
})
