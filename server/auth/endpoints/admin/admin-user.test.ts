import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Account,
  bearer,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts'
import { whileLocked } from '../../../testing/while-locked.ts'

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

describe('an account', () => {
  it.each(['GET', 'PUT', 'DELETE'])('that does not exist is refused to %s', async (method) => {
    const body = method === 'GET' ? undefined : {}
    const odd = await ask(method, '/x', body)
    expect([odd.status, odd.body]).toEqual([
      404,
      { code: 'validation_failed', message: 'user_id must be an UUID' },
    ])
    const unknown = await ask(method, `/${randomUUID()}`, body)
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { code: 'user_not_found', message: 'User not found' },
    ])
  })

  it('is shown to the administrator as to its owner', async () => {
    const { data } = await server.admin.getUserById(ana.id)
    expect(data.user).toMatchObject({ id: ana.id, email: ana.email })
  })

  it('changes at once, without a mail', async () => {
    const email = newEmail()
    const { data, error } = await server.admin.updateUserById(ana.id, {
      email: email.toUpperCase(),
      email_confirm: true,
      user_metadata: { name: 'Ana', gone: true },
      app_metadata: { plan: 'full' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email,
      user_metadata: { name: 'Ana' },
      app_metadata: { plan: 'full', provider: 'email' },
      identities: [{ email, identity_data: { email, email_verified: true } }],
    })
    const merged = await server.admin.updateUserById(ana.id, { user_metadata: { gone: null } })
    expect(merged.data.user?.user_metadata).not.toHaveProperty('gone')
    expect((await signIn(email, PASSWORD)).status).toBe(200)
    expect((await signIn(ana.email, PASSWORD)).status).toBe(400)
  })

  it('keeps its metadata when its address changes, and notes a confirmation in them', async () => {
    const { body } = await ask('POST', '', { email: newEmail(), user_metadata: { name: 'Ana' } })
    expect(body.user_metadata).toEqual({ name: 'Ana' })
    const moved = await ask('PUT', `/${String(body.id)}`, { email: newEmail() })
    expect(moved.body.user_metadata).toEqual({ name: 'Ana' })
    const confirmed = await ask('PUT', `/${String(body.id)}`, { email_confirm: true })
    expect(confirmed.body).toMatchObject({ email_confirmed_at: expect.any(String) })
    expect(confirmed.body.user_metadata).toEqual({ name: 'Ana', email_verified: true })
  })

  it('loses all its sessions to a new password', async () => {
    const session = await server.signIn(ana)
    await server.admin.updateUserById(ana.id, { password: 'otra-siesta-larga' })
    const user = await server.ask('/auth/v1/user', { headers: bearer(session.access_token) })
    expect([user.status, user.body.code]).toEqual([403, 'session_not_found'])
    expect((await signIn(ana.email, 'otra-siesta-larga')).status).toBe(200)
  })

  it('with an administrator’s role has no power while it is banned', async () => {
    await server.admin.updateUserById(ana.id, { role: 'service_role' })
    const { access_token: token } = await server.signInWithFactor(ana)
    const list = () => server.ask('/auth/v1/admin/users', { headers: bearer(token) })
    expect((await list()).status).toBe(200)
    await server.admin.updateUserById(ana.id, { ban_duration: '24h' })
    const refused = await list()
    expect([refused.status, refused.body]).toEqual([403, { code: 'user_banned', message: 'User is banned' }])
  })

  it('loses an administrator’s power, and the tokens that still name the role, as soon as it is taken away', async () => {
    await server.admin.updateUserById(ana.id, { role: 'service_role' })
    const headers = bearer((await server.signInWithFactor(ana)).access_token)
    await server.admin.updateUserById(ana.id, { role: 'service_role', user_metadata: { name: 'Ana' } })
    expect((await server.ask('/rest/v1/baby_info', { headers })).status).toBe(200)
    await server.admin.updateUserById(ana.id, { role: 'authenticated' })
    expect((await server.ask('/rest/v1/baby_info', { headers })).status).toBe(401)
    const { status, body } = await server.ask('/auth/v1/admin/users', { headers })
    expect([status, body.code]).toEqual([403, 'session_not_found'])
  })

  it('is banned and let in again, and keeps its sessions', async () => {
    const session = await server.signIn(ana)
    await server.ask('/rest/v1/baby_info', { headers: bearer(session.access_token) })
    await server.admin.updateUserById(ana.id, { ban_duration: '24h' })
    expect((await signIn(ana.email, PASSWORD)).body).toEqual({
      code: 'user_banned',
      message: 'User is banned',
    })
    const refreshed = await server.ask('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      body: { refresh_token: session.refresh_token },
    })
    expect([refreshed.status, refreshed.body]).toEqual([
      400,
      { code: 'user_banned', message: 'Invalid Refresh Token: User Banned' },
    ])
    const records = await server.ask('/rest/v1/baby_info', { headers: bearer(session.access_token) })
    expect(records.status).toBe(401)
    const { data } = await server.admin.updateUserById(ana.id, { ban_duration: 'none' })
    expect(data.user).not.toHaveProperty('banned_until')
    const user = await server.ask('/auth/v1/user', { headers: bearer(session.access_token) })
    expect(user.status).toBe(200)
  })

  it.each<[object, string]>([
    [{ ban_duration: 'x' }, 'validation_failed'],
    [{ email: 'nonsense' }, 'validation_failed'],
    [{ phone: 'nonsense' }, 'validation_failed'],
    [{ password: 'corta' }, 'weak_password'],
    [{ user_metadata: { story: 'x'.repeat(9000) } }, 'validation_failed'],
  ])('is not changed by %.60j', async (change, code) => {
    const before = await ask('GET', `/${ana.id}`)
    expect((await ask('PUT', `/${ana.id}`, { ...change, app_metadata: { a: 1 } })).body.code).toBe(code)
    expect((await ask('GET', `/${ana.id}`)).body).toEqual(before.body)
  })

  it('can’t get an address or number of somebody else', async () => {
    const bea = await server.createAccount()
    expect((await ask('PUT', `/${ana.id}`, { email: bea.email })).body.code).toBe('email_exists')
    const phone = `346${String(Date.now()).slice(-8)}`
    expect((await ask('PUT', `/${bea.id}`, { phone, phone_confirm: true })).body).toMatchObject({
      phone,
      phone_confirmed_at: expect.any(String),
    })
    expect((await ask('PUT', `/${ana.id}`, { phone })).body.code).toBe('phone_exists')
  })
})

describe('deleting an account', () => {
  it('takes everything with it', async () => {
    const session = await server.signIn(ana)
    const { error } = await server.admin.deleteUser(ana.id)
    expect(error).toBeNull()
    const user = await server.ask('/auth/v1/user', { headers: bearer(session.access_token) })
    expect([user.status, user.body.code]).toEqual([403, 'user_not_found'])
    expect((await ask('GET', `/${ana.id}`)).status).toBe(404)
  })

  it('waits for one that its family is deleting, and neither waits for the other for ever', async () => {
    const { status } = await whileLocked(server.pool, {
      hold: (family) => family.query('select public.lock_sync_state($1)', [ana.id]),
      send: () => ask('DELETE', `/${ana.id}`),
      change: (family) => family.query('delete from auth.users where id = $1', [ana.id]),
    })
    expect(status).toBe(200)
  })

  it('works without a body', async () => {
    const { status, body } = await ask('DELETE', `/${ana.id}`)
    expect([status, body]).toEqual([200, {}])
  })

  it('softly leaves the records, but no name', async () => {
    const session = await server.signIn(ana)
    await server.admin.deleteUser(ana.id, true)
    const { rows } = await server.pool.query(
      `select u.*, (select jsonb_agg(i) from auth.identities i where i.user_id = u.id) as identities
         from auth.users u where id = $1`,
      [ana.id],
    )
    expect(rows).toMatchObject([{ encrypted_password: null, deleted_at: expect.any(String) }])
    expect(JSON.stringify(rows)).not.toContain(ana.email)
    expect((await signIn(ana.email, PASSWORD)).body.code).toBe('invalid_credentials')
    expect((await server.ask('/auth/v1/user', { headers: bearer(session.access_token) })).status).toBe(403)
    expect((await ask('POST', '', { email: ana.email })).status).toBe(200)
    const { data } = await server.admin.getUserById(ana.id)
    expect(data.user).toMatchObject({ id: ana.id, deleted_at: expect.any(String), user_metadata: {} })
    expect((await ask('PUT', `/${ana.id}`, { role: 'service_role' })).status).toBe(404)
  })

  it('softly is no end: a second time changes nothing, and what is left goes for good', async () => {
    await server.admin.deleteUser(ana.id, true)
    const { data: before } = await server.admin.getUserById(ana.id)
    expect((await server.admin.deleteUser(ana.id, true)).error).toBeNull()
    expect((await server.admin.getUserById(ana.id)).data).toEqual(before)
    expect((await server.admin.deleteUser(ana.id)).error).toBeNull()
    expect((await ask('GET', `/${ana.id}`)).status).toBe(404)
    expect((await ask('DELETE', `/${ana.id}`)).status).toBe(404)
  })
})
