import { hash } from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ AUTH_SIGNUP: 'on' })
})
afterAll(() => server.stop())

const signIn = (email: string, password: string) =>
  server.ask('/auth/v1/token?grant_type=password', { method: 'POST', body: { email, password } })
const storedHash = async (email: string) => {
  const { rows } = await server.pool.query<{ encrypted_password: string }>(
    'select encrypted_password from auth.users where email = $1',
    [email],
  )
  return rows[0]?.encrypted_password ?? ''
}
async function imported(hashed: string): Promise<string> {
  const { email } = await server.createAccount()
  await server.pool.query('update auth.users set encrypted_password = $2 where email = $1', [email, hashed])
  return email
}

describe('an imported bcrypt hash', () => {
  it.each(['$2a$', '$2b$', '$2y$'])(
    'with the prefix %s signs in, and is argon2id from then on',
    async (prefix) => {
      const email = await imported((await hash(PASSWORD, 5)).replace(/^\$2.\$/, prefix))
      expect((await signIn(email, 'no-es-esta')).body.code).toBe('invalid_credentials')
      expect(await storedHash(email)).toMatch(/^\$2/)
      expect((await signIn(email, PASSWORD)).status).toBe(200)
      expect(await storedHash(email)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      expect((await signIn(email, PASSWORD)).status).toBe(200)
    },
  )

  it('that would take minutes to check is never compared', async () => {
    const email = await imported((await hash(PASSWORD, 5)).replace('$05$', '$31$'))
    expect((await signIn(email, PASSWORD)).body.code).toBe('invalid_credentials')
  })
})

it('an argon2 hash with weaker parameters is written anew at the next sign-in', async () => {
  const { hash: argon2 } = await import('@node-rs/argon2')
  const email = await imported(await argon2(PASSWORD, { memoryCost: 1024, timeCost: 1, parallelism: 1 }))
  expect((await signIn(email, PASSWORD)).status).toBe(200)
  expect(await storedHash(email)).toMatch(/m=19456,t=2,p=1/)
})

describe('a password that is guessed first', () => {
  const message = 'Password is known to be weak and easy to guess, please choose a different one.'

  it.each([
    ['contraseña1', 'nueva@example.com', ['pwned'], message],
    ['Nana2025', 'nueva@example.com', ['pwned'], message],
    ['lucia.perez', 'lucia.perez@example.com', ['pwned'], message],
    [
      '1234',
      'nueva@example.com',
      ['length', 'pwned'],
      `Password should be at least 8 characters. ${message}`,
    ],
  ])('such as %s can’t be set for %s', async (password, email, reasons, text) => {
    const answer = await server.ask('/auth/v1/signup', { method: 'POST', body: { email, password } })
    expect([answer.status, answer.body]).toEqual([
      422,
      { code: 'weak_password', message: text, weak_password: { reasons } },
    ])
    const { error } = await server.client().signUp({ email, password })
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons })
  })

  it('still signs in where it was set before, and the client is told', async () => {
    const email = await imported(await hash('contraseña1', 5))
    expect((await signIn(email, 'contraseña1')).body.weak_password).toEqual({ message, reasons: ['pwned'] })
  })

  it('can be set where the administrator allows it', async () => {
    const lenient = await startTestServer({ AUTH_SIGNUP: 'on', AUTH_REFUSE_COMMON_PASSWORDS: 'off' })
    const body = { email: 'nueva@example.com', password: 'contraseña1' }
    expect((await lenient.ask('/auth/v1/signup', { method: 'POST', body })).status).toBe(200)
    await lenient.stop()
  })
})
