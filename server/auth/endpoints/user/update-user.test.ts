import { randomUUID } from 'node:crypto'
import type { Session } from '@supabase/auth-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commandDesk, resetPassword } from '../../../administration/own-account-changes.ts'
import { codeIn, linkIn } from '../../../testing/mailbox.ts'
import {
  type Account,
  bearer,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts'

// These are the changes by PUT /user that need the mailbox: another address, and a new password after a code.

let server: TestServer
let strict: TestServer
let ana: Account
let session: Session

beforeAll(async () => {
  server = await startTestServer()
  strict = await startTestServer({ AUTH_CURRENT_PASSWORD: 'on' })
})
afterAll(async () => {
  await server.stop()
  await strict.stop()
})
beforeEach(async () => {
  ana = await server.createAccount()
  session = await server.signIn(ana)
})

const newEmail = () => `${randomUUID()}@example.com`
const put = (body: object, on = server, token = session.access_token) =>
  on.ask('/auth/v1/user', { method: 'PUT', headers: bearer(token), body })
const verify = (body: object) => server.ask('/auth/v1/verify', { method: 'POST', body })
const reauthenticate = (on = server, token = session.access_token) =>
  on.ask('/auth/v1/reauthenticate', { headers: bearer(token) })

describe('another address', () => {
  const half = {
    msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    code: '200',
  }

  it('needs both mailboxes, whichever comes first', async () => {
    for (const order of ['new first', 'old first']) {
      const lea = await server.createAccount()
      const email = newEmail()
      const client = server.client()
      await client.setSession(await server.signIn(lea))
      const { data, error } = await client.updateUser({ email })
      expect(error).toBeNull()
      expect(data.user).toMatchObject({
        email: lea.email,
        new_email: email,
        email_change_sent_at: expect.any(String),
      })
      const mails = [await server.mails.newestTo(email), await server.mails.newestTo(lea.email)]
      expect(mails.map(({ subject }) => subject)).toEqual([
        'Confirma tu email nuevo',
        'Confirma el cambio de email',
      ])
      expect(mails[1]?.text).toContain(email)
      if (order === 'old first') mails.reverse()
      const [first, second] = mails.map((mail) => ({ token: codeIn(mail), email: mail.to }))
      const accepted = await verify({ type: 'email_change', ...first })
      expect([accepted.status, accepted.body]).toEqual([200, half])
      expect((await verify({ type: 'email_change', ...first })).status).toBe(403)
      expect((await client.getUser()).data.user?.email).toBe(lea.email)
      const changed = await verify({ type: 'email_change', ...second })
      expect(changed.status).toBe(200)
      expect(changed.body.user).toMatchObject({
        email,
        identities: [{ email, identity_data: { email, email_verified: true } }],
        user_metadata: { email },
      })
      expect(changed.body.user).not.toHaveProperty('new_email')
      const { error: old } = await server
        .client()
        .signInWithPassword({ email: lea.email, password: PASSWORD })
      expect(old?.code).toBe('invalid_credentials')
      expect((await server.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    }
  })

  it('is confirmed by the links of both mails', async () => {
    const email = newEmail()
    await put({ email })
    const follow = async (address: string) => {
      const link = linkIn(await server.mails.newestTo(address))
      const { status, headers } = await fetch(link, { redirect: 'manual' })
      return { status, fragment: new URLSearchParams(new URL(headers.get('location') ?? '').hash.slice(1)) }
    }
    const first = await follow(email)
    expect([first.status, first.fragment.get('message'), first.fragment.has('sb')]).toEqual([
      303,
      half.msg,
      true,
    ])
    const second = await follow(ana.email)
    expect(second.fragment.get('type')).toBe('email_change')
    expect((await server.admin.getUserById(ana.id)).data.user?.email).toBe(email)
  })

  it('is withdrawn by asking for the present one, and what was mailed does nothing any more', async () => {
    const email = newEmail()
    await put({ email })
    const codes = await Promise.all([email, ana.email].map((to) => server.mails.newestTo(to).then(codeIn)))
    const { status, body } = await put({ email: ana.email.toUpperCase() })
    expect([status, body.email]).toEqual([200, ana.email])
    expect(body).not.toHaveProperty('new_email')
    for (const [at, address] of [email, ana.email].entries()) {
      const answer = await verify({ type: 'email_change', email: address, token: codes[at] })
      expect([answer.status, answer.body.code]).toEqual([403, 'otp_expired'])
    }
    // Withdrawing is no way around the wait between two mails.
    expect((await put({ email: newEmail() })).status).toBe(429)
  })

  describe('that waits', () => {
    const WITHDRAWN = 'Hemos anulado el cambio de email que estaba sin confirmar'
    const email = newEmail()
    const password = 'otra-siesta-larga'
    beforeEach(() => put({ email }))

    it('is withdrawn by a password of who came by a mail, and the mail about that says so', async () => {
      const back = server.client()
      await back.resetPasswordForEmail(ana.email)
      const token = codeIn(await server.mails.newestTo(ana.email, 2))
      await back.verifyOtp({ email: ana.email, token, type: 'recovery' })
      const { data, error } = await back.updateUser({ password })
      expect([error, data.user?.new_email]).toEqual([null, undefined])
      expect((await server.mails.newestTo(ana.email, 3)).text).toContain(WITHDRAWN)
    })

    it.each([
      ['API', () => server.admin.updateUserById(ana.id, { password })],
      ['command', () => resetPassword(commandDesk(server.pool), { email: ana.email }, password)],
    ])('is withdrawn by a password that the administration sets by its %s', async (_, set) => {
      await set()
      const { data } = await server.admin.getUserById(ana.id)
      expect([data.user?.email, data.user?.new_email]).toEqual([ana.email, undefined])
    })

    it('goes on waiting with a password that is changed beside the one of before', async () => {
      expect((await put({ password })).body.new_email).toBe(email)
      expect((await server.mails.newestTo(ana.email, 2)).text).not.toContain(WITHDRAWN)
    })
  })

  it('can’t be asked for again at once; later the newer mails count, and both have to confirm anew', async () => {
    const email = newEmail()
    await put({ email })
    const soon = await put({ email: newEmail() })
    expect([soon.status, soon.body.code]).toEqual([429, 'over_email_send_rate_limit'])
    expect(soon.body.message).toMatch(
      /^For security purposes, you can only request this after (59|60) seconds\.$/,
    )
    const old = codeIn(await server.mails.newestTo(ana.email))
    await server.pool.query(`update auth.users set email_change_sent_at = null where id = $1`, [ana.id])
    await server.ask('/auth/v1/resend', { method: 'POST', body: { type: 'email_change', email: ana.email } })
    const [, fresh] = await server.mails.to(ana.email, 2)
    const code = codeIn(fresh ?? (await server.mails.newestTo(ana.email)))
    if (old !== code) {
      expect((await verify({ type: 'email_change', email: ana.email, token: old })).status).toBe(403)
    }
    const accepted = await verify({ type: 'email_change', email: ana.email, token: code })
    expect(accepted.body).toEqual(half)
  })

  it('that somebody else took meanwhile is refused, and nothing is changed', async () => {
    const email = newEmail()
    await put({ email })
    await verify({
      type: 'email_change',
      email: ana.email,
      token: codeIn(await server.mails.newestTo(ana.email)),
    })
    await server.createAccount(email)
    const late = await verify({
      type: 'email_change',
      email,
      token: codeIn(await server.mails.newestTo(email)),
    })
    expect([late.status, late.body.code]).toEqual([422, 'email_exists'])
    expect((await server.admin.getUserById(ana.id)).data.user?.email).toBe(ana.email)
  })

  it('is an anonymous user’s at once, where sign-ups need no confirmation', async () => {
    const own = await startTestServer({ AUTH_ANONYMOUS: 'on', AUTH_SIGNUP: 'on' })
    const { data } = await own.client().signInAnonymously()
    const token = data.session?.access_token ?? ''
    const bare = await put({ password: PASSWORD }, own, token)
    expect([bare.status, bare.body.code]).toEqual([422, 'validation_failed'])
    const email = newEmail()
    const { status, body } = await put({ email, password: PASSWORD }, own, token)
    expect([status, body.email, body.is_anonymous]).toEqual([200, email, false])
    expect((await own.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    await own.stop()
  })
})

describe('a new password', () => {
  it('voids what was mailed before', async () => {
    await server.ask('/auth/v1/recover', { method: 'POST', body: { email: ana.email } })
    const token = codeIn(await server.mails.newestTo(ana.email))
    expect((await put({ password: 'otra-siesta-larga' })).status).toBe(200)
    expect((await verify({ type: 'recovery', email: ana.email, token })).body.code).toBe('otp_expired')
  })

  it('voids the code that a mail’s link has brought and that waits to be exchanged', async () => {
    const verifier = 'v'.repeat(60)
    await server.ask('/auth/v1/recover', {
      method: 'POST',
      body: { email: ana.email, code_challenge: verifier, code_challenge_method: 'plain' },
    })
    const { headers } = await fetch(linkIn(await server.mails.newestTo(ana.email)), { redirect: 'manual' })
    const code = new URL(headers.get('location') ?? '').searchParams.get('code')
    expect(code).toMatch(/^[0-9a-f-]{36}$/)
    expect((await put({ password: 'otra-siesta-larga' })).status).toBe(200)
    const body = { auth_code: code, code_verifier: verifier }
    const late = await server.ask('/auth/v1/token?grant_type=pkce', { method: 'POST', body })
    expect([late.status, late.body.code]).toEqual([404, 'flow_state_not_found'])
  })

  it('needs nothing else of a person who came by a mail', async () => {
    await server.ask('/auth/v1/recover', { method: 'POST', body: { email: ana.email } })
    const client = server.client()
    const token = codeIn(await server.mails.newestTo(ana.email))
    await client.verifyOtp({ type: 'recovery', email: ana.email, token })
    expect((await client.updateUser({ password: 'otra-siesta-larga' })).error).toBeNull()
    const { error } = await server
      .client()
      .signInWithPassword({ email: ana.email, password: 'otra-siesta-larga' })
    expect(error).toBeNull()
  })
})

it.each([{ password: 'otra-siesta-larga' }, { email: 'otra@example.com' }, { phone: '34600000009' }])(
  'a session without the second factor changes nothing of an account that has one: %j',
  async (change) => {
    await server.pool.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'verified')`,
      [randomUUID(), ana.id],
    )
    const { status, body } = await put(change)
    expect([status, body]).toEqual([
      401,
      {
        code: 'insufficient_aal',
        message: 'AAL2 session is required to update email or password when MFA is enabled.',
      },
    ])
    expect((await put({ data: { a: 1 } })).status).toBe(200)
  },
)

describe('reauthentication', () => {
  let lea: Account
  let old: string

  beforeEach(async () => {
    lea = await strict.createAccount()
    const signedIn = await strict.signIn(lea)
    old = signedIn.access_token
    await strict.pool.query(
      `update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
        where session_id in (select id from auth.sessions where user_id = $1)`,
      [lea.id],
    )
  })
  const change = (extra: object) =>
    put({ password: 'otra-siesta-larga', current_password: PASSWORD, ...extra }, strict, old)

  it('is asked of a session older than ten minutes, and its code counts once', async () => {
    const needed = await change({})
    expect([needed.status, needed.body]).toEqual([
      400,
      { code: 'reauthentication_needed', message: 'Password update requires reauthentication' },
    ])
    const { status, body } = await reauthenticate(strict, old)
    expect([status, body]).toEqual([200, {}])
    const mail = await strict.mails.newestTo(lea.email)
    const code = codeIn(mail)
    expect(mail.subject).toBe(`${code} es tu código de Nana`)
    expect(mail.text).not.toContain('/verify')
    const wrong = await change({ nonce: code === '000000' ? '000001' : '000000' })
    expect([wrong.status, wrong.body]).toEqual([
      422,
      { code: 'reauthentication_not_valid', message: 'Nonce has expired or is invalid' },
    ])
    expect((await change({ nonce: code })).status).toBe(200)
    const again = await put(
      { password: 'tercera-siesta', current_password: 'otra-siesta-larga', nonce: code },
      strict,
      old,
    )
    expect(again.body.code).toBe('reauthentication_not_valid')
  })

  it('mails another code at once to whoever has spent the last one', async () => {
    await reauthenticate(strict, old)
    const spent = codeIn(await strict.mails.newestTo(lea.email))
    expect((await change({ nonce: spent })).status).toBe(200)
    expect((await reauthenticate(strict, old)).status).toBe(200)
    expect((await reauthenticate(strict, old)).status).toBe(429)
  })

  it('without its code nobody learns whether a password is the present one', async () => {
    const refused = [
      await change({ nonce: '000000', password: PASSWORD }),
      await change({ nonce: '000000', current_password: 'no-es-esta' }),
      await change({ nonce: '000000' }),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [422, 'reauthentication_not_valid']),
    )
  })

  it('its code stays good for whoever entered the present password once more', async () => {
    await reauthenticate(strict, old)
    const code = codeIn(await strict.mails.newestTo(lea.email))
    expect((await change({ nonce: code, password: PASSWORD })).body.code).toBe('same_password')
    expect((await change({ nonce: code })).status).toBe(200)
  })

  it('is not asked of a new session', async () => {
    const fresh = await strict.signIn(lea)
    const body = { password: 'otra-siesta-larga', current_password: PASSWORD }
    expect((await put(body, strict, fresh.access_token)).status).toBe(200)
  })

  it('opens no session', async () => {
    await reauthenticate(strict, old)
    const token = codeIn(await strict.mails.newestTo(lea.email))
    for (const type of ['email', 'recovery', 'signup']) {
      const answer = await strict.ask('/auth/v1/verify', {
        method: 'POST',
        body: { type, email: lea.email, token },
      })
      expect(answer.body.code).toBe('otp_expired')
    }
  })

  it('is mailed once a minute', async () => {
    const client = strict.client()
    await client.setSession(await strict.signIn(lea))
    expect((await client.reauthenticate()).error).toBeNull()
    expect((await client.reauthenticate()).error).toMatchObject({
      status: 429,
      code: 'over_email_send_rate_limit',
    })
  })

  it('is only for those whose address is proved', async () => {
    await strict.pool.query('update auth.users set email_confirmed_at = null where id = $1', [lea.id])
    const { status, body } = await reauthenticate(strict, old)
    expect([status, body]).toEqual([
      422,
      { code: 'email_not_confirmed', message: 'Please verify your email first.' },
    ])
    expect((await strict.ask('/auth/v1/reauthenticate')).status).toBe(401)
  })

  it.each([
    ['', 'current_password_required'],
    ['nonsense', 'current_password_invalid'],
  ])('does not replace the present password: «%s» is refused as %s', async (current, code) => {
    const fresh = await strict.signIn(lea)
    const answer = await put(
      { password: 'otra-siesta-larga', current_password: current },
      strict,
      fresh.access_token,
    )
    expect([answer.status, answer.body]).toEqual([
      400,
      { code, message: 'Current password required when setting new password.' },
    ])
  })
})
