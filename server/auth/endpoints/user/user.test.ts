import type { Session } from '@supabase/auth-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Account,
  bearer,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts'

let server: TestServer
let ana: Account
let session: Session

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ana = await server.createAccount()
  session = await server.signIn(ana)
})

const get = (headers: Record<string, string> = {}) =>
  server.ask('/auth/v1/user', { headers: { ...bearer(session.access_token), ...headers } })
const put = (body: unknown) =>
  server.ask('/auth/v1/user', {
    method: 'PUT',
    headers: bearer(session.access_token),
    body: JSON.stringify(body),
  })
const signIn = (password: string) =>
  server.ask('/auth/v1/token?grant_type=password', { method: 'POST', body: { email: ana.email, password } })

describe('reading the user', () => {
  it('gives the same user as signing in', async () => {
    const { status, body } = await get()
    expect(status).toBe(200)
    expect(body).toEqual(session.user)
  })

  it('refuses a token for another audience than the one that is named', async () => {
    expect((await get({ 'X-JWT-AUD': 'authenticated' })).status).toBe(200)
    const other = await get({ 'X-JWT-AUD': 'other' })
    expect([other.status, other.body]).toEqual([
      400,
      { code: 'validation_failed', message: "Token audience doesn't match request audience" },
    ])
  })
})

describe('changing metadata', () => {
  it('merges them, and null removes a key', async () => {
    const client = server.client()
    await client.setSession(session)
    await client.updateUser({ data: { baby: 'Leo', nested: { a: 1 }, gone: true } })
    const { data, error } = await client.updateUser({ data: { nested: { b: 2 }, gone: null } })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toMatchObject({ baby: 'Leo', nested: { b: 2 }, sub: ana.id })
    expect(data.user?.user_metadata).not.toHaveProperty('gone')
    expect((await get()).body.user_metadata).toEqual(data.user?.user_metadata)
  })

  it('keeps odd keys as they are', async () => {
    const data = { constructor: 'a', toString: 'b', 'ñ "quoted" {1,2}': 'c' }
    const { status, body } = await put({ data: { ...data, 'a,b': null } })
    expect(status).toBe(200)
    expect(body.user_metadata).toMatchObject(data)
  })

  it('refuses more than can travel in a token', async () => {
    const { status, body } = await put({ data: { story: 'x'.repeat(9000) } })
    expect([status, body.code]).toEqual([422, 'validation_failed'])
    expect((await get()).body.user_metadata).not.toHaveProperty('story')
  })

  it('refuses app_metadata, and then applies nothing else', async () => {
    const { status, body } = await put({ app_metadata: { role: 'admin' }, data: { a: 1 } })
    expect([status, body]).toEqual([
      403,
      { code: 'not_admin', message: 'Updating app_metadata requires admin privileges' },
    ])
    expect((await get()).body.user_metadata).not.toHaveProperty('a')
  })

  it('succeeds with nothing to change', async () => {
    const { status, body } = await put({
      email: null,
      password: null,
      data: null,
      app_metadata: null,
      email_: 1,
    })
    expect(status).toBe(200)
    expect(body.id).toBe(ana.id)
  })
})

describe('a new password', () => {
  it('opens the account from now on, ends every other session and keeps this one', async () => {
    const other = await server.signIn(ana)
    const client = server.client()
    await client.setSession(session)
    const { error } = await client.updateUser({ password: 'otra-siesta-larga' })
    expect(error).toBeNull()
    expect((await signIn(PASSWORD)).body.code).toBe('invalid_credentials')
    expect((await signIn('otra-siesta-larga')).status).toBe(200)
    expect((await get()).status).toBe(200)
    const elsewhere = await server.ask('/auth/v1/user', { headers: bearer(other.access_token) })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'session_not_found'])
    const records = await server.ask('/rest/v1/sleep_records', { headers: bearer(other.access_token) })
    expect(records.status).toBe(401)
  })

  it('is kept as an argon2id hash', async () => {
    await put({ password: 'otra-siesta-larga' })
    const { rows } = await server.pool.query(
      'select encrypted_password as hash from auth.users where id = $1',
      [ana.id],
    )
    expect(rows[0].hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it.each([
    [
      PASSWORD,
      422,
      { code: 'same_password', message: 'New password should be different from the old password.' },
    ],
    [
      'a'.repeat(73),
      400,
      { code: 'validation_failed', message: 'Password cannot be longer than 72 characters' },
    ],
    [
      'ñ'.repeat(37),
      400,
      { code: 'validation_failed', message: 'Password cannot be longer than 72 characters' },
    ],
    [
      '7 chars',
      422,
      {
        code: 'weak_password',
        message: 'Password should be at least 8 characters.',
        weak_password: { reasons: ['length'] },
      },
    ],
    [
      '',
      422,
      {
        code: 'weak_password',
        message: 'Password should be at least 8 characters.',
        weak_password: { reasons: ['length'] },
      },
    ],
  ])('is refused if it is «%s»', async (password, status, body) => {
    const answer = await put({ password })
    expect([answer.status, answer.body]).toEqual([status, body])
    expect((await signIn(PASSWORD)).status).toBe(200)
  })

  it('that is too weak is refused to the official client with its reasons', async () => {
    const client = server.client()
    await client.setSession(session)
    const { error } = await client.updateUser({ password: 'corta' })
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['length'] })
  })
})

describe('a new address or number', () => {
  it.each([
    [
      { email: 'not an address' },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [{ email: `${'a'.repeat(250)}@example.com` }, 400, 'validation_failed', 'An email address is too long'],
    [{ phone: 'x' }, 400, 'validation_failed', 'Invalid phone number format (E.164 required)'],
    [{ phone: '+34 600 000 000' }, 422, 'phone_provider_disabled', 'Phone changes are disabled'],
  ])('is refused for %.60j', async (change, status, code, message) => {
    const answer = await put({ ...change, data: { a: 1 } })
    expect([answer.status, answer.body]).toEqual([status, { code, message }])
    expect((await get()).body.user_metadata).not.toHaveProperty('a')
  })

  it('is refused when the address is somebody else’s', async () => {
    const bea = await server.createAccount()
    const answer = await put({ email: bea.email.toUpperCase() })
    expect([answer.status, answer.body]).toEqual([
      422,
      { code: 'email_exists', message: 'A user with this email address has already been registered' },
    ])
  })

  it('is refused when the number is somebody else’s', async () => {
    const bea = await server.createAccount()
    await server.admin.updateUserById(bea.id, { phone: '34600000077' })
    const answer = await put({ phone: '+34 600000077' })
    expect([answer.status, answer.body]).toEqual([
      422,
      { code: 'phone_exists', message: 'A user with this phone number has already been registered' },
    ])
  })

  it('changes nothing when it is the present address', async () => {
    expect((await put({ email: ana.email.toUpperCase() })).status).toBe(200)
  })

  it('is refused to an account that a company manages', async () => {
    await server.pool.query('update auth.users set is_sso_user = true where id = $1', [ana.id])
    const answer = await put({ password: 'otra-siesta-larga' })
    expect([answer.status, answer.body.code]).toEqual([422, 'user_sso_managed'])
  })
})
