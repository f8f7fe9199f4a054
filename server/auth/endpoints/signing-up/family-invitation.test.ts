import { randomUUID } from 'node:crypto'
import type { Session } from '@supabase/auth-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linkIn } from '../../../testing/mailbox.ts'
import { type Account, bearer, startTestServer, type TestServer } from '../../../testing/test-server.ts'

// Sign-ups are off, as they are unless the operator says otherwise.

let server: TestServer
let confirming: TestServer
let refusing: TestServer
let family: Account
let session: Session

beforeAll(async () => {
  server = await startTestServer()
  confirming = await startTestServer({ AUTH_EMAIL_CONFIRMATION: 'on' })
  refusing = await startTestServer({ AUTH_FAMILY_INVITES: 'off' })
})
afterAll(async () => {
  await server.stop()
  await confirming.stop()
  await refusing.stop()
})
beforeEach(async () => {
  family = await server.createAccount()
  session = await server.signIn(family)
})

const call = (where: TestServer, who: Session, name: string, body: object) =>
  where.ask(`/rest/v1/rpc/${name}`, { method: 'POST', headers: bearer(who.access_token), body })

interface Invitation {
  id: string
  token: string
}

async function invitedBy(where: TestServer, who: Session): Promise<Invitation> {
  const invitation = { role: 'carer', name: 'Abuela', until: null }
  const { body } = await call(where, who, 'invite_to_family', invitation)
  return { id: String(body.id), token: String(body.token) }
}

const invite = () => invitedBy(server, session)
const newcomer = (email = `${randomUUID()}@example.com`) => ({ email, password: 'siesta-larga-y-buena' })

const signUp = (where: TestServer, token: unknown, account: object = newcomer(), data: object = {}) =>
  where.ask('/auth/v1/signup', {
    method: 'POST',
    body: { ...account, data: { ...data, family_invitation: token } },
  })

const OFF = [422, { code: 'signup_disabled', message: 'Signups not allowed for this instance' }]
const outcome = ({ status, body }: Awaited<ReturnType<TestServer['ask']>>) => [status, body]

async function accountsOf(where: TestServer): Promise<number> {
  const { rows } = await where.pool.query<{ count: number }>('select count(*)::int from auth.users')
  return rows[0]?.count ?? 0
}

describe('whom a family has invited', () => {
  it('signs up, enters at once, and then takes the invitation', async () => {
    const { token } = await invite()
    const account = newcomer()
    const client = server.client()
    const { data, error } = await client.signUp({
      ...account,
      options: { data: { name: 'Eva', family_invitation: token } },
    })
    expect([error, data.user?.email]).toEqual([null, account.email])
    if (data.session === null) throw new Error('not signed in')
    const accepted = await call(server, data.session, 'accept_invitation', { token })
    expect(accepted.body).toEqual({ family_id: family.id })
    expect((await server.client().signInWithPassword(account)).error).toBeNull()
  })

  it('leaves the token nowhere', async () => {
    const { token } = await invite()
    const { body } = await signUp(server, token, newcomer(), { name: 'Eva' })
    expect(body.user).toMatchObject({ user_metadata: { name: 'Eva' } })
    expect(JSON.stringify(body)).not.toContain(token)
    const { rows } = await server.pool.query(
      `select u::text || coalesce((select string_agg(l::text, '') from nana.security_log as l), '') as kept
         from auth.users as u where u.email = $1`,
      [(body.user as { email: string }).email],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].kept).toContain('Eva')
    expect(rows[0].kept).not.toContain(token)
  })

  it('makes one account with it, of two requests at once too', async () => {
    const { token } = await invite()
    const before = await accountsOf(server)
    const answers = await Promise.all([signUp(server, token), signUp(server, token), signUp(server, token)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
    for (const answer of answers.filter(({ status }) => status === 422)) expect(outcome(answer)).toEqual(OFF)
    expect(outcome(await signUp(server, token))).toEqual(OFF)
    expect(await accountsOf(server)).toBe(before + 1)
  })

  it('hears that the account is there when the answer was lost, and makes no other when it is gone', async () => {
    const { token } = await invite()
    const account = newcomer()
    const { body } = await signUp(server, token, account)
    const again = await signUp(server, token, { ...account, email: account.email.toUpperCase() })
    expect([again.status, again.body.code]).toEqual([422, 'user_already_exists'])
    await server.admin.deleteUser((body.user as { id: string }).id)
    expect(outcome(await signUp(server, token, account))).toEqual(OFF)
  })

  it('may fail first, which uses nothing up', async () => {
    const { token } = await invite()
    const weak = await signUp(server, token, { ...newcomer(), password: 'short' })
    expect([weak.status, weak.body.code]).toEqual([422, 'weak_password'])
    const taken = await signUp(server, token, newcomer(family.email))
    expect([taken.status, taken.body.code]).toEqual([422, 'user_already_exists'])
    expect((await signUp(server, token)).status).toBe(200)
  })

  it('is on trial as long as the family is', async () => {
    const ends = new Date(Date.now() + 86_400_000).toISOString()
    await server.pool.query(
      `update auth.users set raw_app_meta_data = raw_app_meta_data || jsonb_build_object('trial_ends_at', $2::text)
        where id = $1`,
      [family.id, ends],
    )
    const { body } = await signUp(server, (await invite()).token)
    expect(body.user).toMatchObject({ app_metadata: { provider: 'email', trial_ends_at: ends } })
  })
})

describe('signing up is refused as ever', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['without a token', async () => undefined],
    ['with a token that nobody gave', async () => 'x'.repeat(64)],
    ['with something else than a token', async () => ({ token: (await invite()).token })],
    [
      'with a token that was withdrawn',
      async () => {
        const { id, token } = await invite()
        await call(server, session, 'withdraw_invitation', { id })
        return token
      },
    ],
    [
      'with a token that somebody has taken',
      async () => {
        const { token } = await invite()
        await call(server, await server.signIn(await server.createAccount()), 'accept_invitation', { token })
        return token
      },
    ],
    [
      'with another token of an invitation that has made an account, months after that',
      async () => {
        const { id, token } = await invite()
        expect((await signUp(server, token)).status).toBe(200)
        await server.pool.query(
          `update nana.invited_sign_ups set signed_up_at = now() - interval '300 days' where invitation_id = $1`,
          [id],
        )
        const again = { id, role: 'carer', name: 'Abuela', until: null }
        const { body } = await call(server, session, 'invite_to_family', again)
        expect(body.id).toBe(id)
        expect((await signUp(server, (await invite()).token)).status).toBe(200)
        return body.token
      },
    ],
    [
      'with a token that is a week old',
      async () => {
        const { id, token } = await invite()
        await server.pool.query('update public.access_invitations set expires_at = now() where id = $1', [id])
        return token
      },
    ],
    [
      'with a token of a family whose account is closed',
      async () => {
        const { token } = await invite()
        await server.admin.updateUserById(family.id, { ban_duration: '1h' })
        return token
      },
    ],
  ])('%s', async (_how, tokenOf) => {
    const token = await tokenOf()
    const before = await accountsOf(server)
    expect(outcome(await signUp(server, token))).toEqual(OFF)
    expect(await accountsOf(server)).toBe(before)
  })

  it('in any other way, whatever token comes with it', async () => {
    const { token } = await invite()
    const data = { family_invitation: token }
    const anonymous = await server.ask('/auth/v1/signup', { method: 'POST', body: { data } })
    expect([anonymous.status, anonymous.body.code]).toEqual([422, 'anonymous_provider_disabled'])
    const otp = { email: newcomer().email, create_user: true, data }
    expect(outcome(await server.ask('/auth/v1/otp', { method: 'POST', body: otp }))).toEqual(OFF)
    expect((await server.ask('/auth/v1/settings')).body).toMatchObject({ disable_signup: true })
  })

  it('with AUTH_FAMILY_INVITES=off', async () => {
    const own = await refusing.signIn(await refusing.createAccount())
    const { token } = await invitedBy(refusing, own)
    expect(outcome(await signUp(refusing, token))).toEqual(OFF)
    expect(await accountsOf(refusing)).toBe(1)
  })
})

describe('with AUTH_EMAIL_CONFIRMATION=on', () => {
  const hostInvites = async () => {
    const own = await confirming.signIn(await confirming.createAccount())
    return (await invitedBy(confirming, own)).token
  }

  it('the mailbox has to confirm all the same: whoever holds the link may be anybody', async () => {
    const token = await hostInvites()
    const account = newcomer()
    const { status, body } = await signUp(confirming, token, account)
    expect([status, body.email, body.access_token]).toEqual([200, account.email, undefined])
    expect((await confirming.client().signInWithPassword(account)).error?.code).toBe('email_not_confirmed')
    const mail = await confirming.mails.newestTo(account.email)
    expect(JSON.stringify([body, mail])).not.toContain(token)
    await fetch(linkIn(mail), { redirect: 'manual' })
    expect((await confirming.client().signInWithPassword(account)).error).toBeNull()
    expect(outcome(await signUp(confirming, token))).toEqual(OFF)
  })

  it('an account that waits may be asked for again with the same link, and no other may', async () => {
    const token = await hostInvites()
    const account = newcomer()
    const first = await signUp(confirming, token, account)
    const again = await signUp(confirming, token, account)
    expect([again.status, again.body.id]).toEqual([200, first.body.id])
    expect(outcome(await signUp(confirming, token))).toEqual(OFF)
  })

  it('nobody learns by an invitation who has an account', async () => {
    const { email } = await confirming.createAccount()
    const { status, body } = await signUp(confirming, await hostInvites(), newcomer(email), { a: 1 })
    expect([status, body.identities, body.user_metadata]).toEqual([200, [], { a: 1 }])
  })
})

it('where everybody may sign up a token is used for nothing, and kept nowhere', async () => {
  const open = await startTestServer({ AUTH_SIGNUP: 'on', AUTH_ANONYMOUS: 'on' })
  const own = await open.signIn(await open.createAccount())
  const { token } = await invitedBy(open, own)
  for (const account of [newcomer(), newcomer(), {}]) {
    const { status, body } = await signUp(open, token, account, { a: 1 })
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ user_metadata: { a: 1 } })
    expect(JSON.stringify(body)).not.toContain(token)
  }
  await open.stop()
})

it('a sign-up by an invitation counts against the limit of sign-ups', async () => {
  const limited = await startTestServer({ AUTH_RATE_LIMITS: 'on' })
  const asked = await Promise.all(Array.from({ length: 31 }, () => signUp(limited, 'x'.repeat(64))))
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(1)
  await limited.stop()
})
