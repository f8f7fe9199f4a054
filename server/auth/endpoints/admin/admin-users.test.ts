import { randomUUID } from 'node:crypto'
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

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ana = await server.createAccount()
})

const newEmail = () => `${randomUUID()}@example.com`
const ask = (method: string, path: string, body?: object) =>
  server.ask(`/auth/v1/admin/users${path}`, {
    method,
    headers: bearer(server.serviceKey),
    ...(body === undefined ? {} : { body }),
  })
const signIn = (email: string, password: string) =>
  server.ask('/auth/v1/token?grant_type=password', { method: 'POST', body: { email, password } })
const invalid = (message: string) => [400, { code: 'validation_failed', message }]

describe('administration', () => {
  const calls = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${randomUUID()}`],
    ['PUT', `/admin/users/${randomUUID()}`],
    ['DELETE', `/admin/users/${randomUUID()}`],
    ['POST', '/invite'],
    ['POST', '/admin/generate_link'],
  ] as const

  it.each(calls)('refuses %s %s to everybody without the secret key', async (method, path) => {
    const { access_token: token } = await server.signIn(ana)
    const call = (headers: Record<string, string>) =>
      server.ask(`/auth/v1${path}`, { method, headers, ...(method === 'GET' ? {} : { body: {} }) })
    const anonymous = await call({})
    expect([anonymous.status, anonymous.body.code]).toEqual([401, 'no_authorization'])
    for (const bearerToken of [token, server.anonKey]) {
      const { status, body } = await call(bearer(bearerToken))
      expect([status, body]).toEqual([403, { code: 'not_admin', message: 'User not allowed' }])
    }
    const forged = await call(bearer(`${server.serviceKey}x`))
    expect([forged.status, forged.body.code]).toEqual([403, 'bad_jwt'])
  })

  it('refuses the settings of other programs, which can’t sign in with accounts of ours', async () => {
    const { status, body } = await server.ask('/auth/v1/admin/oauth/clients', {
      headers: bearer(server.serviceKey),
    })
    expect([status, body]).toEqual([404, { code: 'feature_disabled', message: 'OAuth server is disabled' }])
    const anonymous = await server.ask('/auth/v1/admin/oauth/clients')
    expect(anonymous.body.code).toBe('no_authorization')
  })

  it('is open to an account with an administrator’s role, as long as its session stands', async () => {
    await server.admin.updateUserById(ana.id, { role: 'service_role' })
    const session = await server.signInWithFactor(ana)
    const list = () => server.ask('/auth/v1/admin/users', { headers: bearer(session.access_token) })
    expect((await list()).status).toBe(200)
    await server.ask('/auth/v1/logout', { method: 'POST', headers: bearer(session.access_token) })
    const ended = await list()
    expect([ended.status, ended.body.code]).toEqual([403, 'session_not_found'])
  })
})

describe('an account with an administrator’s role', () => {
  it('opens nothing to who has its password alone: neither accounts nor everybody’s rows', async () => {
    await server.admin.updateUserById(ana.id, { role: 'service_role' })
    const passwordOnly = bearer((await server.signIn(ana)).access_token)
    const refused = await server.ask('/auth/v1/admin/users', { headers: passwordOnly })
    expect([refused.status, refused.body]).toEqual([
      403,
      { code: 'insufficient_aal', message: 'AAL2 required to administer accounts' },
    ])
    const rows = await server.ask('/rest/v1/baby_info', { headers: passwordOnly })
    expect([rows.status, rows.body]).toMatchObject([
      403,
      { code: '42501', message: 'the second factor is missing' },
    ])
    const both = bearer((await server.signInWithFactor(ana)).access_token)
    expect((await server.ask('/auth/v1/admin/users', { headers: both })).status).toBe(200)
    expect((await server.ask('/rest/v1/baby_info', { headers: both })).status).toBe(200)
    // Tokens that are out still name a factor that its owner has given up.
    const { data } = await server.admin.mfa.listFactors({ userId: ana.id })
    for (const { id } of data?.factors ?? [])
      await server.ask(`/auth/v1/factors/${id}`, { method: 'DELETE', headers: both, body: {} })
    expect((await server.ask('/auth/v1/admin/users', { headers: both })).body.code).toBe('insufficient_aal')
    expect((await server.ask('/rest/v1/baby_info', { headers: both })).status).toBe(401)
  })
})

describe('the list of accounts', () => {
  it('comes in pages to the official client', async () => {
    const own = await startTestServer()
    for (const letter of ['a', 'b', 'c', 'd', 'e']) await own.createAccount(`${letter}@example.com`)
    const { data, error } = await own.admin.listUsers({ page: 1, perPage: 2 })
    expect(error).toBeNull()
    expect(data.users.map(({ email }) => email)).toEqual(['e@example.com', 'd@example.com'])
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2, lastPage: 3, total: 5 })
    expect(data.users[0]?.identities).toHaveLength(1)
    const last = await own.admin.listUsers({ page: 3, perPage: 2 })
    expect(last.data).toMatchObject({ users: [{ email: 'a@example.com' }], nextPage: null })
    expect((await own.admin.listUsers()).data.users).toHaveLength(5)
    const get = (query: string) =>
      own.ask(`/auth/v1/admin/users?${query}`, { headers: bearer(own.serviceKey) })
    expect((await get('filter=B@')).body.users).toMatchObject([{ email: 'b@example.com' }])
    expect((await get('filter=%25')).body.users).toEqual([])
    expect((await get('sort=created_at+asc&per_page=1')).body.users).toMatchObject([
      { email: 'a@example.com' },
    ])
    await own.stop()
  })

  it.each([
    ['filter=%00', 'Bad Filter Parameter: contains a null character'],
    ['page=x', 'Bad Pagination Parameters: strconv.ParseUint: parsing "x": invalid syntax'],
    ['per_page=-1', 'Bad Pagination Parameters: strconv.ParseUint: parsing "-1": invalid syntax'],
    ['sort=email', "Bad Sort Parameters: bad field for sort 'email'"],
    ['sort=created_at+up', "Bad Sort Parameters: bad direction for sort 'up', only 'asc' and 'desc' allowed"],
  ])('refuses %s', async (query, message) => {
    const { status, body } = await ask('GET', `?${query}`)
    expect([status, body]).toEqual(invalid(message))
  })

  it('shows no secret', async () => {
    const { body } = await ask('GET', '')
    expect(JSON.stringify(body)).not.toMatch(/password|argon2|token/)
  })
})

describe('creating an account', () => {
  it('makes one that can sign in at once', async () => {
    const email = newEmail()
    const { data, error } = await server.admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { name: 'Ana' },
      app_metadata: { plan: 'full' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email,
      app_metadata: { provider: 'email', providers: ['email'], plan: 'full' },
    })
    expect(data.user?.user_metadata).toEqual({ name: 'Ana', email_verified: true })
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })

  it('makes one that still has to prove its address', async () => {
    const email = newEmail()
    const { data } = await server.admin.createUser({ email, password: PASSWORD })
    expect(data.user).not.toHaveProperty('email_confirmed_at')
    expect((await signIn(email, PASSWORD)).body).toEqual({
      code: 'email_not_confirmed',
      message: 'Email not confirmed',
    })
  })

  it('takes an id, a role, a ban, a number, and hashes from elsewhere', async () => {
    const email = newEmail()
    const id = randomUUID()
    const { data } = await server.admin.createUser({
      id,
      email,
      phone: '+34 600 000 001',
      phone_confirm: true,
      email_confirm: true,
      // This is the bcrypt hash of «siesta-larga-y-buena».
      password_hash: '$2b$04$Qr2B9VWDZ9yThs9AHkXGh.O6NGSSu4KoKrKoISxrEmNhd1DV4PFQe',
      role: 'authenticated',
      ban_duration: '1h30m',
    })
    expect(data.user).toMatchObject({
      id,
      phone: '34600000001',
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
    })
    expect(data.user?.identities?.map(({ provider }) => provider).toSorted()).toEqual(['email', 'phone'])
    const left = Date.parse(String(data.user?.banned_until)) - Date.parse(String(data.user?.created_at))
    expect(left).toBe(90 * 60_000)
    expect((await signIn(email, PASSWORD)).body.code).toBe('user_banned')
  })

  it.each<[object, number, string, string]>([
    [{}, 400, 'validation_failed', 'Cannot create a user without either an email or phone'],
    [{ email: 'nonsense' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
    [{ phone: 'nonsense' }, 400, 'validation_failed', 'Invalid phone number format (E.164 required)'],
    [
      { email: 'new@example.com', password: PASSWORD, password_hash: 'x' },
      400,
      'validation_failed',
      'Only a password or a password hash should be provided',
    ],
    [
      { email: 'new@example.com', password_hash: 'md5' },
      400,
      'validation_failed',
      'Password hash should be a bcrypt or argon2 hash',
    ],
    [{ email: 'new@example.com', password: 'corta' }, 422, 'weak_password', ''],
    [
      { email: 'new@example.com', id: '1' },
      400,
      'validation_failed',
      'ID must conform to the uuid v4 format',
    ],
    [
      { email: 'new@example.com', id: '00000000-0000-0000-0000-000000000000' },
      400,
      'validation_failed',
      'ID cannot be a nil uuid',
    ],
    [
      { email: 'new@example.com', ban_duration: 'a day' },
      400,
      'validation_failed',
      'invalid format for ban duration: time: invalid duration "a day"',
    ],
    [
      { email: 'new@example.com', ban_duration: '9999999h' },
      400,
      'validation_failed',
      'invalid format for ban duration: time: invalid duration "9999999h"',
    ],
  ])('refuses %.80j', async (request, status, code, message) => {
    const answer = await ask('POST', '', request)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    if (message !== '') expect(answer.body.message).toBe(message)
  })

  it('refuses an address, number or id that is taken', async () => {
    const email = await ask('POST', '', { email: ana.email.toUpperCase() })
    expect([email.status, email.body]).toEqual([
      422,
      { code: 'email_exists', message: 'A user with this email address has already been registered' },
    ])
    const phone = { phone: '34600000002' }
    expect((await ask('POST', '', phone)).status).toBe(200)
    expect((await ask('POST', '', phone)).body.code).toBe('phone_exists')
    expect((await ask('POST', '', { email: newEmail(), id: ana.id })).body.code).toBe('user_already_exists')
  })
})
