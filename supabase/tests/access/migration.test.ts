import type pg from 'pg'
import { expect, it } from 'vitest'
import { openPool } from '../../../server/db/open.ts'
import { user } from '../../../server/testing/callers.ts'
import { migrated, versions } from '../migrated.ts'
import { onEachEngine } from '../on-each-engine.ts'
import { letIn } from './let-in.ts'

const ACCESS = '20251125090000'
const TABLES = [
  'baby_info',
  'sleep_plans',
  'sleep_records',
  'sync_state',
  'sync_ops',
  'deleted_rows',
  'consents',
]

onEachEngine((db) => {
  it('lets others into a database that is in use, and leaves everything in it as it was', async () => {
    await db.pool.query('create database in_use')
    const connection = { ...db.connection, database: 'in_use' }
    await migrated(
      connection,
      versions((version) => version < ACCESS),
    )
    const pool = openPool(connection)
    const family = async () => {
      const { rows } = await pool.query(
        'insert into auth.users (email) values (gen_random_uuid()) returning id',
      )
      const own = user(pool, rows[0].id)
      await own('insert into public.baby_info (op_id) values (gen_random_uuid())')
      await own('insert into public.sleep_plans default values')
      await own(
        `insert into public.sleep_records (date, type, start_time, op_id)
         select date '2024-01-01' + n, 'siesta', '13:05', gen_random_uuid() from generate_series(1, 300) as n`,
      )
      await own(
        'update public.sleep_records set feedings = 3, op_id = gen_random_uuid() where date < $1',
        '2024-02-01',
      )
      await own('delete from public.sleep_records where date > $1', '2024-10-01')
      await own(`insert into public.consents (version) values ('2025-11-01')`)
      return rows[0].id
    }
    const [ana, bea] = [await family(), await family()]
    expect(await hasColumn(pool, 'logged_by')).toBe(false)
    const before = await contentsOf(pool)

    await migrated(
      connection,
      versions((version) => version <= ACCESS),
    )
    const added = { baby_info: ['owner_name'], sleep_records: ['logged_by'], sync_state: ['access_rev'] }
    expect(await contentsOf(pool, added)).toEqual(before)
    const { rows } = await pool.query(
      'select logged_by, count(*)::int as n from public.sleep_records group by logged_by',
    )
    expect(rows).toEqual([{ logged_by: null, n: 548 }])

    // Both still have what they had, and one lets the other in.
    await letIn(pool, ana, bea, 'carer')
    const guest = user(pool, bea)
    expect((await guest('select from public.sleep_records where user_id = $1', ana)).rowCount).toBe(274)
    await guest(
      'update public.sleep_records set feedings = 4 where user_id = $1 and date = $2',
      ana,
      '2024-01-02',
    )
    await guest(
      `insert into public.sleep_records (user_id, date, type, start_time) values ($1, '2025-08-11', 'siesta', '13:05')`,
      ana,
    )
    const { rows: logged } = await guest(
      'select date, logged_by from public.sleep_records where user_id = $1 order by rev desc limit 2',
      ana,
    )
    expect(logged).toEqual([
      { date: '2025-08-11', logged_by: bea },
      { date: '2024-01-02', logged_by: null },
    ])
    await pool.end()
  })
})

async function hasColumn(pool: pg.Pool, column: string): Promise<boolean> {
  const sql = `select from information_schema.columns where table_schema = 'public' and column_name = $1`
  return (await pool.query(sql, [column])).rowCount !== 0
}

/** Every row of every table, without the columns that a migration added. */
async function contentsOf(pool: pg.Pool, added: Record<string, string[]> = {}): Promise<unknown> {
  const contents = TABLES.map(async (table) => {
    const sql = `select to_jsonb(t) - $1::text[] as row from public.${table} as t order by 1`
    return [table, (await pool.query(sql, [added[table] ?? []])).rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(contents))
}
