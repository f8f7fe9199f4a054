import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeIn, linkIn } from '../../testing/mailbox.ts'
import { type Account, bearer, startTestServer, type TestServer } from '../../testing/test-server.ts'

// These tests hold what the calls that ask for a mail refuse, and that they tell nobody who has an account.

let closed: TestServer
let open: TestServer
let ana: Account

beforeAll(async () => {
  closed = await startTestServer()
  open = await startTestServer({ AUTH_SIGNUP: 'on', AUTH_EMAIL_CONFIRMATION: 'on' })
})
afterAll(async () => {
  await closed.stop()
  await open.stop()
})
beforeEach(async () => {
  ana = await closed.createAccount()
})

const VERIFIER = 'v'.repeat(60)
const pkce = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 's256',
}
const newEmail = () => `${randomUUID()}@example.com`
const post = (server: TestServer, path: string, body: object) =>
  server.ask(`/auth/v1/${path}`, { method: 'POST', body })
const sent = [200, {}]

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

describe('asking for a mail', () => {
  const invalid = (message: string): [number, string, string] => [400, 'validation_failed', message]
  const challenge = 'PKCE flow requires code_challenge_method and code_challenge'
  const email = 'nobody@example.com'

  it.each<[string, object, number, string, string]>([
    ['recover', {}, ...invalid('Password recovery requires an email')],
    ['recover', { email: 'x' }, ...invalid('Unable to validate email address: invalid format')],
    ['recover', { email, code_challenge: 'x' }, ...invalid(challenge)],
    ['otp', {}, ...invalid('One of email or phone must be set')],
    [
      'otp',
      { email, phone: '34600000000' },
      ...invalid('Only an email address or phone number should be provided'),
    ],
    ['otp', { email, channel: 'sms' }, ...invalid('Channel should only be specified with Phone OTP')],
    ['otp', { email, code_challenge_method: 's256' }, ...invalid(challenge)],
    ['otp', { email: 'x' }, ...invalid('Unable to validate email address: invalid format')],
    ['otp', { phone: '34600000000' }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
    ['otp', { email, create_user: false }, 422, 'otp_disabled', 'Signups not allowed for otp'],
    ['otp', { email }, 422, 'signup_disabled', 'Signups not allowed for this instance'],
    ['magiclink', {}, 422, 'validation_failed', 'Password recovery requires an email'],
    ['magiclink', { email }, 422, 'signup_disabled', 'Signups not allowed for this instance'],
    ['resend', {}, ...invalid('Missing one of these types: signup, email_change, sms, phone_change')],
    [
      'resend',
      { type: 'odd' },
      ...invalid('Missing one of these types: signup, email_change, sms, phone_change'),
    ],
    ['resend', { type: 'signup' }, ...invalid('Type provided requires an email address')],
    ['resend', { type: 'sms' }, ...invalid('Type provided requires a phone number')],
    [
      'resend',
      { type: 'signup', email, phone: '34600000000' },
      ...invalid('Only an email address or phone number should be provided.'),
    ],
    ['resend', { type: 'email_change' }, ...invalid('Missing email address or phone number')],
    ['resend', { type: 'phone_change' }, ...invalid('Missing email address or phone number')],
    ['resend', { type: 'signup', email, code_challenge: 'x' }, ...invalid(challenge)],
    [
      'resend',
      { type: 'sms', phone: '34600000000' },
      400,
      'phone_provider_disabled',
      'Phone logins are disabled',
    ],
  ])('is refused for %s %.70j', async (path, body, status, code, message) => {
    const answer = await post(closed, path, body)
    expect([answer.status, answer.body]).toEqual([status, { code, message }])
  })
})

describe('recover', () => {
  it('writes to whoever has the account, and answers everybody alike', async () => {
    const nobody = newEmail()
    for (const email of [nobody, ana.email]) {
      const { status, body } = await post(closed, 'recover', { email })
      expect([status, body]).toEqual(sent)
    }
    const mail = await closed.mails.newestTo(ana.email)
    expect(mail.subject).toBe('Elige una contraseña nueva')
    expect(linkIn(mail).searchParams.get('type')).toBe('recovery')
    expect(mail.html).toContain(codeIn(mail))
    expect(mail.html).toContain('lang="es"')
    expect(mail.text).toContain('Nana')
    expect(await mailsTo(closed, nobody)).toEqual([])
    const { data } = await closed.admin.getUserById(ana.id)
    expect(data.user?.recovery_sent_at).toEqual(expect.any(String))
  })

  it('writes once a minute at most, and doesn’t tell that it wrote nothing', async () => {
    for (let times = 0; times < 3; times += 1) {
      const { status, body } = await post(closed, 'recover', { email: ana.email })
      expect([status, body]).toEqual(sent)
    }
    expect(await mailsTo(closed, ana.email)).toHaveLength(1)
    await closed.pool.query(
      `update auth.users set recovery_sent_at = now() - interval '61 seconds' where id = $1`,
      [ana.id],
    )
    await post(closed, 'recover', { email: ana.email })
    expect(await mailsTo(closed, ana.email)).toHaveLength(2)
  })

  it('writes although the last mail is of a clock that was ahead and is set back', async () => {
    await closed.pool.query(
      `update auth.users set recovery_sent_at = now() + interval '1 day' where id = $1`,
      [ana.id],
    )
    for (let times = 0; times < 3; times += 1) await post(closed, 'recover', { email: ana.email })
    expect(await mailsTo(closed, ana.email)).toHaveLength(1)
  })

  it('writes again at once to whoever has spent the last mail, and once a minute again after that', async () => {
    await post(closed, 'recover', { email: ana.email })
    const mail = await closed.mails.newestTo(ana.email)
    const spent = { type: 'recovery', email: ana.email, token: codeIn(mail) }
    expect((await post(closed, 'verify', spent)).status).toBe(200)
    for (let times = 0; times < 3; times += 1) await post(closed, 'recover', { email: ana.email })
    expect(await mailsTo(closed, ana.email)).toHaveLength(2)
  })

  it('works with the official client, with a challenge', async () => {
    const client = closed.client({ flowType: 'pkce' })
    expect((await client.resetPasswordForEmail(ana.email)).error).toBeNull()
    const link = linkIn(await closed.mails.newestTo(ana.email))
    const { headers } = await fetch(link, { redirect: 'manual' })
    const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
    const { data, error } = await client.exchangeCodeForSession(code)
    expect([error, data.user?.id]).toEqual([null, ana.id])
    expect((await client.updateUser({ password: 'otra-siesta-larga' })).error).toBeNull()
  })
})

describe('otp', () => {
  it('lets an account in by link or code', async () => {
    const client = closed.client()
    const { error } = await client.signInWithOtp({ email: ana.email, options: { shouldCreateUser: false } })
    expect(error).toBeNull()
    const mail = await closed.mails.newestTo(ana.email)
    expect(mail.subject).toBe('Tu enlace para entrar en Nana')
    const { data } = await client.verifyOtp({ type: 'email', email: ana.email, token: codeIn(mail) })
    expect(data.user?.id).toBe(ana.id)
  })

  it('lets an account in under its older name, magiclink, as well', async () => {
    expect((await post(closed, 'magiclink', { email: ana.email })).status).toBe(200)
    expect(linkIn(await closed.mails.newestTo(ana.email)).searchParams.get('type')).toBe('magiclink')
  })

  it('makes an account where sign-ups are on, which its mail confirms', async () => {
    const email = newEmail()
    const { status, body } = await post(open, 'otp', { email, data: { name: 'Lea' } })
    expect([status, body]).toEqual(sent)
    const mail = await open.mails.newestTo(email)
    expect(mail.subject).toBe('Confirma tu email')
    const { data } = await open.client().verifyOtp({ type: 'email', email, token: codeIn(mail) })
    expect(data.user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      user_metadata: { name: 'Lea', email_verified: true },
      identities: [{ identity_data: { email_verified: true } }],
    })
  })

  it('leads back with a code when it began with a challenge', async () => {
    await post(closed, 'otp', { email: ana.email, ...pkce })
    const link = linkIn(await closed.mails.newestTo(ana.email))
    const { headers } = await fetch(link, { redirect: 'manual' })
    const code = new URL(headers.get('location') ?? '').searchParams.get('code')
    const { status } = await closed.ask('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      body: { auth_code: code, code_verifier: VERIFIER },
    })
    expect(status).toBe(200)
  })
})

describe('resend', () => {
  it('writes again to an account that waits, and to nobody else', async () => {
    const waiting = newEmail()
    await post(open, 'signup', { email: waiting, password: 'siesta-larga-y-buena' })
    await open.pool.query(
      `update auth.users set confirmation_sent_at = now() - interval '61 seconds' where email = $1`,
      [waiting],
    )
    const confirmed = await open.createAccount()
    const nobody = newEmail()
    for (const email of [waiting, confirmed.email, nobody]) {
      const { status, body } = await post(open, 'resend', { type: 'signup', email })
      expect([status, body]).toEqual(sent)
    }
    expect((await post(open, 'resend', { type: 'email_change', email: confirmed.email })).body).toEqual({})
    const mails = await mailsTo(open, waiting)
    expect(mails.map(({ subject }) => subject)).toEqual(['Confirma tu email', 'Confirma tu email'])
    expect(await mailsTo(open, confirmed.email)).toEqual([])
    expect(await mailsTo(open, nobody)).toEqual([])
  })
})

describe('the whole server’s mails', () => {
  it('run out for everybody alike', async () => {
    const limited = await startTestServer({
      AUTH_RATE_LIMITS: 'on',
      AUTH_MAILS_PER_HOUR: '2',
      AUTH_MAIL_INTERVAL: '0',
    })
    const lea = await limited.createAccount()
    for (let times = 1; times <= 2; times += 1) {
      await post(limited, 'recover', { email: newEmail() })
      await post(limited, 'recover', { email: lea.email })
      await limited.mails.to(lea.email, times)
    }
    for (const email of [lea.email, newEmail()]) {
      const { status, body } = await post(limited, 'recover', { email })
      expect([status, body]).toEqual([
        429,
        { code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' },
      ])
    }
    const invited = await limited.admin.inviteUserByEmail(newEmail())
    expect(invited.error?.code).toBe('over_email_send_rate_limit')
    await limited.stop()
  })

  it('are not used up by whoever asks again and again for those of an account', async () => {
    const limited = await startTestServer({ AUTH_RATE_LIMITS: 'on', AUTH_MAIL_INTERVAL: '0' })
    const [lea, ana] = [await limited.createAccount(), await limited.createAccount()]
    for (let times = 1; times <= 6; times += 1) {
      await post(limited, 'recover', { email: lea.email })
      await limited.mails.to(lea.email, times)
    }
    // The answer doesn't show that there is such an account.
    expect((await post(limited, 'recover', { email: lea.email })).status).toBe(200)
    await post(limited, 'recover', { email: ana.email })
    await limited.mails.to(ana.email)
    expect(await limited.mails.to(lea.email, 6)).toHaveLength(6)
    // She herself isn't held up by it, until she has asked as often: a change of address takes two mails.
    const { access_token: token } = await limited.signIn(lea)
    const change = async () => {
      const init = { method: 'PUT', headers: bearer(token), body: { email: newEmail() } }
      return (await limited.ask('/auth/v1/user', init)).status
    }
    expect([await change(), await change(), await change(), await change()]).toEqual([200, 200, 200, 429])
    await limited.stop()
  })

  // A change of address takes two.
  it('are not spent by a change that is refused', async () => {
    const limited = await startTestServer({ AUTH_RATE_LIMITS: 'on', AUTH_MAILS_PER_HOUR: '2' })
    const { access_token: token } = await limited.signIn(await limited.createAccount())
    const change = (body: object) =>
      limited.ask('/auth/v1/user', { method: 'PUT', headers: bearer(token), body })
    const refused = await change({ email: newEmail(), data: { story: 'x'.repeat(9000) } })
    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed'])
    expect((await change({ email: newEmail() })).status).toBe(200)
    await limited.stop()
  })

  it.each(['recover', 'otp', 'magiclink', 'resend'])('%s has a bucket of its own', async (path) => {
    const limited = await startTestServer({ AUTH_RATE_LIMITS: 'on' })
    const statuses = []
    for (let times = 0; times < 31; times += 1) statuses.push((await post(limited, path, {})).status)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.slice(0, 30)).not.toContain(429)
    await limited.stop()
  })
})
