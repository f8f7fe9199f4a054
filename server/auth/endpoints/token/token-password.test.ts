import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Account,
  bearer,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts'

let server: TestServer
let ana: Account

beforeAll(async () => {
  server = await startTestServer()
  ana = await server.createAccount('Ana@example.com'.toLowerCase())
})
afterAll(() => server.stop())

const signIn = (body: object) => server.ask('/auth/v1/token?grant_type=password', { method: 'POST', body })

describe('signing in', () => {
  it('opens a session for the official client', async () => {
    const client = server.client()
    const { data, error } = await client.signInWithPassword({ email: ana.email, password: PASSWORD })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(ana.id)
    expect(data.session?.expires_in).toBe(3600)
    const { data: seen } = await client.getUser()
    expect(seen.user?.email).toBe(ana.email)
  })

  it('gives claims that the client verifies itself, with the published key', async () => {
    const client = server.client()
    await client.signInWithPassword({ email: ana.email, password: PASSWORD })
    const { data, error } = await client.getClaims()
    expect(error).toBeNull()
    expect(data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' })
    expect(data?.claims).toMatchObject({
      iss: `${server.url}/auth/v1`,
      sub: ana.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: ana.email,
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
    })
  })

  it('answers with the user, without anything empty or secret', async () => {
    const { body } = await signIn({ email: ana.email, password: PASSWORD })
    const user = body.user as Record<string, unknown>
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
    expect(user).toEqual({
      id: ana.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: ana.email,
      email_confirmed_at: time,
      phone: '',
      confirmed_at: time,
      last_sign_in_at: time,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { sub: ana.id, email: ana.email, email_verified: true, phone_verified: false },
      identities: [
        {
          identity_id: expect.any(String),
          id: ana.id,
          user_id: ana.id,
          identity_data: { sub: ana.id, email: ana.email, email_verified: true, phone_verified: false },
          provider: 'email',
          last_sign_in_at: time,
          created_at: time,
          updated_at: time,
          email: ana.email,
        },
      ],
      created_at: time,
      updated_at: time,
      is_anonymous: false,
    })
  })

  it('ignores the case of the address, and fields it does not know', async () => {
    const answer = await signIn({
      email: ana.email.toUpperCase(),
      password: PASSWORD,
      gotrue_meta_security: { captcha_token: null },
      code_challenge: null,
    })
    expect(answer.status).toBe(200)
    expect(answer.body.token_type).toBe('bearer')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('tells of a password that is weaker than the rules of today, and lets it in', async () => {
    const old = await startTestServer({ AUTH_MIN_PASSWORD: '30' })
    const account = await old.createAccount()
    const { data } = await old.client().signInWithPassword({ email: account.email, password: PASSWORD })
    expect(data.session).not.toBeNull()
    expect(data.weakPassword).toEqual({
      message: 'Password should be at least 30 characters.',
      reasons: ['length'],
    })
    await old.stop()
  })
})

describe('the password grant', () => {
  const wrong = { code: 'invalid_credentials', message: 'Invalid login credentials' }

  it.each([
    [
      { email: 'a@b.co', phone: '1', password: 'x' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on login.',
    ],
    [{ password: 'x' }, 400, 'validation_failed', 'missing email or phone'],
    [{ phone: '34600000000', password: 'x' }, 422, 'phone_provider_disabled', 'Phone logins are disabled'],
    [{ email: 'nobody@example.com', password: 'x' }, 400, wrong.code, wrong.message],
    [{ email: 'nobody@example.com' }, 400, wrong.code, wrong.message],
    [{ email: 'not an address', password: 'x' }, 400, wrong.code, wrong.message],
    [{ email: 'ana@example.com', password: 'wrong' }, 400, wrong.code, wrong.message],
    [{ email: 'ana@example.com', password: null }, 400, wrong.code, wrong.message],
    [{ email: 'ana@example.com', password: 'a'.repeat(10_000) }, 400, wrong.code, wrong.message],
  ])('refuses %.80j', async (body, status, code, message) => {
    const answer = await signIn(body)
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ code, message })
    expect(answer.headers.get('x-sb-error-code')).toBe(code)
  })

  it('tells a banned account that it is banned, before looking at its password', async () => {
    const { email } = await server.createAccount()
    await server.pool.query(
      `update auth.users set banned_until = now() + interval '1 day' where email = $1`,
      [email],
    )
    const answer = await signIn({ email, password: 'wrong' })
    expect([answer.status, answer.body]).toEqual([400, { code: 'user_banned', message: 'User is banned' }])
  })

  it('tells an unconfirmed account that it is unconfirmed, after looking at its password', async () => {
    const { email } = await server.createAccount()
    await server.pool.query('update auth.users set email_confirmed_at = null where email = $1', [email])
    expect((await signIn({ email, password: 'wrong' })).body).toEqual(wrong)
    const answer = await signIn({ email, password: PASSWORD })
    expect([answer.status, answer.body]).toEqual([
      400,
      { code: 'email_not_confirmed', message: 'Email not confirmed' },
    ])
  })

  it('treats an account without a password, or with a hash of another kind, as unknown', async () => {
    for (const hash of [null, '', '$2a$10$abcdefghijklmnopqrstuuKq1', '$argon2id$broken']) {
      const { email } = await server.createAccount()
      await server.pool.query('update auth.users set encrypted_password = $2 where email = $1', [email, hash])
      const answer = await signIn({ email, password: PASSWORD })
      expect([answer.status, answer.body]).toEqual([400, wrong])
    }
  })

  it.each(['', 'nonsense', 'PASSWORD'])('does not exist under the name %s', async (grant) => {
    const answer = await server.ask(`/auth/v1/token?grant_type=${grant}`, { method: 'POST', body: {} })
    expect([answer.status, answer.body]).toEqual([
      400,
      { code: 'invalid_credentials', message: 'unsupported_grant_type' },
    ])
  })
})

describe('a grant that needs what is not set up', () => {
  const ask = (grant: string, body: object) =>
    server.ask(`/auth/v1/token?grant_type=${grant}`, { method: 'POST', body })

  it('says so, if it is a wallet’s', async () => {
    const answer = await ask('web3', { chain: 'solana', message: 'x', signature: 'y' })
    expect([answer.status, answer.body]).toEqual([
      422,
      { code: 'web3_provider_disabled', message: 'Web3 provider is disabled' },
    ])
  })

  it('refuses every code, if it is pkce', async () => {
    const empty = await ask('pkce', { auth_code: 'x', code_verifier: '' })
    expect([empty.status, empty.body]).toEqual([
      400,
      {
        code: 'validation_failed',
        message: 'invalid request: both auth code and code verifier should be non-empty',
      },
    ])
    const unknown = await ask('pkce', { auth_code: 'x', code_verifier: 'y' })
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { code: 'flow_state_not_found', message: 'invalid flow state, no valid flow state found' },
    ])
  })

  it('refuses every provider, if it is id_token', async () => {
    const missing = await ask('id_token', { provider: 'google' })
    expect([missing.status, missing.body]).toEqual([
      400,
      { error: 'invalid request', error_description: 'id_token required' },
    ])
    const disabled = await ask('id_token', { provider: 'google', id_token: 'x' })
    expect([disabled.status, disabled.body]).toEqual([
      400,
      {
        code: 'provider_disabled',
        message: 'Provider (issuer "https://accounts.google.com") is not enabled',
      },
    ])
    const unknown = await ask('id_token', { provider: 'constructor', id_token: 'x' })
    expect([unknown.status, unknown.body]).toEqual([
      400,
      { code: 'validation_failed', message: 'Custom OIDC provider "constructor" not allowed' },
    ])
  })
})

describe('an open session', () => {
  it('reads the table API as its user, and no more once it is ended', async () => {
    const session = await server.signIn(ana)
    const read = () => server.ask('/rest/v1/sleep_records', { headers: bearer(session.access_token) })
    expect((await read()).status).toBe(200)
    await server.ask('/auth/v1/logout', { method: 'POST', headers: bearer(session.access_token) })
    const refused = await read()
    expect([refused.status, refused.body.code]).toEqual([401, 'PGRST301'])
  })
})
