import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let closed: TestServer
let open: TestServer

beforeAll(async () => {
  closed = await startTestServer()
  open = await startTestServer({ AUTH_SIGNUP: 'on' })
})
afterAll(async () => {
  await closed.stop()
  await open.stop()
})

const signup = (server: TestServer, body: object) => server.ask('/auth/v1/signup', { method: 'POST', body })
const complete = { email: 'new@example.com', password: 'siesta-larga' }

describe('signing up by default', () => {
  it.each([
    [{}, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
    [complete, 'signup_disabled', 'Signups not allowed for this instance'],
    [{ email: 'x' }, 'signup_disabled', 'Signups not allowed for this instance'],
    [{ phone: 'x', password: '1' }, 'signup_disabled', 'Signups not allowed for this instance'],
  ])('is refused for %j', async (body, code, message) => {
    const answer = await signup(closed, body)
    expect([answer.status, answer.body]).toEqual([422, { code, message }])
  })

  it('is said to be off by the settings, and to be on where it is', async () => {
    expect((await closed.ask('/auth/v1/settings')).body).toMatchObject({
      external: { email: true, phone: false, anonymous_users: false, google: false },
      disable_signup: true,
      saml_enabled: false,
    })
    expect((await open.ask('/auth/v1/settings')).body).toMatchObject({
      disable_signup: false,
      mailer_autoconfirm: true,
    })
  })
})

describe('signing up with AUTH_SIGNUP=on', () => {
  const challenge = 'a'.repeat(43)
  const invalid = (message: string) => [400, { code: 'validation_failed', message }]

  it.each([
    [{ email: 'x' }, invalid('Signup requires a valid password')],
    [{ ...complete, password: 'short' }, [422, expect.objectContaining({ code: 'weak_password' })]],
    [{ ...complete, password: 'a'.repeat(73) }, invalid('Password cannot be longer than 72 characters')],
    [
      { ...complete, phone: '1' },
      invalid('Only an email address or phone number should be provided on signup.'),
    ],
    [
      { phone: '34600000000', password: 'siesta-larga', code_challenge: challenge },
      invalid('PKCE not supported for phone signups'),
    ],
    [
      { phone: '34600000000', password: 'siesta-larga' },
      [400, { code: 'phone_provider_disabled', message: 'Phone signups are disabled' }],
    ],
    // A megabyte of words to be looked for in the password would stop everybody's server.
    [
      { email: `lola.noche.${'x'.repeat(240)}@x.es`, password: 'lola-noche' },
      invalid('An email address is too long'),
    ],
    [
      { email: 'lola.noche@', password: 'lola-noche' },
      [422, expect.objectContaining({ code: 'weak_password' })],
    ],
    [{ ...complete, email: 'not an address' }, invalid('Unable to validate email address: invalid format')],
    [
      { ...complete, data: { biography: 'ñ'.repeat(4096) } },
      [422, { code: 'validation_failed', message: 'User metadata is over 8192 bytes' }],
    ],
    [
      { ...complete, code_challenge: challenge },
      invalid('PKCE flow requires code_challenge_method and code_challenge'),
    ],
    [
      { ...complete, code_challenge_method: 's256' },
      invalid('PKCE flow requires code_challenge_method and code_challenge'),
    ],
    [
      { ...complete, code_challenge: 'short', code_challenge_method: 'S256' },
      invalid('code challenge has to be between 43 and 128 characters'),
    ],
    [
      { ...complete, code_challenge: `${challenge}ñ`, code_challenge_method: 'plain' },
      invalid(
        'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
      ),
    ],
  ])('is refused for %.80j', async (body, expected) => {
    const answer = await signup(open, body)
    expect([answer.status, answer.body]).toEqual(expected)
  })

  it('makes an account that is signed in at once', async () => {
    const client = open.client()
    const { data, error } = await client.signUp({
      ...complete,
      options: { data: { name: 'Ana', email: 'false@x.co' } },
    })
    expect(error).toBeNull()
    expect(data.session?.user.user_metadata).toMatchObject({ name: 'Ana', email: complete.email })
    expect((await client.getUser()).data.user?.last_sign_in_at).toEqual(data.user?.last_sign_in_at)
  })

  it('makes one account of two requests at once, and none for an address that is taken', async () => {
    const twice = { email: 'twice@example.com', password: 'siesta-larga' }
    const answers = await Promise.all([signup(open, twice), signup(open, twice)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    const taken = await signup(open, { ...twice, email: 'TWICE@example.com' })
    expect([taken.status, taken.body]).toEqual([
      422,
      { code: 'user_already_exists', message: 'User already registered' },
    ])
  })

  it('lets nobody choose their own role or confirmation', async () => {
    const { body } = await signup(open, {
      email: 'sly@example.com',
      password: 'siesta-larga',
      role: 'service_role',
      aud: 'x',
      app_metadata: { admin: true },
      data: { sub: 'x' },
    })
    expect(body.user).toMatchObject({
      role: 'authenticated',
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    expect(body.user).not.toMatchObject({ user_metadata: { sub: 'x' } })
  })
})
