import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  commandDesk,
  disableAccount,
  removeFactors,
  setStaff,
} from '../administration/own-account-changes.ts'
import type { StaffRole } from '../auth/accounts/provider-staff.ts'
import { startServer } from '../main.ts'
import { loadConfig } from '../settings/config.ts'
import { type Account, bearer, startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let family: Account
let admin: Account
let adminToken: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await staff('admin')
  adminToken = (await server.signInWithFactor(admin)).access_token
})
afterAll(() => server.stop())
beforeEach(async () => {
  family = await server.createAccount()
})

async function staff(role: StaffRole): Promise<Account> {
  const account = await server.createAccount()
  await setStaff(commandDesk(server.pool), { id: account.id }, { role, name: 'Marta' })
  return account
}

type Call = [
  name: string,
  method: string,
  path: (id: string) => string,
  body: (email: string) => object | null,
]
const on = (verb: string) => (id: string) => `/${id}/${verb}`
const noBody = () => null
const CALLS: Call[] = [
  ['list', 'GET', () => '', noBody],
  ['invite', 'POST', () => '/invite', (email) => ({ email: `new-${email}` })],
  ['invite-list', 'POST', () => '/invite-list', (email) => ({ rows: [{ email: `new-${email}` }] })],
  ['trial', 'POST', on('trial'), () => ({ days: 3 })],
  ['full', 'POST', on('full'), noBody],
  ['disable', 'POST', on('disable'), noBody],
  ['enable', 'POST', on('enable'), noBody],
  ['reset-password', 'POST', on('reset-password'), noBody],
  ['remove-second-factor', 'POST', on('remove-second-factor'), noBody],
  ['delete', 'DELETE', (id) => `/${id}`, (email) => ({ email })],
]

const ask = (method: string, path: string, token: string | null, body: object | null = null) =>
  server.ask(`/console/v1/accounts${path}`, { method, headers: token === null ? {} : bearer(token), body })

const NOT_ADMIN = [403, 'not_admin']
const NO_FACTOR = [403, 'insufficient_aal']
const callers: [string, (string | number)[], () => Promise<string | null>][] = [
  ['nobody', [401, 'no_authorization'], async () => null],
  ['the public key', [403, 'bad_jwt'], async () => server.anonKey],
  ['the secret key', [403, 'bad_jwt'], async () => server.serviceKey],
  ['a carer', NOT_ADMIN, async () => (await server.signIn(await server.createAccount())).access_token],
  [
    'a carer with a second factor',
    NOT_ADMIN,
    async () => (await server.signInWithFactor(await server.createAccount())).access_token,
  ],
  [
    'a consultant with a second factor',
    NOT_ADMIN,
    async () => (await server.signInWithFactor(await staff('consultant'))).access_token,
  ],
  [
    'an administrator without a second factor',
    NO_FACTOR,
    async () => (await server.signIn(await staff('admin'))).access_token,
  ],
  [
    'an administrator whose role was taken away meanwhile',
    NOT_ADMIN,
    async () => {
      const former = await staff('admin')
      const { access_token: token } = await server.signInWithFactor(former)
      expect((await ask('GET', '', token)).status).toBe(200)
      await setStaff(commandDesk(server.pool), { id: former.id }, null)
      return token
    },
  ],
  [
    'an administrator whose second factor was taken away meanwhile',
    [403, 'session_not_found'],
    async () => {
      const former = await staff('admin')
      const { access_token: token } = await server.signInWithFactor(former)
      await removeFactors(commandDesk(server.pool), { id: former.id })
      return token
    },
  ],
  [
    'an administrator who was disabled meanwhile',
    [403, 'user_banned'],
    async () => {
      const former = await staff('admin')
      const { access_token: token } = await server.signInWithFactor(former)
      await disableAccount(commandDesk(server.pool), { id: former.id })
      return token
    },
  ],
  [
    'an administrator who has signed out meanwhile',
    [403, 'session_not_found'],
    async () => {
      const { access_token: token } = await server.signInWithFactor(await staff('admin'))
      await server.ask('/auth/v1/logout', { method: 'POST', headers: bearer(token) })
      return token
    },
  ],
  [
    'an administrator whose trial is over',
    [403, 'trial_ended'],
    async () => {
      const former = await staff('admin')
      const { access_token: token } = await server.signInWithFactor(former)
      await server.pool.query(
        `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"trial_ends_at":"2025-01-01T00:00:00Z"}'
          where id = $1`,
        [former.id],
      )
      return token
    },
  ],
]

describe.each(callers)('%s', (_, [status, code], signIn) => {
  let token: string | null
  beforeAll(async () => {
    token = await signIn()
  })

  it.each(CALLS)('may not %s', async (_name, method, path, body) => {
    const before = await kept()
    const answer = await ask(method, path(family.id), token, body(family.email))
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await kept()).toEqual(before)
  })
})

describe('an administrator with a second factor', () => {
  it.each(CALLS)('may %s', async (name, method, path, body) => {
    await server.pool.query(
      `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"trial_ends_at":"2099-01-01T00:00:00Z"}'
        where id = $1`,
      [family.id],
    )
    const answer = await ask(method, path(family.id), adminToken, body(family.email))
    expect([name, answer.status]).toEqual([name, 200])
  })

  it('is refused by a call without a key, an unknown path and another method', async () => {
    const url = `${server.url}/console/v1/accounts`
    expect((await fetch(url, { headers: bearer(adminToken) })).status).toBe(401)
    const unknown = await server.fetch('/console/v1/x', { headers: bearer(adminToken) })
    expect([unknown.status, await unknown.text()]).toEqual([404, '404 page not found'])
    const { status, headers } = await ask('PUT', '', adminToken)
    expect([status, headers.get('allow')]).toEqual([405, 'GET'])
  })

  it('gets answers that nobody keeps, and that a page of another origin may read', async () => {
    for (const token of [adminToken, null]) {
      const { headers } = await ask('GET', '', token)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-security-policy')).toContain(`default-src 'none'`)
      expect(headers.get('access-control-allow-origin')).toBe('*')
    }
    const preflight = await fetch(`${server.url}/console/v1/accounts`, { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
      204,
      expect.stringContaining('DELETE'),
    ])
  })

  it('is written down when refused, and when only looking', async () => {
    const consultant = await staff('consultant')
    await ask('GET', '', (await server.signInWithFactor(consultant)).access_token)
    await ask('GET', '', adminToken)
    await expect
      .poll(async () => {
        const { rows } = await server.pool.query(
          `select event, account_id, detail from nana.security_log
            where (event = 'admin_refused' and account_id = $1) or detail = $2`,
          [consultant.id, `list-users by ${admin.id}`],
        )
        return rows
      })
      .toEqual(
        expect.arrayContaining([
          { event: 'admin_refused', account_id: consultant.id, detail: 'not_admin' },
          { event: 'console_command', account_id: null, detail: `list-users by ${admin.id}` },
        ]),
      )
  })
})

describe('where accounts are elsewhere', () => {
  it('with a port for administrators, the public one says so and the other answers', async () => {
    const own = await startTestServer({ ADMIN_PORT: '0' })
    const account = await own.createAccount()
    await setStaff(commandDesk(own.pool), { id: account.id }, { role: 'admin', name: 'Eva' })
    const { access_token: token } = await own.signInWithFactor(account)
    const refused = await own.ask('/console/v1/accounts', { headers: bearer(token) })
    expect([refused.status, refused.body.code]).toEqual([404, 'console_accounts_elsewhere'])
    const headers = { apikey: own.anonKey, ...bearer(token) }
    expect((await fetch(`${own.adminUrl}/console/v1/accounts`, { headers })).status).toBe(200)
    await own.stop()
  })

  it('on a hosted project, it says that only the command line reaches them', async () => {
    const hosted = await startServer(
      loadConfig({
        SUPABASE_URL: 'https://project.example',
        SUPABASE_ANON_KEY: 'their key',
        PORT: '0',
        DATA_DIR: `${server.dataDir}/unused`,
      }),
    )
    const answer = await fetch(`${hosted.url}/console/v1/accounts/invite`, { method: 'POST' })
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([
      404,
      'console_accounts_unavailable',
    ])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    await hosted.stop()
  })
})

/** Everything that a call could change of the family, and whether it made an account. */
async function kept(): Promise<unknown> {
  const { rows } = await server.pool.query(
    `select u.encrypted_password, u.banned_until, u.raw_app_meta_data, (select count(*) from auth.users)
       from auth.users u where id = $1`,
    [family.id],
  )
  return rows
}
