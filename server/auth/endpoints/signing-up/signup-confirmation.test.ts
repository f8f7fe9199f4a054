import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeIn, linkIn } from '../../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { countWaiting } from '../../../testing/while-locked.ts'

let open: TestServer

beforeAll(async () => {
  open = await startTestServer({ AUTH_SIGNUP: 'on', AUTH_EMAIL_CONFIRMATION: 'on' })
})
afterAll(() => open.stop())

const VERIFIER = 'v'.repeat(60)
const pkce = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 's256',
}
const newEmail = () => `${randomUUID()}@example.com`
const post = (server: TestServer, path: string, body: object) =>
  server.ask(`/auth/v1/${path}`, { method: 'POST', body })

/** Waits for the mails that were asked for: they go out in order, so one more mail is the last to arrive. */
async function settled(server: TestServer): Promise<void> {
  const { email } = await server.createAccount()
  await post(server, 'recover', { email })
  await server.mails.to(email)
}

async function mailsTo(server: TestServer, address: string) {
  await settled(server)
  return (await server.mails.all()).filter(({ to }) => to === address)
}

describe('signing up with confirmation', () => {
  const complete = () => ({ email: newEmail(), password: 'siesta-larga-y-buena' })

  it('opens no session before the mailbox has confirmed', async () => {
    const account = complete()
    const client = open.client()
    const { data, error } = await client.signUp(account)
    expect([error, data.session]).toEqual([null, null])
    expect(data.user).toMatchObject({ email: account.email, confirmation_sent_at: expect.any(String) })
    expect(data.user?.identities).toHaveLength(1)
    const early = await client.signInWithPassword(account)
    expect(early.error?.code).toBe('email_not_confirmed')
    const mail = await open.mails.newestTo(account.email)
    const { headers } = await fetch(linkIn(mail), { redirect: 'manual' })
    expect(headers.get('location')).toMatch(/#access_token=.*type=signup/)
    expect((await client.signInWithPassword(account)).error).toBeNull()
    expect((await open.ask('/auth/v1/settings')).body.mailer_autoconfirm).toBe(false)
  })

  it('tells nobody who has an account', async () => {
    const { email } = await open.createAccount()
    const taken = await post(open, 'signup', { email, password: 'otra-siesta-larga', data: { a: 1 } })
    const fresh = await post(open, 'signup', { ...complete(), data: { a: 1 } })
    expect(taken.status).toBe(200)
    expect(taken.body).toMatchObject({ email, identities: [], user_metadata: { a: 1 } })
    expect(taken.body).not.toHaveProperty('email_confirmed_at')
    expect(Object.keys(taken.body).toSorted()).toEqual(Object.keys(fresh.body).toSorted())
    expect(await mailsTo(open, email)).toEqual([])
    const known = await open.pool.query('select id from auth.users where id = $1', [taken.body.id])
    expect(known.rows).toEqual([])
  })

  it('a second time, a minute later, sends the mail again and leaves the password', async () => {
    const account = complete()
    const first = await post(open, 'signup', account)
    const again = () => post(open, 'signup', { ...account, password: 'otra-siesta-larga' })
    expect((await again()).body.id).toBe(first.body.id)
    expect(await mailsTo(open, account.email)).toHaveLength(1)
    await open.pool.query(
      `update auth.users set confirmation_sent_at = now() - interval '61 seconds' where id = $1`,
      [first.body.id],
    )
    await again()
    const [, mail] = await open.mails.to(account.email, 2)
    await open.client().verifyOtp({ type: 'signup', email: account.email, token: codeIn(mail ?? fail()) })
    expect((await open.client().signInWithPassword(account)).error).toBeNull()
  })

  it('by somebody else leaves no password to an owner who comes in by a code', async () => {
    const stranger = complete()
    await post(open, 'signup', stranger)
    await post(open, 'otp', { email: stranger.email })
    const [, mail] = await open.mails.to(stranger.email, 2)
    const token = codeIn(mail ?? fail())
    const owner = await open.client().verifyOtp({ type: 'email', email: stranger.email, token })
    expect([owner.error, owner.data.user?.email_confirmed_at]).toEqual([null, expect.any(String)])
    expect((await open.client().signInWithPassword(stranger)).error?.code).toBe('invalid_credentials')
  })

  it('by somebody else shows them what they have sent, and nothing of who signed up before', async () => {
    const account = complete()
    const first = await post(open, 'signup', { ...account, data: { note: 'twins' } })
    const { status, body } = await post(open, 'signup', {
      ...complete(),
      email: account.email,
      data: { a: 1 },
    })
    expect([status, body.id, body.user_metadata]).toEqual([200, first.body.id, { a: 1 }])
    expect(body.identities).toEqual(first.body.identities)
    expect(Object.keys(body).toSorted()).toEqual(Object.keys(first.body).toSorted())
  })

  it.each<[string, (email: string) => Promise<unknown>]>([
    ['invited', (email) => open.admin.inviteUserByEmail(email, { data: { note: 'twins' } })],
    [
      'given an account',
      (email) =>
        open.admin.createUser({
          email,
          phone: '34600000099',
          user_metadata: { note: 'twins' },
          app_metadata: { trial_ends_at: '2100-01-01' },
        }),
    ],
  ])('shows nobody what was noted about who was %s', async (_how, make) => {
    const account = complete()
    await make(account.email)
    const { status, body } = await post(open, 'signup', account)
    const fresh = await post(open, 'signup', complete())
    expect(status).toBe(200)
    expect(body).toMatchObject({ email: account.email, phone: '', user_metadata: {}, identities: [] })
    expect(body.app_metadata).toEqual(fresh.body.app_metadata)
    expect(Object.keys(body).toSorted()).toEqual(Object.keys(fresh.body).toSorted())
  })

  it('asked for again and again looks the same, mails six times in an hour, and the last link opens', async () => {
    const limited = await startTestServer({
      AUTH_SIGNUP: 'on',
      AUTH_EMAIL_CONFIRMATION: 'on',
      AUTH_RATE_LIMITS: 'on',
      AUTH_MAIL_INTERVAL: '0',
    })
    const account = complete()
    for (let times = 1; times <= 8; times += 1) {
      const { status, body } = await post(limited, 'signup', account)
      expect([status, body.email]).toEqual([200, account.email])
    }
    const mails = await limited.mails.to(account.email, 6)
    await settled(limited)
    expect(await limited.mails.to(account.email, 6)).toHaveLength(6)
    const { headers } = await fetch(linkIn(mails.at(-1) ?? fail()), { redirect: 'manual' })
    expect(headers.get('location')).toMatch(/#access_token=.*type=signup/)
    await limited.stop()
  })

  it('makes no account when the server’s last mail has just gone to another', async () => {
    const limited = await startTestServer({
      AUTH_SIGNUP: 'on',
      AUTH_EMAIL_CONFIRMATION: 'on',
      AUTH_RATE_LIMITS: 'on',
      AUTH_MAILS_PER_HOUR: '1',
    })
    const holder = await limited.pool.connect()
    await holder.query('begin; lock table auth.users in share row exclusive mode')
    const asked = [complete(), complete()].map((account) => post(limited, 'signup', account))
    await expect.poll(() => countWaiting(limited.pool)).toBe(2)
    await holder.query('rollback')
    holder.release()
    const answers = await Promise.all(asked)
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429])
    expect((await limited.pool.query('select from auth.users')).rowCount).toBe(1)
    await limited.stop()
  })

  it('leads back with a code when it began with a challenge', async () => {
    const account = complete()
    await post(open, 'signup', { ...account, ...pkce })
    const link = linkIn(await open.mails.newestTo(account.email))
    expect(link.searchParams.get('token')).toMatch(/^pkce_/)
    const { headers } = await fetch(link, { redirect: 'manual' })
    expect(headers.get('location')).toMatch(/\?code=[0-9a-f-]{36}$/)
  })
})

function fail(): never {
  throw new Error('no mail')
}
