import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAML_SETTINGS } from '../../testing/saml-settings.ts'
import {
  type Account,
  bearer,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { totpCode } from '../../testing/totp-code.ts'

let server: TestServer
let ana: Account
let token: string

beforeAll(async () => {
  server = await startTestServer({ ...SAML_SETTINGS, AUTH_SIGNUP: 'on' })
  ana = await server.createAccount()
  token = (await server.signIn(ana)).access_token
})
afterAll(() => server.stop())

const READS_A_BODY = [
  ['POST', 'signup'],
  ['POST', 'token?grant_type=password'],
  ['POST', 'token?grant_type=refresh_token'],
  ['POST', 'token?grant_type=pkce'],
  ['POST', 'token?grant_type=id_token'],
  ['POST', 'otp'],
  ['POST', 'recover'],
  ['POST', 'resend'],
  ['POST', 'verify'],
  ['POST', 'sso'],
  ['POST', 'factors'],
  ['PUT', 'user'],
] as const
const send = (method: string, path: string, body: BodyInit) =>
  server.ask(`/auth/v1/${path}`, { method, headers: bearer(token), body, redirect: 'manual' })

describe.each(READS_A_BODY)('%s %s', (method, path) => {
  it('refuses a body of 10 MB', async () => {
    const { status, body } = await send(method, path, 'x'.repeat(10 * 1024 * 1024))
    expect([status, body]).toEqual([
      413,
      { code: 'request_entity_too_large', message: 'Request body too large (max 1048576 bytes)' },
    ])
  })

  it('refuses a body of 1,000 levels, and text that PostgreSQL can’t store', async () => {
    const deep = `{"data":${'['.repeat(1000)}${']'.repeat(1000)}}`
    for (const text of [deep, '{"email":"a\\u0000b@c.d"}', '{"\\u0000":1}', '{"data":{"x":"\\ud800"}}']) {
      const { status, body } = await send(method, path, text)
      expect([status, body.code]).toEqual([400, 'bad_json'])
    }
  })
})

describe('a form', () => {
  it.each(['callback', 'sso/saml/acs'])('for %s is refused at 10 MB', async (path) => {
    const response = await server.fetch(`/auth/v1/${path}`, {
      method: 'POST',
      body: 'x'.repeat(10 * 1024 * 1024),
      redirect: 'manual',
    })
    expect(response.status).toBe(413)
  })
})

describe('a query with a NUL byte', () => {
  it.each([
    'authorize?provider=%00',
    'authorize?provider=google%00&redirect_to=%00',
    'callback?state=%00',
    'callback?state=x&error=%00',
    'verify?token=%00&type=signup',
    'verify?token=pkce_%00&type=%00&redirect_to=%00',
    'user?apikey=%00',
    'admin/users?page=%00',
    'factors/%00/verify',
  ])('is answered below 500: %s', async (path) => {
    const response = await server.fetch(`/auth/v1/${path}`, { redirect: 'manual' })
    expect(response.status).toBeLessThan(500)
    await response.text()
  })
})

describe('a password of 10,000 characters', () => {
  const long = 'contraseña '.repeat(1000)

  it('can’t be set, and signs nobody in', async () => {
    const unfit = { code: 'validation_failed', message: 'Password cannot be longer than 72 characters' }
    const signup = await send('POST', 'signup', JSON.stringify({ email: 'x@example.com', password: long }))
    expect([signup.status, signup.body]).toEqual([400, unfit])
    const change = await send('PUT', 'user', JSON.stringify({ password: long }))
    expect([change.status, change.body]).toEqual([400, unfit])
    const body = JSON.stringify({ email: ana.email, password: long })
    const signIn = await send('POST', 'token?grant_type=password', body)
    expect([signIn.status, signIn.body.code]).toEqual([400, 'invalid_credentials'])
  })
})

describe('guessing', () => {
  let limited: TestServer
  const OWNER = { 'X-Real-IP': '192.0.2.1' }
  const THIEF = { 'X-Real-IP': '192.0.2.2' }

  beforeAll(async () => {
    limited = await startTestServer({ AUTH_RATE_LIMITS: 'on', TRUSTED_IP_HEADER: 'X-Real-IP' })
  })
  afterAll(() => limited.stop())

  const post = (path: string, body: object, headers: Record<string, string>) =>
    limited.ask(`/auth/v1/${path}`, { method: 'POST', body, headers })
  const signIn = async (email: string, password: string, headers: Record<string, string>) =>
    post('token?grant_type=password', { email, password }, headers)

  it('passwords ends in 429, while the owner signs in from elsewhere', async () => {
    const { email } = await limited.createAccount()
    const guesses = []
    for (let i = 0; i < 45; i++) guesses.push((await signIn(email, `guess ${i}`, THIEF)).status)
    expect(guesses).toContain(429)
    expect(guesses.slice(0, 20)).toEqual(Array(20).fill(400))
    expect((await signIn(email, PASSWORD, OWNER)).status).toBe(200)
  })

  it('the codes of a second factor ends in 429, while the owner gets through', async () => {
    const { email } = await limited.createAccount()
    const open = async (headers: Record<string, string>) => {
      const { body } = await signIn(email, PASSWORD, headers)
      return { ...headers, ...bearer(String(body.access_token)) }
    }
    const owner = await open(OWNER)
    const { body } = await post('factors', { factor_type: 'totp' }, owner)
    const id = String(body.id)
    const { secret } = body.totp as { secret: string } // The answer's form is fixed (wire 2.9, factors).
    const attempt = async (headers: Record<string, string>, code: string) => {
      const challenge = await post(`factors/${id}/challenge`, {}, headers)
      return post(`factors/${id}/verify`, { challenge_id: challenge.body.id, code }, headers)
    }
    expect((await attempt(owner, totpCode(secret))).status).toBe(200)

    const thief = await open({ 'X-Real-IP': '192.0.2.3' })
    const statuses = []
    for (let i = 0; i < 45; i++) statuses.push((await attempt(thief, 'abcdef')).status)
    expect(statuses).toContain(429)
    const again = await open(OWNER)
    // Each step's code counts once, so the owner takes the code of the next step.
    expect((await attempt(again, totpCode(secret, Date.now() / 1000 + 30))).status).toBe(200)
  })

  it('who has an account gives the same answer each time', async () => {
    const { email } = await limited.createAccount()
    const known = await signIn(email, 'no-es-esta', { 'X-Real-IP': '192.0.2.4' })
    const unknown = await signIn(`${randomUUID()}@example.com`, 'no-es-esta', { 'X-Real-IP': '192.0.2.4' })
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    const names = (headers: Headers) => [...headers.keys()].sort((a, b) => a.localeCompare(b))
    expect(names(known.headers)).toEqual(names(unknown.headers))
  })
})
