import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { asRole } from '../as-role.ts'
import { type Database, openDatabase } from '../open.ts'
import { PooledClient } from './pooled-client.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await startTestDatabase()
})
afterAll(() => db.close())

function addressOf({ host = '', user, database }: TestDatabase['connection']): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
}

function openBehindPooler(databaseUrl = addressOf(db.connection)): Promise<Database> {
  const databaseDirectUrl = addressOf(db.connection)
  return openDatabase({ dataDir: '/nowhere', databaseUrl, databaseDirectUrl })
}

const PREPARED = 'select name from pg_prepared_statements order by name'

async function askTwiceByName({ tablePool }: Database): Promise<unknown[]> {
  const client = await tablePool.connect()
  for (const _ of [1, 2]) await client.query({ name: 'one', text: 'select $1::int as one', values: [1] })
  client.release()
  await asRole(tablePool, { role: 'anon' }, { name: 'two', text: 'select 2', values: [] })
  return (await tablePool.query(PREPARED)).rows
}

it('keeps no statement on a connection that a pooler may give to another', async () => {
  const pooled = await openBehindPooler()
  expect(await askTwiceByName(pooled)).toEqual([])
  await pooled.close()
  const direct = await openDatabase({ dataDir: '/nowhere', databaseUrl: addressOf(db.connection) })
  expect(await askTwiceByName(direct)).toEqual([{ name: 'one' }, { name: 'take-role' }, { name: 'two' }])
  await direct.close()
})

it('uses UTC, whatever time zone the role is set to', async () => {
  await db.pool.query(`alter role postgres set timezone = 'America/New_York'`)
  const pooled = await openBehindPooler()
  const { rows } = await pooled.pool.query(`select current_setting('timezone') as zone`)
  expect(rows).toEqual([{ zone: 'UTC' }])
  await pooled.close()
  await db.pool.query('alter role postgres reset timezone')
})

it('tells a pooler nothing at the beginning that it would refuse', async () => {
  const pooler = createServer().listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  const { port } = pooler.address() as AddressInfo
  const said = once(pooler, 'connection').then(async ([socket]) => {
    const [packet] = await once(socket, 'data')
    socket.destroy()
    return String(packet.subarray(8)).split('\0').filter(Boolean)
  })
  const client = new PooledClient({
    connectionString: `postgres://ana@127.0.0.1:${port}/nana`,
    application_name: 'nana',
    options: '-c timezone=UTC',
  })
  client.on('error', () => undefined)
  await expect(client.connect()).rejects.toThrow()
  pooler.close()
  const names = (await said).filter((_, place) => place % 2 === 0)
  expect(names.toSorted()).toEqual(['TimeZone', 'application_name', 'client_encoding', 'database', 'user'])
})

it('leaves limits a way to be counted while each of its connections has a transaction that waits for them', async () => {
  const { host = '', port, database, user } = db.connection
  let isFree: Promise<unknown> = Promise.resolve()
  const poolerOfOne = createServer((client) => {
    const isNext = isFree
    isFree = Promise.all([isNext, once(client, 'close')])
    void isNext.then(() => client.pipe(connect(`${host}/.s.PGSQL.${port}`)).pipe(client))
  }).listen(0, '127.0.0.1')
  await once(poolerOfOne, 'listening')
  const { port: ofPooler } = poolerOfOne.address() as AddressInfo
  const settings = {
    dataDir: '/nowhere',
    databaseUrl: `postgres://${user}@127.0.0.1:${ofPooler}/${database}`,
    databaseDirectUrl: addressOf(db.connection),
  }
  const pooled = await openDatabase(settings, 3_000)
  const open = await pooled.pool.connect()
  await open.query('begin')
  expect((await pooled.limitPool.query('select 1 as counted')).rows).toEqual([{ counted: 1 }])
  await open.query('commit')
  open.release()
  await pooled.close()
  poolerOfOne.close()
})

it('is not begun with when the pooler leads to another database', async () => {
  const other = await startTestDatabase()
  const opening = openBehindPooler(addressOf(other.connection))
  await expect(opening).rejects.toThrow('no llevan a la misma base de datos')
  await other.close()
})
