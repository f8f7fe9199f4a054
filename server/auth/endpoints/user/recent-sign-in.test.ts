import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeIn } from '../../../testing/mailbox.ts'
import { ANOTHER_PASSWORD as ANOTHER, ownersAt } from '../../../testing/owners.ts'
import { type Account, PASSWORD, startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { totpCode } from '../../../testing/totp-code.ts'

// A borrowed, unlocked phone holds a session that somebody began long ago: it must not be enough to take the account.

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ AUTH_ANONYMOUS: 'on' })
})
afterAll(() => server.stop())

const { signedIn, turnOn } = ownersAt(() => server)
const needed = (change: string) => ({
  status: 400,
  code: 'reauthentication_needed',
  message: `${change} requires reauthentication`,
})

/** Every session of the account was begun eleven minutes ago. */
async function letTimePass({ id }: Pick<Account, 'id'>): Promise<void> {
  await server.pool.query(
    `update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
      where session_id in (select id from auth.sessions where user_id = $1) and authentication_method <> 'totp'`,
    [id],
  )
}

/** What the database holds of the account itself. */
async function kept({ id }: Account): Promise<unknown> {
  const { rows } = await server.pool.query(
    `select u.encrypted_password, u.email, u.email_change, (select count(*) from auth.mfa_factors where user_id = u.id)
       from auth.users u where u.id = $1`,
    [id],
  )
  return rows
}

describe('a session that was begun eleven minutes ago', () => {
  it('changes no password, no address, and sets up no second factor', async () => {
    const { account, client } = await signedIn()
    await letTimePass(account)
    // A renewal is no sign-in.
    expect((await client.refreshSession()).error).toBeNull()
    const before = await kept(account)
    expect((await client.updateUser({ password: ANOTHER })).error).toMatchObject(needed('Password update'))
    expect((await client.updateUser({ email: `${randomUUID()}@example.com` })).error).toMatchObject(
      needed('Email update'),
    )
    // Nor does it learn who has an account.
    const { email } = await server.createAccount()
    expect((await client.updateUser({ email })).error).toMatchObject(needed('Email update'))
    expect((await client.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(needed('Factor enrollment'))
    expect(await kept(account)).toEqual(before)
    expect(await server.mails.all()).toEqual([])
  })

  it('changes nothing either when the clock was ahead then, and is set back', async () => {
    const { account, client } = await signedIn()
    const noteAhead = (ahead: string) =>
      server.pool.query(
        `update auth.mfa_amr_claims set updated_at = now() + $2::interval
          where session_id in (select id from auth.sessions where user_id = $1)`,
        [account.id, ahead],
      )
    await noteAhead('1 day')
    expect((await client.updateUser({ password: ANOTHER })).error).toMatchObject(needed('Password update'))
    await noteAhead('50 seconds')
    expect((await client.updateUser({ password: ANOTHER })).error).toBeNull()
  })

  it('turns no second factor off, however lately its code was given', async () => {
    const { account, client } = await signedIn()
    const { id, secret } = await turnOn(client)
    await letTimePass(account)
    const code = totpCode(secret, Date.now() / 1000 + 30)
    expect((await client.mfa.challengeAndVerify({ factorId: id, code })).error).toBeNull()
    expect((await client.mfa.unenroll({ factorId: id })).error).toMatchObject(needed('Factor removal'))
    expect((await client.mfa.listFactors()).data?.totp).toHaveLength(1)
  })

  it('keeps what gives nothing away: the name, and the way back from what was begun', async () => {
    const { account, client } = await signedIn()
    const email = `${randomUUID()}@example.com`
    expect((await client.updateUser({ email })).error).toBeNull()
    const { data } = await client.mfa.enroll({ factorType: 'totp' })
    await letTimePass(account)
    expect((await client.updateUser({ data: { name: 'Ana' } })).error).toBeNull()
    expect((await client.updateUser({ email: account.email })).data.user?.new_email).toBeUndefined()
    expect((await client.mfa.unenroll({ factorId: data?.id ?? '' })).error).toBeNull()
  })

  it('changes the password with the code of a mail instead', async () => {
    const { account, client } = await signedIn()
    await letTimePass(account)
    expect((await client.reauthenticate()).error).toBeNull()
    const nonce = codeIn(await server.mails.newestTo(account.email))
    expect((await client.updateUser({ password: ANOTHER, nonce: '' })).error?.code).toBe(
      'reauthentication_needed',
    )
    expect((await client.updateUser({ password: ANOTHER, nonce })).error).toBeNull()
    const again = await server.client().signInWithPassword({ email: account.email, password: ANOTHER })
    expect(again.error).toBeNull()
  })
})

describe('whoever has just signed in', () => {
  it.each(['password', 'mail'] as const)('by %s changes all of it', async (way) => {
    const { account, client } = await signedIn()
    await letTimePass(account)
    if (way === 'password') {
      const { email } = account
      expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    } else {
      await client.signInWithOtp({ email: account.email, options: { shouldCreateUser: false } })
      const token = codeIn(await server.mails.newestTo(account.email))
      expect((await client.verifyOtp({ email: account.email, token, type: 'email' })).error).toBeNull()
    }
    const { id } = await turnOn(client)
    expect((await client.updateUser({ password: ANOTHER })).error).toBeNull()
    expect((await client.updateUser({ email: `${randomUUID()}@example.com` })).error).toBeNull()
    expect((await client.mfa.unenroll({ factorId: id })).error).toBeNull()
  })

  it('is the session itself: one begun elsewhere helps it to nothing', async () => {
    const { account, client } = await signedIn()
    await letTimePass(account)
    await server.signIn(account)
    expect((await client.updateUser({ password: ANOTHER })).error?.code).toBe('reauthentication_needed')
  })
})

it('somebody anonymous, who has no way of signing in again, gets an address and a password at any time', async () => {
  const client = server.client()
  const { data } = await client.signInAnonymously()
  await letTimePass({ id: data.user?.id ?? '' })
  const email = `${randomUUID()}@example.com`
  const { data: changed, error } = await client.updateUser({ email, password: ANOTHER })
  expect(error).toBeNull()
  expect(changed.user).toMatchObject({ email, is_anonymous: false })
})
