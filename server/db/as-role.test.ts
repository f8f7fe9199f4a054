import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { asRole, type Claims } from './as-role.ts'
import { openPool } from './open.ts'

let db: TestDatabase
/** The pool has a single connection, so that whatever one request leaves behind would meet the next one. */
let pool: pg.Pool
let claims: Claims

beforeAll(async () => {
  db = await startTestDatabase()
  pool = openPool(db.connection, 1)
})
afterAll(async () => {
  await pool.end()
  await db.close()
})
beforeEach(async () => {
  claims = { role: 'authenticated', sub: await db.createUser() }
})

const ADD = {
  text: `insert into public.sleep_records (date, type, start_time) values ('2025-08-11', 'siesta', '13:05')`,
  values: [],
}

function ask(text: string, ...values: unknown[]) {
  return asRole(pool, claims, { text, values })
}

async function recordsOfUser(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) from public.sleep_records where user_id = $1',
    [claims.sub],
  )
  return rows[0]?.count ?? 0
}

it('runs a statement as the caller and commits it', async () => {
  await asRole(pool, claims, ADD)
  expect(await recordsOfUser()).toBe(1)
})

it('leaves nothing of the caller on the connection', async () => {
  await ask('select 1')
  const { rows } = await pool.query(
    `select current_user::text as name, current_setting('request.jwt.claims', true) as claims,
       current_setting('statement_timeout') as timeout`,
  )
  expect(rows).toEqual([{ name: 'postgres', claims: '', timeout: '0' }])
})

it.each([
  { role: 'anon', timeout: '3s' },
  { role: 'authenticated', timeout: '8s' },
  { role: 'service_role', timeout: '8s' },
] as const)('lets a statement of $role run for $timeout', async ({ role, timeout }) => {
  const { rows } = await asRole(
    pool,
    { role },
    { text: `select current_setting('statement_timeout') as t`, values: [] },
  )
  expect(rows).toEqual([{ t: timeout }])
})

it('plans a named statement once per connection', async () => {
  const statement = { name: 'counted', text: 'select $1::int as n', values: [7] }
  expect((await asRole(pool, claims, statement)).rows).toEqual([{ n: 7 }])
  expect((await asRole(pool, claims, { ...statement, values: [8] })).rows).toEqual([{ n: 8 }])
  const { rows } = await pool.query(`select count(*) from pg_prepared_statements where name = 'counted'`)
  expect(rows).toEqual([{ count: 1 }])
})

it('answers every statement but the first of a connection in one go', async () => {
  const client = await pool.connect()
  const ready = vi.fn()
  client.connection.on('readyForQuery', ready)
  client.release()
  for (const asked of ['select 1 as n', 'select 2 as n']) await ask(asked)
  expect(ready).toHaveBeenCalledTimes(2)
  client.connection.off('readyForQuery', ready)
})

it('is answered what it asks for, and nothing of the role that it takes', async () => {
  await ask('select 1 as n')
  const client = await pool.connect()
  const told = { rowDescription: 0, dataRow: 0 }
  for (const kind of ['rowDescription', 'dataRow'] as const) {
    const count = () => {
      told[kind] += 1
    }
    client.connection.on(kind, count)
    onTestFinished(() => void client.connection.off(kind, count))
  }
  client.release()
  await ask('select 2 as n')
  expect(told).toEqual({ rowDescription: 1, dataRow: 1 })
})

describe('a statement that fails', () => {
  it.each([
    ['22P02', 'select $1::uuid', 'x'],
    ['42P01', 'select * from public.nowhere where $1 = 1', 1],
    ['42601', 'selec $1', 1],
    ['23514', `update public.sleep_records set feedings = $1`, -1],
  ])('is answered with its own error, %s, and the connection goes on', async (code, text, value) => {
    await asRole(pool, claims, ADD)
    await expect(ask(text, value)).rejects.toMatchObject({ code })
    expect(pool.totalCount).toBe(1)
    expect((await ask('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it('writes nothing', async () => {
    const addTwo = ask(
      `insert into public.sleep_records (date, type, start_time)
       values ('2025-08-11', 'siesta', '13:05'), ('2025-08-11', 'siesta', 'soon')`,
    )
    await expect(addTwo).rejects.toMatchObject({ code: '23514' })
    expect(await recordsOfUser()).toBe(0)
  })

  it('can be run again under its name', async () => {
    const statement = { name: 'halved', text: 'select 1 / $1::int as n' }
    await expect(asRole(pool, claims, { ...statement, values: [0] })).rejects.toMatchObject({ code: '22012' })
    expect((await asRole(pool, claims, { ...statement, values: [1] })).rows).toEqual([{ n: 1 }])
  })
})

it('rejects what fails only when it is committed', async () => {
  await pool.query(`
    create table public.late (id int primary key deferrable initially deferred);
    grant insert on public.late to service_role`)
  const twice = asRole(
    pool,
    { role: 'service_role' },
    { text: 'insert into late values (1), (1)', values: [] },
  )
  await expect(twice).rejects.toMatchObject({ code: '23505' })
  expect((await pool.query('select * from public.late')).rows).toEqual([])
})

it('leaves the role to nobody when the driver refuses to send the statement', async () => {
  await asRole(pool, claims, { name: 'named', text: 'select 1', values: [] })
  const other = asRole(pool, { role: 'service_role' }, { name: 'named', text: 'select 2', values: [] })
  await expect(other).rejects.toThrow('must be unique')
  expect((await pool.query('select current_user::text as name')).rows).toEqual([{ name: 'postgres' }])
})

it('refuses claims whose role the database does not have, before the statement runs', async () => {
  const forged: Claims = JSON.parse(`{ "role": "postmaster" }`)
  await expect(asRole(pool, forged, ADD)).rejects.toMatchObject({ code: '22023' })
})

describe('a connection to a database that only reads', () => {
  const ONLY_READS = 'set default_transaction_read_only = on'
  const isKept = async () => (await pool.query('show default_transaction_read_only')).rows[0]
  let lasts: pg.Pool
  beforeEach(() => {
    lasts = pool
    pool = openPool(db.connection, 1)
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await pool.end()
    pool = lasts
  })

  it('is closed, because a new one may lead to one that can be written by now', async () => {
    await pool.query(ONLY_READS)
    vi.advanceTimersByTime(5_000)
    await expect(asRole(pool, claims, ADD)).rejects.toMatchObject({ code: '25006' })
    expect(await isKept()).toEqual({ default_transaction_read_only: 'off' })
  })

  it('is kept while it is new: each save would take one from those who read, and another led nowhere else', async () => {
    await pool.query(ONLY_READS)
    await expect(asRole(pool, claims, ADD)).rejects.toMatchObject({ code: '25006' })
    expect(await isKept()).toEqual({ default_transaction_read_only: 'on' })
  })
})

describe('a statement with a check', () => {
  it('is committed when the check passes', async () => {
    await asRole(pool, claims, ADD, ({ rowCount }) => expect(rowCount).toBe(1))
    expect(await recordsOfUser()).toBe(1)
  })

  it('is rolled back when the check throws, and rejects with the same error', async () => {
    const refused = asRole(pool, claims, ADD, () => {
      throw new Error('too many rows')
    })
    await expect(refused).rejects.toThrow('too many rows')
    expect(await recordsOfUser()).toBe(0)
    expect(pool.totalCount).toBe(1)
  })

  it('does not reach the check when it fails', async () => {
    const failed = asRole(pool, claims, { text: 'select 1 / 0', values: [] }, () => {
      throw new Error('asked')
    })
    await expect(failed).rejects.toMatchObject({ code: '22012' })
  })
})

it('keeps simultaneous requests of different callers apart', async () => {
  const callers: Claims[] = await Promise.all(
    Array.from({ length: 30 }, async () => ({ role: 'authenticated', sub: await db.createUser() }) as const),
  )
  const seen = await Promise.all(
    callers.map((caller) =>
      asRole(db.pool, caller, { name: 'who', text: 'select auth.uid() as uid', values: [] }),
    ),
  )
  expect(seen.map(({ rows }) => rows[0]?.uid)).toEqual(callers.map(({ sub }) => sub))
})

it.each([undefined, () => undefined])('survives a connection that breaks under a request', async (check) => {
  const breaking = expect(
    asRole(pool, { role: 'service_role' }, { text: 'select pg_sleep(60)', values: [] }, check),
  ).rejects.toThrow(/terminat/)
  const waiting = `select pid from pg_stat_activity where query = 'select pg_sleep(60)' and datname = current_database()`
  let pids: { pid: number }[] = []
  while (pids.length === 0) pids = (await db.pool.query<{ pid: number }>(waiting)).rows
  await db.pool.query('select pg_terminate_backend($1)', [pids[0]?.pid])
  await breaking
  expect((await ask('select $1::text as id', randomUUID())).rowCount).toBe(1)
})
