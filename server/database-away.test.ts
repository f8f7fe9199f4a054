import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startServer } from './main.ts'
import { loadConfig } from './settings/config.ts'
import { freePort } from './testing/server-child.ts'
import { type SwallowingProxy, startSwallowingProxy } from './testing/swallowing-proxy.ts'
import { startTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { bearer, startTestServer, type TestServer } from './testing/test-server.ts'

let db: TestDatabase
let proxy: SwallowingProxy
let server: TestServer

beforeAll(async () => {
  db = await startTestDatabase()
  proxy = await startSwallowingProxy(db.connection)
  server = await startTestServer({ DATABASE_URL: proxy.url, DATABASE_TIMEOUT: '2' }, db)
})
afterEach(() => proxy.pass())
afterAll(async () => {
  await server.stop()
  proxy.close()
})

const nap = () => ({
  id: randomUUID(),
  date: '2025-08-11',
  type: 'siesta',
  start_time: '13:05',
  op_id: randomUUID(),
})

describe('connections that die without a word', () => {
  it('are given up: 503 meanwhile, in the shape of each API, and served again afterwards', async () => {
    const account = await server.createAccount()
    const session = await server.signIn(account)
    const tables = new PostgrestClient(`${server.url}/rest/v1`, {
      headers: { apikey: server.anonKey, ...bearer(session.access_token) },
      retry: false,
    })
    const change = nap()
    // Several connections are open, and all of them die.
    await Promise.all(Array.from({ length: 10 }, () => tables.from('sleep_records').select('id')))
    proxy.swallow()
    const refresh = () =>
      server.ask('/auth/v1/token?grant_type=refresh_token', {
        method: 'POST',
        body: { refresh_token: session.refresh_token },
      })
    const [written, read, health, alive, ready, signIn, refreshed, joined] = await Promise.all([
      tables.from('sleep_records').insert(change),
      tables.from('sleep_records').select('id'),
      server.ask('/health'),
      server.ask('/alive'),
      server.ask('/ready'),
      server.ask('/auth/v1/token?grant_type=password', {
        method: 'POST',
        body: { email: account.email, password: 'x' },
      }),
      refresh(),
      refresh(),
    ])
    expect([written.status, written.error?.code]).toEqual([503, expect.stringMatching(/^PGRST00/)])
    expect([read.status, read.error?.code]).toEqual([503, expect.stringMatching(/^PGRST00/)])
    expect([health.status, health.body]).toEqual([503, { ready: false }])
    expect([alive.status, alive.body]).toEqual([200, { alive: true }])
    expect([ready.status, ready.body]).toEqual([503, { ready: false, reason: 'database' }])
    expect([signIn.status, signIn.body.code]).toEqual([503, 'unexpected_failure'])
    for (const { status, body } of [refreshed, joined])
      expect([status, body.code]).toEqual([503, 'unexpected_failure'])

    await proxy.pass()
    expect((await server.client().refreshSession(session)).error).toBeNull()
    // What the phone does with a save that was answered 503: the same again.
    expect((await tables.from('sleep_records').insert(change)).status).toBe(201)
    expect((await tables.from('sleep_records').select('id')).data).toEqual([{ id: change.id }])
    // It remembers its last answer for a second.
    while ((await server.ask('/health')).status !== 200);
  })
})

describe('a database that can’t be written', () => {
  const healthIs = async (status: number) => {
    while ((await server.ask('/health')).status !== status);
  }
  const hangUp = () =>
    db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)

  it('is not healthy: it only reads, or its disk does', async () => {
    await healthIs(200)
    const { rows } = await db.pool.query<{ name: string; folder: string }>(
      `select current_database() as name, current_setting('data_directory') || '/base/pgsql_tmp' as folder`,
    )
    const [{ name, folder } = { name: '', folder: '' }] = rows
    await db.pool.query(`alter database ${name} set default_transaction_read_only = on`)
    await hangUp()
    await healthIs(503)
    await db.pool.query(`begin read write; alter database ${name} reset all; commit`)
    await hangUp()
    await healthIs(200)
    await chmod(folder, 0)
    await healthIs(503)
    await chmod(folder, 0o700)
    await healthIs(200)
  })
})

describe('a database that is not there when the server starts', () => {
  it('is waited for: 503 meanwhile, and served once it is there', async () => {
    const late = await startTestDatabase()
    const way = await startSwallowingProxy(late.connection)
    await way.refuse()
    const dataDir = await mkdtemp(join(tmpdir(), 'nana-late-'))
    const port = await freePort()
    const config = loadConfig({ PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: way.url })
    const starting = startServer(config)
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
    // Before its files are read, it says 503 without a shape.
    while ((await (await ask('/health'))?.text())?.startsWith('{') !== true);
    expect((await ask('/alive'))?.status).toBe(200)
    const ready = await ask('/ready')
    expect([ready?.status, await ready?.json()]).toEqual([503, { ready: false, reason: 'starting' }])
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => printed.mockRestore())
    const answers = await Promise.all(['/health', '/auth/v1/settings', '/rest/v1/sleep_records'].map(ask))
    expect(answers.map((answer) => answer?.status)).toEqual([503, 503, 503])
    for (const answer of answers) expect(answer?.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await answers[1]?.json()).toMatchObject({ code: 503, error_code: 'unexpected_failure' })
    expect(await answers[2]?.json()).toMatchObject({ code: 'PGRST000', details: null })
    await way.pass()
    const running = await starting
    for (const path of ['/health', '/ready']) expect((await ask(path))?.status).toBe(200)
    const lines = printed.mock.calls
      .map(([line]) => String(line))
      .filter((line) => line.includes('server_error'))
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({ status: 503, cause: { name: 'HttpError' } })
      expect(line).not.toContain('"stack"')
    }
    await running.stop()
    way.close()
    await late.close()
    await rm(dataDir, { recursive: true })
  })

  it('is waited for too when it falls once more just as the server takes it up', async () => {
    const falling = await startTestDatabase()
    // Each of these tables ends the first connection that writes to it, as a database does that falls over.
    for (const table of ['this_server', 'key_versions']) {
      await falling.pool.query(`
        create sequence nana.${table}_falls;
        create function nana.${table}_fall() returns trigger language plpgsql security definer as $$
        begin
          if nextval('nana.${table}_falls') = 1 then perform pg_terminate_backend(pg_backend_pid()), pg_sleep(10); end if;
          return new;
        end $$;
        create trigger fall before insert on nana.${table} for each row execute function nana.${table}_fall()`)
    }
    const running = await startTestServer({}, falling)
    expect((await running.ask('/health')).status).toBe(200)
    const { rows } = await falling.pool.query(
      'select (select last_value from nana.this_server_falls) > 1 as claimed, (select last_value from nana.key_versions_falls) > 1 as agreed',
    )
    expect(rows).toEqual([{ claimed: true, agreed: true }])
    await running.stop()
  })

  it('is waited for no longer when the server is told to end', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'nana-never-'))
    const config = loadConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: 'postgres://127.0.0.1:1/none' })
    const ending = new AbortController()
    const starting = startServer(config, ending.signal)
    ending.abort()
    await expect(starting).rejects.toThrow('aborted')
    await rm(dataDir, { recursive: true })
  })

  it('is not waited for when it has no place for us: the operator is told', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'nana-wrong-'))
    const config = loadConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: `${proxy.url}_other` })
    await expect(startServer(config)).rejects.toThrow('does not exist')
    await rm(dataDir, { recursive: true })
  })
})
