import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, user } from './callers.ts'
import { ENGINES } from './engines.ts'
import { startTestDatabase, type TestDatabase } from './test-database.ts'

describe.each([...ENGINES.keys()])('%s', (engine) => {
  let db: TestDatabase
  let listener: pg.Client
  let heard: string[]
  let id: string
  let carer: Caller

  beforeAll(async () => {
    db = await startTestDatabase(engine)
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    id = await db.createUser()
    carer = user(db.pool, id)
    heard = []
    listener = new pg.Client(db.connection)
    listener.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`))
    await listener.connect()
    await listener.query('listen nana_changes')
  })
  afterEach(() => listener.end())

  /** What was said until now: notifications come ahead of the answer to a later statement. */
  async function saidSoFar(): Promise<string[]> {
    await listener.query('select 1')
    return heard.splice(0)
  }

  const told = () => [`nana_changes ${id}`]

  it('every kind of change is told once, with whose it is and nothing else', async () => {
    const row = randomUUID()
    await carer(
      `insert into public.sleep_records (id, date, type, start_time) values ($1, '2025-08-11', 'siesta', '13:05')`,
      row,
    )
    expect(await saidSoFar()).toEqual(told())
    await carer('update public.sleep_records set feedings = 1 where id = $1', row)
    expect(await saidSoFar()).toEqual(told())
    await carer('delete from public.sleep_records where id = $1', row)
    expect(await saidSoFar()).toEqual(told())
    await carer('insert into public.baby_info (id) values ($1)', id)
    expect(await saidSoFar()).toEqual(told())
  })

  it('a thousand rows of one statement are one message', async () => {
    await carer(
      `insert into public.sleep_records (date, type, start_time)
       select '2025-08-11', 'siesta', '13:05' from generate_series(1, 1000)`,
    )
    expect(await saidSoFar()).toEqual(told())
  })

  it('what changes nothing, or is rolled back, is not told', async () => {
    const [row, op] = [randomUUID(), randomUUID()]
    const add = () =>
      carer(
        `insert into public.sleep_records (id, date, type, start_time, op_id)
         values ($1, '2025-08-11', 'siesta', '13:05', $2)`,
        row,
        op,
      )
    await add()
    await saidSoFar()
    await add()
    await carer('update public.sleep_records set feedings = 1 where id = $1', randomUUID())
    await carer('delete from public.sleep_records where id = $1', randomUUID())
    const refused = carer('update public.sleep_records set feedings = 100 where id = $1', row)
    await expect(refused).rejects.toThrow('feedings')
    expect(await saidSoFar()).toEqual([])
  })
})
