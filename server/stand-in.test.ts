import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { AuthClient, GoTrueAdminApi } from '@supabase/auth-js'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadConfig } from './settings/config.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

// With the right settings the server can replace the reference auth server: it answers at the root, without a gateway,
// and with keys that somebody else chose.

const SECRET = '37c304f8-51aa-419a-a1af-06154e63707a'
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    AUTH_AT_ROOT: 'on',
    AUTH_API_KEY_CHECK: 'off',
    AUTH_SIGNUP: 'on',
    AUTH_ANONYMOUS: 'on',
    AUTH_RATE_LIMITS: 'off',
    AUTH_MIN_PASSWORD: '6',
    AUTH_REFUSE_COMMON_PASSWORDS: 'off',
    JWT_SECRET: SECRET,
    AUTH_JWT_KEYS: JSON.stringify([
      { ...privateKey.export({ format: 'jwk' }), kid: 'theirs', alg: 'RS256', key_ops: ['sign', 'verify'] },
    ]),
  })
})
afterAll(() => server.stop())

const client = () => new AuthClient({ url: server.url, autoRefreshToken: false, persistSession: false })
async function admin(claims: Record<string, unknown>) {
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(SECRET))
  return new GoTrueAdminApi({ url: server.url, headers: { Authorization: `Bearer ${token}` } })
}

it('signs people up, in and out at the root, with a key that somebody else chose', async () => {
  const auth = client()
  const email = `${randomUUID()}@example.com`
  const { data, error } = await auth.signUp({ email, password: 'password' })
  expect(error).toBeNull()
  expect(data.session?.access_token).toEqual(expect.any(String))
  const claims = await auth.getClaims(data.session?.access_token)
  expect(claims.data).toMatchObject({ header: { alg: 'RS256', kid: 'theirs' }, claims: { iss: server.url } })
  expect((await auth.signInWithPassword({ email, password: 'password' })).error).toBeNull()
  expect((await auth.signInAnonymously()).data.user?.is_anonymous).toBe(true)
  expect((await auth.signOut()).error).toBeNull()
})

it.each([{ role: 'service_role' }, { role: 'supabase_admin', sub: '1234567890' }])(
  'accepts an administrator’s token with the claims %j',
  async (claims) => {
    const api = await admin(claims)
    const email = `${randomUUID()}@example.com`
    const created = await api.createUser({ email, password: '123456', email_confirm: true })
    expect(created.error).toBeNull()
    const listed = await api.listUsers({ perPage: 1000 })
    expect(listed.data.users.map((user) => user.email)).toContain(email)
    const link = await api.generateLink({ type: 'recovery', email })
    expect(link.data.properties?.action_link).toMatch(`${server.url}/verify?token=`)
  },
)

it('answers as the reference server does on paths without an endpoint', async () => {
  expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({ name: 'GoTrue' })
  expect((await fetch(`${server.url}/`)).status).toBe(404)
  const refused = await fetch(`${server.url}/user`)
  expect([refused.status, await refused.json()]).toMatchObject([401, { error_code: 'no_authorization' }])
  expect((await fetch(`${server.url}/rest/v1/sleep_records`)).status).toBe(200)
})

it('refuses to stand at the root while API keys are asked for', () => {
  expect(() => loadConfig({ AUTH_AT_ROOT: 'on' })).toThrow('AUTH_AT_ROOT=on necesita AUTH_API_KEY_CHECK=off')
})
