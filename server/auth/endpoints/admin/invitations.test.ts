import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkIn, pageIn } from '../../../testing/mailbox.ts'
import { bearer, PASSWORD, startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ AUTH_REDIRECT_ALLOW: 'https://otra.example/**' })
})
afterAll(() => server.stop())

/** The PKCE fields of a stranger who asks for the mail: only the stranger could exchange a code from its link. */
const CHALLENGE = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }
const newEmail = () => `${randomUUID()}@example.com`
const post = (path: string, body: object) =>
  server.ask(`/auth/v1/${path}`, { method: 'POST', headers: bearer(server.serviceKey), body })

async function follow(link: URL) {
  const { headers } = await fetch(link, { redirect: 'manual' })
  return new URLSearchParams(new URL(headers.get('location') ?? '').hash.slice(1))
}

describe('an invitation', () => {
  it('makes an account that waits for its password', async () => {
    const email = newEmail()
    const { data, error } = await server.admin.inviteUserByEmail(email.toUpperCase(), {
      data: { name: 'Lea' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email,
      invited_at: expect.any(String),
      confirmation_sent_at: expect.any(String),
    })
    expect(data.user?.user_metadata).toEqual({ name: 'Lea' })
    expect(data.user).not.toHaveProperty('email_confirmed_at')
    const mail = await server.mails.newestTo(email)
    expect(mail.subject).toBe('Tu cuenta de Nana')
    expect(mail.text).toContain('7 días')
    // The code could be guessed, so it doesn't live as long as the link.
    expect(mail.text).toContain('el código, 1 hora')
    const fragment = await follow(linkIn(mail))
    expect(fragment.get('type')).toBe('invite')
    const client = server.client()
    const session = await client.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    })
    expect(session.data.user?.email_confirmed_at).toEqual(expect.any(String))
    expect(session.data.user?.user_metadata).toEqual({ name: 'Lea', email_verified: true })
    expect((await client.updateUser({ password: 'siesta-larga-y-buena' })).error).toBeNull()
    const { error: entered } = await server
      .client()
      .signInWithPassword({ email, password: 'siesta-larga-y-buena' })
    expect(entered).toBeNull()
  })

  it('takes away the password that a stranger chose who had signed up with the address before', async () => {
    const own = await startTestServer({ AUTH_SIGNUP: 'on', AUTH_EMAIL_CONFIRMATION: 'on' })
    const stranger = { email: newEmail(), password: PASSWORD }
    expect((await own.client().signUp(stranger)).error).toBeNull()
    expect((await own.admin.inviteUserByEmail(stranger.email)).error).toBeNull()
    const { token_hash } = pageIn(await own.mails.newestTo(stranger.email, 2))
    const owner = own.client()
    expect((await owner.verifyOtp({ type: 'invite', token_hash })).error).toBeNull()
    const tried = await own.client().signInWithPassword(stranger)
    expect(tried.error?.code).toBe('invalid_credentials')
    expect((await owner.updateUser({ password: 'otra-siesta-larga' })).error).toBeNull()
    await own.stop()
  })

  it('is good for a week, and can be sent again', async () => {
    const email = newEmail()
    await server.admin.inviteUserByEmail(email)
    const first = linkIn(await server.mails.newestTo(email))
    const age = (interval: string) =>
      server.pool.query(
        `update auth.one_time_tokens set created_at = created_at - $2::interval where relates_to = $1`,
        [email, interval],
      )
    await age('6 days 23 hours')
    await age('2 hours')
    expect((await follow(first)).get('error_code')).toBe('otp_expired')
    await server.admin.inviteUserByEmail(email)
    const second = linkIn(await server.mails.newestTo(email, 2))
    await age('6 days 23 hours')
    expect((await follow(second)).get('type')).toBe('invite')
  })

  it('stays an invitation, whose link asks for a password, when anybody asks for the mail of a sign-up', async () => {
    const email = newEmail()
    const { data } = await server.admin.inviteUserByEmail(email)
    await server.pool.query(
      `update auth.users set confirmation_sent_at = now() - interval '61 seconds' where id = $1`,
      [data.user?.id],
    )
    const ask = () => post('resend', { type: 'signup', email, ...CHALLENGE })
    await ask()
    const mail = await server.mails.newestTo(email, 2)
    expect(mail.subject).toBe('Tu cuenta de Nana')
    await ask()
    const fragment = await follow(linkIn(mail))
    expect([fragment.get('type'), fragment.has('access_token')]).toEqual(['invite', true])
    expect((await server.mails.all()).filter(({ to }) => to === email)).toHaveLength(2)
  })

  it('is for those who have no account yet', async () => {
    const { email } = await server.createAccount()
    const { status, body } = await post('invite', { email })
    expect([status, body]).toEqual([
      422,
      { code: 'email_exists', message: 'A user with this email address has already been registered' },
    ])
    expect((await post('invite', {})).body).toEqual({
      code: 'validation_failed',
      message: 'An email address is required',
    })
  })

  it('that can’t be sent makes no account', async () => {
    const broken = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:9' })
    const email = newEmail()
    const { error } = await broken.admin.inviteUserByEmail(email)
    expect(error?.status).toBe(500)
    const { rows } = await broken.pool.query('select from auth.users where email = $1', [email])
    expect(rows).toEqual([])
    await broken.stop()
  })

  it('leads to the app when another address is not allowed', async () => {
    const email = newEmail()
    await server.admin.inviteUserByEmail(email, { redirectTo: 'https://otra.example/hola' })
    expect(linkIn(await server.mails.newestTo(email)).searchParams.get('redirect_to')).toBe(
      'https://otra.example/hola',
    )
  })
})

describe('a link that the administrator sends', () => {
  it.each(['signup', 'invite', 'magiclink', 'recovery'] as const)(
    'of type %s works once, by its code or by itself, and no mail goes out',
    async (type) => {
      const email =
        type === 'recovery' || type === 'magiclink' ? (await server.createAccount()).email : newEmail()
      const password = 'siesta-larga-y-buena'
      const link = type === 'signup' ? { type, email, password } : { type, email }
      const { data, error } = await server.admin.generateLink(link)
      expect(error).toBeNull()
      expect(data.user?.email).toBe(email)
      expect(data.properties).toEqual({
        action_link: expect.stringContaining(`${server.url}/auth/v1/verify?token=`),
        email_otp: expect.stringMatching(/^\d{6}$/),
        hashed_token: expect.any(String),
        redirect_to: server.url,
        verification_type: type,
      })
      const url = new URL(data.properties?.action_link ?? '')
      expect(Object.fromEntries(url.searchParams)).toEqual({
        token: data.properties?.hashed_token,
        type,
        redirect_to: server.url,
      })
      const { data: entered } = await server
        .client()
        .verifyOtp({ type, email, token: data.properties?.email_otp ?? '' })
      expect(entered.user?.email).toBe(email)
      expect((await follow(url)).get('error_code')).toBe('otp_expired')
      expect((await server.mails.all()).filter(({ to }) => to === email)).toEqual([])
    },
  )

  it('is a sign-up when a magic link is asked for somebody without an account', async () => {
    const { data } = await server.admin.generateLink({ type: 'magiclink', email: newEmail() })
    expect(data.properties?.verification_type).toBe('signup')
    expect(data.user?.user_metadata).toEqual({})
    expect((await follow(new URL(data.properties?.action_link ?? ''))).get('type')).toBe('signup')
  })

  it('can be made for both mailboxes of a change of address', async () => {
    const { id, email } = await server.createAccount()
    const address = newEmail()
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data } = await server.admin.generateLink({ type, email, newEmail: address })
      expect(data.properties?.action_link).toContain('type=email_change&')
    }
    const links = await Promise.all(
      (['email_change_current', 'email_change_new'] as const).map(async (type) => {
        const { data } = await server.admin.generateLink({ type, email, newEmail: address })
        return new URL(data.properties?.action_link ?? '')
      }),
    )
    for (const link of links) await follow(link)
    expect((await server.admin.getUserById(id)).data.user?.email).toBe(address)
  })

  it('of a change of address leaves nothing to the mailbox of one that was waiting', async () => {
    const { id, email } = await server.createAccount()
    const client = server.client()
    await client.signInWithPassword({ email, password: PASSWORD })
    const stranger = newEmail()
    await client.updateUser({ email: stranger })
    const theirs = linkIn(await server.mails.newestTo(stranger))
    const { data } = await server.admin.generateLink({
      type: 'email_change_current',
      email,
      newEmail: newEmail(),
    })
    await follow(new URL(data.properties?.action_link ?? ''))
    expect((await follow(theirs)).get('error_code')).toBe('otp_expired')
    expect((await server.admin.getUserById(id)).data.user?.email).toBe(email)
  })

  it.each<[object, number, string, string]>([
    [
      { type: 'recovery', email: 'nobody@example.com' },
      404,
      'user_not_found',
      'User with this email not found',
    ],
    [
      { type: 'email_change_new', email: 'nobody@example.com' },
      404,
      'user_not_found',
      'User with this email not found',
    ],
    [
      { type: 'odd', email: 'nobody@example.com' },
      400,
      'validation_failed',
      'Invalid email action link type requested: odd',
    ],
    [{ type: 'recovery' }, 400, 'validation_failed', 'An email address is required'],
    [
      { type: 'signup', email: 'nobody@example.com' },
      400,
      'validation_failed',
      'Signup requires a valid password',
    ],
  ])('is refused for %.70j', async (request, status, code, message) => {
    const answer = await post('admin/generate_link', request)
    expect([answer.status, answer.body]).toEqual([status, { code, message }])
  })

  it('is refused for a sign-up, an invitation or a new address that somebody has already', async () => {
    const { email } = await server.createAccount()
    const bea = await server.createAccount()
    for (const request of [
      { type: 'signup', email, password: 'siesta-larga-y-buena' },
      { type: 'invite', email },
      { type: 'email_change_new', email, new_email: bea.email },
    ]) {
      const { status, body } = await post('admin/generate_link', request)
      expect([status, body.code]).toEqual([422, 'email_exists'])
    }
  })
})
