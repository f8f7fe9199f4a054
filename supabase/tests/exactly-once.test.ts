import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Caller, refusal, user } from '../../server/testing/callers.ts'
import { onEachEngine } from './on-each-engine.ts'

const NOT_UNIQUE = '23505'

onEachEngine((db) => {
  let id: string
  let carer: Caller

  beforeEach(async () => {
    id = await db.createUser()
    carer = user(db.pool, id)
  })

  /** Inserts what the app's outbox sends for a new record. */
  function addNap(row: string, op: string | null = randomUUID(), conflict = '') {
    return carer(
      `insert into public.sleep_records (id, date, type, start_time, op_id)
       values ($1, '2025-08-11', 'siesta', '13:05', $2) ${conflict}`,
      row,
      op,
    )
  }

  function patchNap(row: string, feedings: number, op: string | null = randomUUID()) {
    return carer('update public.sleep_records set feedings = $2, op_id = $3 where id = $1', row, feedings, op)
  }

  async function nap(row: string) {
    return (await carer('select * from public.sleep_records where id = $1', row)).rows[0]
  }

  async function rev(): Promise<number> {
    return (await carer('select rev from public.sync_state')).rows[0]?.rev ?? 0
  }

  async function notedOps(): Promise<string[]> {
    const { rows } = await db.pool.query<{ op_id: string }>(
      'select op_id from public.sync_ops where user_id = $1',
      [id],
    )
    return rows.map((row) => row.op_id)
  }

  describe('a replay', () => {
    it('of an insert adds nothing and succeeds', async () => {
      const [row, op] = [randomUUID(), randomUUID()]
      expect((await addNap(row, op)).rowCount).toBe(1)
      expect((await addNap(row, op)).rowCount).toBe(0)
      expect(await nap(row)).toMatchObject({ op_id: null, rev: 1 })
      expect(await rev()).toBe(1)
    })

    it('of an update does not undo what came after it', async () => {
      const [row, op] = [randomUUID(), randomUUID()]
      await addNap(row)
      await patchNap(row, 1, op)
      await patchNap(row, 2)
      expect((await patchNap(row, 1, op)).rowCount).toBe(0)
      expect(await nap(row)).toMatchObject({ feedings: 2, op_id: null, rev: 3 })
    })

    it('of an insert does not bring back a row that was deleted since', async () => {
      const [row, op] = [randomUUID(), randomUUID()]
      await addNap(row, op)
      await carer('delete from public.sleep_records where id = $1', row)
      expect((await addNap(row, op)).rowCount).toBe(0)
      expect(await nap(row)).toBeUndefined()
    })

    it('counts per user', async () => {
      const op = randomUUID()
      await addNap(randomUUID(), op)
      const other = user(db.pool, await db.createUser())
      const { rowCount } = await other(
        `insert into public.sleep_records (date, type, start_time, op_id) values ('2025-08-11', 'siesta', '13:05', $1)`,
        op,
      )
      expect(rowCount).toBe(1)
    })

    it('is not one when the first try was refused', async () => {
      const [row, op] = [randomUUID(), randomUUID()]
      await addNap(row)
      expect(await refusal(patchNap(row, -1, op))).toBe('23514')
      expect(await notedOps()).not.toContain(op)
      expect((await patchNap(row, 3, op)).rowCount).toBe(1)
    })

    it('is not one when the first try found no row', async () => {
      const [row, op] = [randomUUID(), randomUUID()]
      expect((await patchNap(row, 3, op)).rowCount).toBe(0)
      await addNap(row)
      expect((await patchNap(row, 3, op)).rowCount).toBe(1)
    })
  })

  it('applies a change without op_id every time', async () => {
    const row = randomUUID()
    await addNap(row, null)
    await patchNap(row, 1, null)
    expect((await patchNap(row, 1, null)).rowCount).toBe(1)
    expect(await notedOps()).toEqual([])
  })

  describe('one change over several rows', () => {
    it('reaches all of them, and its replay none', async () => {
      const op = randomUUID()
      const insertThree = () =>
        carer(
          `insert into public.sleep_records (date, type, start_time, op_id)
           select date '2025-08-11' + n, 'siesta', '13:05', $1 from generate_series(1, 3) as n`,
          op,
        )
      expect((await insertThree()).rowCount).toBe(3)
      expect((await insertThree()).rowCount).toBe(0)

      const patch = randomUUID()
      const patchAll = () =>
        carer('update public.sleep_records set feedings = feedings + 1, op_id = $1', patch)
      expect((await patchAll()).rowCount).toBe(3)
      expect((await patchAll()).rowCount).toBe(0)
      const { rows } = await carer('select feedings, rev from public.sleep_records order by rev')
      expect(rows).toEqual([4, 5, 6].map((number) => ({ feedings: 1, rev: number })))
    })

    it('may carry an op of its own for each row, some of them known', async () => {
      const [known, fresh] = [randomUUID(), randomUUID()]
      await addNap(randomUUID(), known)
      const { rowCount } = await carer(
        `insert into public.sleep_records (date, type, start_time, op_id)
         select '2025-08-12', 'siesta', '13:05', op from unnest($1::uuid[]) as op`,
        [known, fresh],
      )
      expect(rowCount).toBe(1)
      expect((await notedOps()).sort()).toEqual([known, fresh].sort())
    })
  })

  describe('an insert that finds a row in its way', () => {
    it('fails without a trace', async () => {
      const [row, op] = [randomUUID(), randomUUID()]
      await addNap(row)
      expect(await refusal(addNap(row, op))).toBe(NOT_UNIQUE)
      expect(await notedOps()).not.toContain(op)
      expect(await rev()).toBe(1)
    })

    it('is ignored without a trace where it asks for that', async () => {
      const [row, op] = [randomUUID(), randomUUID()]
      await addNap(row)
      expect((await addNap(row, op, 'on conflict (id) do nothing')).rowCount).toBe(0)
      expect(await notedOps()).not.toContain(op)
      expect(await rev()).toBe(1)
      expect(await nap(row)).toMatchObject({ rev: 1 })
      // The same op then works for a row that is free, because it was never used up.
      expect((await addNap(randomUUID(), op)).rowCount).toBe(1)
    })

    it('becomes an update once where it asks for that', async () => {
      const [row, op] = [randomUUID(), randomUUID()]
      await addNap(row)
      const merge = (feedings: number) =>
        carer(
          `insert into public.sleep_records (id, date, type, start_time, feedings, op_id)
           values ($1, '2025-08-11', 'siesta', '13:05', $2, $3)
           on conflict (id) do update set feedings = excluded.feedings, op_id = excluded.op_id`,
          row,
          feedings,
          op,
        )
      expect((await merge(4)).rowCount).toBe(1)
      await patchNap(row, 5)
      expect((await merge(4)).rowCount).toBe(0)
      expect(await nap(row)).toMatchObject({ feedings: 5, op_id: null, rev: 3 })
    })

    it('notes the op of the upsert that did insert', async () => {
      const [row, op] = [randomUUID(), randomUUID()]
      const merge = 'on conflict (id) do update set feedings = 9, op_id = excluded.op_id'
      expect((await addNap(row, op, merge)).rowCount).toBe(1)
      expect((await addNap(row, op, merge)).rowCount).toBe(0)
      expect(await nap(row)).toMatchObject({ feedings: 0, rev: 1 })
    })

    it('of the same statement is ignored like any other', async () => {
      const row = randomUUID()
      const { rowCount } = await carer(
        `insert into public.sleep_records (id, date, type, start_time, op_id)
         select $1, '2025-08-11', 'siesta', '13:05', op from unnest($2::uuid[]) as op on conflict do nothing`,
        row,
        [randomUUID(), randomUUID()],
      )
      expect(rowCount).toBe(1)
      expect(await notedOps()).toHaveLength(1)
      expect(await rev()).toBe(1)
    })
  })

  it.each(['baby_info', 'sleep_plans'])('two phones make one row of %s', async (table) => {
    const create = (rowId: string, op: string) =>
      carer(
        `insert into public.${table} (id, op_id) values ($1, $2) on conflict (user_id) do nothing`,
        rowId,
        op,
      )
    const [first, second] = [randomUUID(), randomUUID()]
    expect((await create(id, first)).rowCount).toBe(1)
    expect((await create(id, second)).rowCount).toBe(0)
    expect((await create(randomUUID(), second)).rowCount).toBe(0)
    expect(await notedOps()).toEqual([first])
    expect((await carer(`select id, rev from public.${table}`)).rows).toEqual([{ id, rev: 1 }])
  })

  describe('bookkeeping sent by a client', () => {
    const LIES = `rev = 99, created_at = '2001-01-01', updated_at = '2001-01-01'`

    it('is ignored in an insert', async () => {
      const { rows } = await carer(
        `insert into public.sleep_records (date, type, start_time, rev, created_at, updated_at)
         values ('2025-08-11', 'siesta', '13:05', 99, '2001-01-01', '2001-01-01')
         returning rev, created_at = now() and updated_at = now() as now`,
      )
      expect(rows).toEqual([{ rev: 1, now: true }])
    })

    it('is ignored in an update, and so is another id', async () => {
      const row = randomUUID()
      await addNap(row)
      const before = await nap(row)
      const { rows } = await carer(
        `update public.sleep_records set ${LIES}, id = gen_random_uuid() returning id, rev, created_at, updated_at = now() as now`,
      )
      expect(rows).toEqual([{ id: row, rev: 2, created_at: before?.created_at, now: true }])
    })
  })

  describe('a deleted row', () => {
    it('leaves its id and the number of the change', async () => {
      const row = randomUUID()
      await addNap(row)
      await carer('delete from public.sleep_records where id = $1', row)
      const { rows } = await carer('select user_id, table_name, id, rev from public.deleted_rows')
      expect(rows).toEqual([{ user_id: id, table_name: 'sleep_records', id: row, rev: 2 }])
      expect(await rev()).toBe(2)
    })

    it('is deleted once', async () => {
      const row = randomUUID()
      await addNap(row)
      await carer('delete from public.sleep_records where id = $1', row)
      expect((await carer('delete from public.sleep_records where id = $1', row)).rowCount).toBe(0)
      expect(await rev()).toBe(2)
    })

    it("can't come back, in any way", async () => {
      const row = randomUUID()
      await addNap(row)
      await carer('delete from public.sleep_records')
      for (const conflict of ['', 'on conflict do nothing', 'on conflict (id) do update set feedings = 1']) {
        const op = randomUUID()
        expect(await refusal(addNap(row, op, conflict))).toBe(NOT_UNIQUE)
        expect(await notedOps()).not.toContain(op)
      }
      expect((await patchNap(row, 1)).rowCount).toBe(0)
      expect(await nap(row)).toBeUndefined()
    })

    it.each(['baby_info', 'sleep_plans'])(
      'of %s can be made again, and is then no longer gone',
      async (table) => {
        await carer(`insert into public.${table} (id) values ($1)`, id)
        await carer(`delete from public.${table}`)
        expect((await carer('select id from public.deleted_rows')).rows).toEqual([{ id }])
        await carer(`insert into public.${table} (id, op_id) values ($1, $2)`, id, randomUUID())
        expect((await carer('select id from public.deleted_rows')).rows).toEqual([])
        expect((await carer(`select id, rev from public.${table}`)).rows).toEqual([{ id, rev: 3 }])
      },
    )
  })

  describe('deleting an account', () => {
    it('takes everything of it along and nothing of another', async () => {
      const kept = await db.createUser()
      for (const caller of [carer, user(db.pool, kept)]) {
        await caller('insert into public.baby_info (op_id) values ($1)', randomUUID())
        await caller('insert into public.sleep_plans (op_id) values ($1)', randomUUID())
        await caller(
          `insert into public.sleep_records (date, type, start_time, op_id)
           select '2025-08-11', 'siesta', '13:05', gen_random_uuid() from generate_series(1, 3)`,
        )
        await caller(
          'delete from public.sleep_records where id = (select id from public.sleep_records limit 1)',
        )
      }
      await db.pool.query('delete from auth.users where id = $1', [id])
      const tables = ['baby_info', 'sleep_plans', 'sleep_records', 'sync_state', 'sync_ops', 'deleted_rows']
      for (const table of tables) {
        const { rows } = await db.pool.query(
          `select count(*) filter (where user_id = $1) as gone, count(*) filter (where user_id = $2) as kept from public.${table}`,
          [id, kept],
        )
        expect(rows[0]?.gone, table).toBe(0)
        expect(rows[0]?.kept, table).toBeGreaterThan(0)
      }
    })

    it('leaves its still valid token with nothing to write to', async () => {
      await addNap(randomUUID())
      await db.pool.query('delete from auth.users where id = $1', [id])
      expect(await refusal(addNap(randomUUID()))).toBe('23503')
      expect((await patchNap(randomUUID(), 1)).rowCount).toBe(0)
      expect((await carer('delete from public.sleep_records')).rowCount).toBe(0)
    })
  })
})
