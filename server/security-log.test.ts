import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { securityLogText } from './administration/security-log.ts'
import { runCli } from './cli.ts'
import { lastEvents } from './log/security-log.ts'
import { ENGINES } from './testing/engines.ts'
import { startTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { bearer, PASSWORD, startTestServer, type TestServer } from './testing/test-server.ts'
import { totpCode } from './testing/totp-code.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    AUTH_RATE_LIMITS: 'on',
    AUTH_REUSE_INTERVAL: '0',
    TRUSTED_IP_HEADER: 'x-test-ip',
  })
})
afterAll(() => server.stop())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

type Logged = [event: string, detail: string | null]

/** Lists the events of one account in the order in which they happened. */
async function eventsOf(accountId: string): Promise<Logged[]> {
  const { rows } = await server.pool.query<{ event: string; detail: string | null }>(
    'select event, detail from nana.security_log where account_id = $1 order by at',
    [accountId],
  )
  return rows.map(({ event, detail }) => [event, detail])
}

const signIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  server.ask('/auth/v1/token?grant_type=password', { method: 'POST', body: { email, password }, headers })
const refresh = (token: unknown) =>
  server.ask('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body: { refresh_token: token } })

describe('the security log', () => {
  it('holds who came in, who was refused, from where and by which request, and no word of theirs', async () => {
    const { id, email } = await server.createAccount()
    const wrong = await signIn(email, 'una-clave-equivocada', { 'x-test-ip': '192.0.2.7' })
    const right = await signIn(email, PASSWORD, { 'x-test-ip': '192.0.2.7' })
    await expect
      .poll(() => eventsOf(id))
      .toEqual([
        ['sign_in_refused', 'invalid_credentials'],
        ['signed_in', 'password'],
      ])
    const { rows } = await server.pool.query(
      'select host(address) as address, request_id, s::text as whole from nana.security_log s where account_id = $1 order by at',
      [id],
    )
    expect(rows.map(({ address }) => address)).toEqual(['192.0.2.7', '192.0.2.7'])
    expect(rows.map(({ request_id }) => request_id)).toEqual(
      [wrong, right].map(({ headers }) => headers.get('x-request-id')),
    )
    const secrets = [email, PASSWORD, 'una-clave', right.body.access_token, right.body.refresh_token]
    for (const secret of secrets) expect(rows.map(({ whole }) => whole).join()).not.toContain(secret)
  })

  it('holds that a refresh token was used twice, with the end of its session', async () => {
    const account = await server.createAccount()
    const { body: first } = await signIn(account.email)
    const { body: second } = await refresh(first.refresh_token)
    await refresh(second.refresh_token)
    await server.pool.query(
      `update auth.sessions set refreshed_at = refreshed_at - interval '1 hour' where user_id = $1`,
      [account.id],
    )
    expect((await refresh(first.refresh_token)).body).toMatchObject({ code: 'refresh_token_already_used' })
    expect(await eventsOf(account.id)).toContainEqual(['refresh_token_reused', null])
  })

  it('holds a guessing that was stopped, once for many', async () => {
    const { id, email } = await server.createAccount()
    const tries = Array.from({ length: 45 }, () => signIn(email, 'otra', { 'x-test-ip': '192.0.2.8' }))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses).toContain(429)
    const counted = async () => {
      const { rows } = await server.pool.query(
        `select event, sum(times)::int as times from nana.security_log
          where address = '192.0.2.8' group by event order by event`,
      )
      return rows
    }
    const locked = statuses.filter((status) => status === 429).length
    await expect.poll(counted).toEqual([
      { event: 'guessing_locked', times: locked },
      { event: 'sign_in_refused', times: 45 - locked },
    ])
    expect((await eventsOf(id)).length).toBeGreaterThan(0)
  })

  it('holds what changed about an account: factor, password, address, its closing and its end', async () => {
    const account = await server.createAccount()
    const client = server.client()
    await client.signInWithPassword({ email: account.email, password: PASSWORD })
    const { data: factor } = await client.mfa.enroll({ factorType: 'totp' })
    const code = totpCode(factor?.totp?.secret ?? '')
    await client.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code })
    await client.updateUser({ password: 'otra-siesta-larga' })
    await client.mfa.unenroll({ factorId: factor?.id ?? '' })
    await server.admin.updateUserById(account.id, { email: `nueva-${account.email}` })
    await server.admin.updateUserById(account.id, { ban_duration: '24h' })
    await server.admin.updateUserById(account.id, { ban_duration: 'none' })
    await server.admin.deleteUser(account.id)
    const events = await eventsOf(account.id)
    const changes: Logged[] = [
      ['factor_added', null],
      ['password_changed', 'password_changed'],
      ['factor_removed', null],
      ['address_changed', null],
      ['account_closed', null],
      ['account_reopened', null],
      ['account_deleted', null],
    ]
    expect(events.filter((event) => changes.some((change) => change.join() === event.join()))).toEqual(
      changes,
    )
    await expect.poll(() => eventsOf(account.id)).toContainEqual(['admin_call', 'DELETE /admin/users/:id'])
    expect(await eventsOf(account.id)).toContainEqual(['admin_call', 'PUT /admin/users/:id'])
  })

  it('takes nothing that somebody typed for an event, and none keeps the others from being written', async () => {
    const { id, email } = await server.createAccount()
    const long = `/auth/v1/admin/${'a'.repeat(90)}`
    await server.fetch(long, { method: 'OPTIONS' })
    await server.fetch('/rest/v1/rpc/delete_my_account', { method: 'OPTIONS' })
    await server.fetch(long, { method: 'POST', headers: { Authorization: `Bearer ${server.serviceKey}` } })
    await signIn(email)
    await expect.poll(() => eventsOf(id)).toContainEqual(['signed_in', 'password'])
    const { rows } = await server.pool.query(
      `select from nana.security_log where detail like '%aaaa%' or (event = 'account_deleted' and account_id is null)`,
    )
    expect(rows).toEqual([])
  })

  it('holds that an account deleted itself', async () => {
    const account = await server.createAccount()
    const { access_token: token } = await server.signIn(account)
    const deleted = await server.fetch('/rest/v1/rpc/delete_my_account', {
      method: 'POST',
      headers: bearer(token),
    })
    expect(deleted.status).toBe(204)
    await expect.poll(() => eventsOf(account.id)).toContainEqual(['account_deleted', 'own'])
  })

  it('holds who asked for what is the administrator’s', async () => {
    const account = await server.createAccount()
    const { access_token: token } = await server.signIn(account)
    await server.ask('/auth/v1/admin/users', { headers: bearer(token) })
    const refused = async () =>
      (await server.pool.query(`select detail from nana.security_log where event = 'admin_refused'`)).rows
    await expect.poll(refused).toContainEqual({ detail: 'not_admin' })
  })

  it('holds what an administrator looked at', async () => {
    const account = await server.createAccount()
    await server.admin.getUserById(account.id)
    await expect.poll(() => eventsOf(account.id)).toContainEqual(['admin_call', 'GET /admin/users/:id'])
  })

  it('holds whose tables the secret key read or changed', async () => {
    const headers = { apikey: server.serviceKey, ...bearer(server.serviceKey) }
    await server.ask('/rest/v1/sleep_records?select=id', { headers })
    const calls = async () =>
      (await server.pool.query(`select detail from nana.security_log where event = 'admin_call'`)).rows
    await expect.poll(calls).toContainEqual({ detail: 'GET /rest/v1/sleep_records' })
  })

  it('holds a second factor that was refused to whoever holds an old session', async () => {
    const account = await server.createAccount()
    const { access_token: token } = await server.signIn(account)
    await server.pool.query(
      `update auth.mfa_amr_claims c set updated_at = now() - interval '11 minutes'
         from auth.sessions s where s.id = c.session_id and s.user_id = $1`,
      [account.id],
    )
    const body = { factor_type: 'totp' }
    const answer = await server.ask('/auth/v1/factors', { method: 'POST', headers: bearer(token), body })
    expect(answer.status).toBe(400)
    await expect
      .poll(() => eventsOf(account.id))
      .toContainEqual(['change_refused', 'reauthentication_needed'])
  })

  it('holds who reached for rows of somebody else, and a forged token, but none that ran out', async () => {
    const [ana, eva] = [await server.createAccount(), await server.createAccount()]
    const { access_token: token } = await server.signIn(ana)
    const add = (body: object, bearerToken: string) =>
      server.ask('/rest/v1/sleep_plans', { method: 'POST', headers: bearer(bearerToken), body })
    expect((await add({ user_id: eva.id }, token)).status).toBe(403)
    await expect.poll(() => eventsOf(ana.id)).toContainEqual(['access_refused', '42501'])
    const [head, claims] = token.split('.')
    expect((await add({ user_id: ana.id }, `${head}.${claims}.${'A'.repeat(86)}`)).status).toBe(401)
    const forged = async () =>
      (await server.pool.query(`select detail from nana.security_log where event = 'access_refused'`)).rows
    await expect.poll(forged).toContainEqual({ detail: 'PGRST301' })
    expect(await forged()).not.toContainEqual({ detail: 'PGRST303' })
  })

  it('holds nothing of a change that didn’t come about', async () => {
    const [one, other] = [await server.createAccount(), await server.createAccount()]
    await server.ask(`/auth/v1/admin/users/${one.id}`, {
      method: 'PUT',
      headers: bearer(server.serviceKey),
      body: { email: `x${one.email}`, user_metadata: { a: 'x'.repeat(9000) } },
    })
    await server.signIn(other)
    await expect.poll(() => eventsOf(other.id)).toHaveLength(1)
    expect(await eventsOf(one.id)).toEqual([])
  })

  it('fails no request when it can’t be written', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await server.pool.query('alter table nana.security_log rename to away')
    const { email } = await server.createAccount()
    expect((await signIn(email)).status).toBe(200)
    await expect.poll(() => printed.mock.calls.join()).toContain('"event":"security_log_not_written"')
    await server.pool.query('alter table nana.away rename to security_log')
  })
})

describe('a request’s id', () => {
  const idOf = async (headers: Record<string, string>) =>
    (await server.fetch('/auth/v1/health', { headers })).headers.get('x-request-id')

  it('is the proxy’s where one is trusted and the id is fit, else our own', async () => {
    expect(await idOf({ 'x-request-id': 'proxy-0123456789' })).toBe('proxy-0123456789')
    const own = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
    for (const odd of ['short', 'a b c d e f g h', '"},{"event":"x', 'x'.repeat(65)]) {
      expect(await idOf({ 'x-request-id': odd })).toMatch(own)
    }
    const alone = await startTestServer()
    const answer = await fetch(`${alone.url}/health`, { headers: { 'x-request-id': 'proxy-0123456789' } })
    expect(answer.headers.get('x-request-id')).toMatch(own)
    await alone.stop()
  })
})

describe('a failure', () => {
  const linesOf = (printed: { mock: { calls: unknown[][] } }, answer: Response) =>
    printed.mock.calls
      .map(([line]) => JSON.parse(String(line)))
      .filter((line) => line.request_id === answer.headers.get('x-request-id'))

  it('that nobody foresaw is printed once, with its cause and the request’s id', async () => {
    const { access_token: token } = await server.signIn(await server.createAccount())
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await server.pool.query('alter table auth.users rename to away')
    const answer = await server.fetch('/auth/v1/user', { headers: bearer(token) })
    await server.pool.query('alter table auth.away rename to users')
    expect(answer.status).toBe(500)
    await expect.poll(() => failuresOf(answer)).toEqual(['server_error'])
    expect(linesOf(printed, answer)).toMatchObject([
      { level: 'error', event: 'server_error', request: 'GET /auth/v1/user', cause: { code: '42P01' } },
    ])
  })

  it('of a full disk is told from others, and says no word of the row', async () => {
    const { access_token: token } = await server.signIn(await server.createAccount())
    await server.pool.query(`
      create function public.full_disk() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file' using errcode = '53100', detail = 'Failing row contains (Lucía)'; end $$;
      create trigger full_disk before update on public.baby_info for each statement execute function public.full_disk()`)
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const path = '/rest/v1/baby_info?id=eq.00000000-0000-0000-0000-000000000000'
    const answer = await server.fetch(path, { method: 'PATCH', headers: bearer(token), body: { name: 'x' } })
    await server.pool.query('drop function public.full_disk() cascade')
    expect(answer.status).toBe(503)
    await expect.poll(() => failuresOf(answer)).toEqual(['disk_full'])
    const lines = linesOf(printed, answer)
    expect(lines).toMatchObject([
      { event: 'disk_full', request: 'PATCH /rest/v1/baby_info', cause: { code: '53100' } },
    ])
    expect(JSON.stringify(lines)).not.toContain('Lucía')
  })

  async function failuresOf(answer: Response): Promise<string[]> {
    const { rows } = await server.pool.query<{ event: string }>(
      'select event from nana.security_log where request_id = $1',
      [answer.headers.get('x-request-id')],
    )
    return rows.map(({ event }) => event)
  }
})

describe.each([...ENGINES.keys()])('the table, on %s', (engine) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await startTestDatabase(engine)
    await db.pool.query(
      `insert into nana.security_log (event, at, address, detail)
       select 'signed_in', now() - make_interval(days => age), '192.0.2.1', 'age ' || age
         from unnest($1::int[]) as age`,
      [[1, 31, 89, 91]],
    )
  })
  afterAll(() => db.close())

  it.each([
    `update nana.security_log set event = 'signed_out'`,
    'delete from nana.security_log',
    'truncate nana.security_log',
    `set nana.retention = on; delete from nana.security_log where at > now() - interval '2 days'`,
    `set nana.retention = on; update nana.security_log set detail = 'x'`,
  ])('only grows, also for the server itself: %s', async (statement) => {
    const client = await db.pool.connect()
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
    client.release(true)
  })

  it('forgets addresses after 30 days, and everything when the setting says so', async () => {
    await db.pool.query('select nana.prune_security_log(90)')
    const { rows } = await db.pool.query(
      'select detail, host(address) as address from nana.security_log order by at',
    )
    expect(rows).toEqual([
      { detail: 'age 89', address: null },
      { detail: 'age 31', address: null },
      { detail: 'age 1', address: '192.0.2.1' },
    ])
  })

  it('is read on the command line, and holds what else was done there', async () => {
    const { host, user, database } = db.connection
    const socket = encodeURIComponent(host ?? '')
    vi.stubEnv('DATABASE_URL', `postgres://${user}@localhost/${database}?host=${socket}`)
    const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    await runCli(['create-user', 'ana@example.com', '--password', PASSWORD])
    const { rows } = await db.pool.query<{ id: string }>('select id from auth.users')
    const id = rows[0]?.id ?? ''
    // An id does as well as an address.
    await runCli(['reset-password', id.toUpperCase(), '--password', PASSWORD])
    await runCli(['staff', 'ana@example.com', '--role', 'admin', '--name', 'Ana'])
    await runCli(['security-log', '--last', '4'])
    const end = `cuenta ${id}  petición command-[0-9a-f-]{36}`
    const time = '[0-9-]{10} [0-9:]{8} UTC'
    expect(said.mock.lastCall?.[0]).toMatch(
      new RegExp(
        `^${time}  Orden de administración \\(create-user\\)  ${end}\n` +
          `${time}  Contraseña cambiada \\(password_reset\\)  ${end}\n` +
          `${time}  Orden de administración \\(reset-password\\)  ${end}\n` +
          `${time}  Orden de administración \\(staff admin\\)  ${end}$`,
      ),
    )
  })

  it('says times and addresses in words', async () => {
    const text = securityLogText(await lastEvents(db.pool, 6))
      .split('\n')
      .slice(0, 2)
      .join('\n')
    expect(text).toMatch(
      /^[\d-]{10} [\d:]{8} UTC {2}Ha entrado \(age 31\)\n[\d-]{10} [\d:]{8} UTC {2}Ha entrado \(age 1\) {2}desde 192\.0\.2\.1$/,
    )
  })
})
