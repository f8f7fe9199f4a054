import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createLimitStore } from '../../auth/limits/limit-store.ts'
import { type DatabaseCopy, startDatabaseCopy } from '../../testing/database-copy.ts'
import { startLoneDatabase, startTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { isDatabaseAway } from '../database-away.ts'
import { openDatabase, openPool } from '../open.ts'
import { createReplica, type Replica } from './replica.ts'

let db: TestDatabase
let copy: DatabaseCopy

beforeAll(async () => {
  db = await startLoneDatabase()
  await db.pool.query('create table public.marks (mark int); grant select on public.marks to anon')
  copy = await startDatabaseCopy(db)
})
afterAll(async () => {
  await copy.close()
  await db.close()
})

const NEWEST = {
  text: 'select pg_is_in_recovery() as by_copy, (select max(mark) from public.marks) as newest',
  values: [],
}

async function newestBy(replica: Replica): Promise<unknown> {
  return (await replica.ask({ role: 'anon' }, NEWEST))?.rows[0] ?? null
}

it('answers what was committed before the call, or leaves it to the database', async () => {
  const replica = createReplica(db.pool, copy.pool)
  for (const mark of [1, 2, 3]) {
    await db.pool.query('insert into public.marks values ($1)', [mark])
    await expect.poll(() => newestBy(replica)).toEqual({ by_copy: true, newest: mark })
  }
  await copy.pool.query('select pg_wal_replay_pause()')
  await expect
    .poll(
      async () => (await copy.pool.query('select pg_get_wal_replay_pause_state() as state')).rows[0]?.state,
    )
    .toBe('paused')
  await db.pool.query('insert into public.marks values (4)')
  expect(await newestBy(replica)).toBeNull()
  await copy.pool.query('select pg_wal_replay_resume()')
  await expect.poll(() => newestBy(replica)).toEqual({ by_copy: true, newest: 4 })
})

it('works with the server’s own role', async () => {
  const addressOf = (host = '') =>
    `postgres://postgres@localhost/${db.connection.database}?host=${encodeURIComponent(host)}`
  const { rows } = await copy.pool.query<{ folder: string }>(
    `select current_setting('unix_socket_directories') as folder`,
  )
  const opened = await openDatabase({
    dataDir: '/nowhere',
    databaseUrl: addressOf(db.connection.host),
    databaseReplicaUrl: addressOf(rows[0]?.folder.replaceAll('"', '')),
  })
  if (opened.replicaPool === null) throw new Error('no copy')
  const { tablePool, replicaPool } = opened
  // The copy knows the role, and its password, a moment after the database.
  const askWho = () => replicaPool.query<{ me: string }>('select current_user as me').catch(() => null)
  await expect.poll(async () => (await askWho())?.rows[0]?.me ?? '').toMatch(/^nana_server_/)
  const replica = createReplica(tablePool, replicaPool)
  await expect.poll(() => newestBy(replica)).toMatchObject({ by_copy: true })
  await opened.close()
})

it('leaves what is refused to the database', async () => {
  const replica = createReplica(db.pool, copy.pool)
  await expect.poll(() => newestBy(replica)).toMatchObject({ by_copy: true })
  const refused = { text: 'select from auth.users', values: [] }
  expect(await replica.ask({ role: 'anon' }, refused)).toBeNull()
  await expect.poll(() => newestBy(replica)).toMatchObject({ by_copy: true })
})

it('of another database is never asked, and a line says so', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  const other = await startTestDatabase()
  const replica = createReplica(db.pool, other.pool)
  expect([await newestBy(replica), await newestBy(replica)]).toEqual([null, null])
  expect(said.mock.calls.join()).toContain('no lleva a una copia')
  expect(said).toHaveBeenCalledTimes(1)
  await other.close()
})

it('that stands in for the database is told apart from a fault when it is to count limits', async () => {
  const reserving = createLimitStore(copy.pool, 'secret').reserve('key', 10, 100)
  const error = await reserving.then(
    () => null,
    (refused: unknown) => refused,
  )
  expect(error).toMatchObject({ code: '0A000' })
  expect(isDatabaseAway(error)).toBe(true)
})

it('of another timeline of the same database is never asked', async () => {
  const promoted = await startDatabaseCopy(db)
  await promoted.pool.query('select pg_promote()')
  await db.pool.query('insert into public.marks values (5)')
  await db.pool.query('select pg_switch_wal()')
  await db.pool.query('insert into public.marks values (6)')
  const replica = createReplica(db.pool, copy.pool)
  await expect.poll(() => newestBy(replica)).toEqual({ by_copy: true, newest: 6 })
  expect(await newestBy(createReplica(promoted.pool, copy.pool))).toBeNull()
  await promoted.close()
})

it('isn’t said to be away when the database is', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  const away = openPool({ ...db.connection, host: '/nowhere' })
  expect(await newestBy(createReplica(away, copy.pool))).toBeNull()
  expect(said).not.toHaveBeenCalled()
  await away.end()
})

it('that is away is left alone for a while, and a line says so', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  const replica = createReplica(db.pool, copy.pool)
  await expect.poll(() => newestBy(replica)).toMatchObject({ by_copy: true })
  await copy.fall()
  expect([await newestBy(replica), await newestBy(replica)]).toEqual([null, null])
  expect(said.mock.calls.join()).toContain('replica_away')
  expect(said).toHaveBeenCalledTimes(1)
})
