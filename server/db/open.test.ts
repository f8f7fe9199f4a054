import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { MIGRATION_LOCK } from './migrate.ts'
import { openDatabase } from './open.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await startTestDatabase()
})
afterAll(() => db.close())

function databaseUrl(): string {
  const { host = '', user, database } = db.connection
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
}

it('opens the database that DATABASE_URL names, and closes only its own connections', async () => {
  const opened = await openDatabase({ dataDir: '/nowhere', databaseUrl: databaseUrl() })
  expect(opened.describe).toBe('PostgreSQL en localhost')
  expect((await opened.pool.query('select count(*) from auth.users')).rows).toEqual([{ count: 0 }])
  await opened.close()
  expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

it('uses UTC, whatever time zone the database is set to', async () => {
  await db.pool.query(`alter role postgres set timezone = 'America/New_York'`)
  const opened = await openDatabase({ dataDir: '/nowhere', databaseUrl: databaseUrl() })
  const { rows } = await opened.pool.query(`select current_setting('timezone') as zone`)
  expect(rows).toEqual([{ zone: 'UTC' }])
  await opened.close()
  await db.pool.query('alter role postgres reset timezone')
})

it('reads values in the form in which the API writes them', async () => {
  const { rows } = await db.pool.query(
    `select 9007199254740991::int8 as counter, date '2025-08-11' as day, '13:05'::text as time,
       timestamptz '2025-08-11 16:20:00.123456+02' as instant, timestamp '2025-08-11 14:20:00' as utc, null::date as none`,
  )
  expect(rows).toEqual([
    {
      counter: 9_007_199_254_740_991,
      day: '2025-08-11',
      time: '13:05',
      instant: '2025-08-11T14:20:00.123456Z',
      utc: '2025-08-11T14:20:00Z',
      none: null,
    },
  ])
})

it('lets migrations take longer than an answer may, and no query after them', async () => {
  const other = await db.pool.connect()
  await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => said.mockRestore())
  const opening = openDatabase({ dataDir: '/nowhere', databaseUrl: databaseUrl() }, 1_000)
  await vi.waitUntil(() => said.mock.calls.length > 0, { timeout: 60_000 })
  // Twice as long as an answer may take the migrations wait for the lock.
  await other.query('select pg_sleep(2)')
  await other.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  other.release()
  const opened = await opening
  await expect(opened.pool.query('select pg_sleep(2)')).rejects.toThrow('timeout')
  await opened.close()
})

it('says which database does not answer', async () => {
  const opening = openDatabase({ dataDir: '/nowhere', databaseUrl: 'postgres://localhost:1/x' })
  await expect(opening).rejects.toThrow('localhost:1')
})
