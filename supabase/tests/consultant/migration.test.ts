import { expect, it } from 'vitest'
import { openPool } from '../../../server/db/open.ts'
import { user } from '../../../server/testing/callers.ts'
import { invite, makeStaff, staff } from '../access/let-in.ts'
import { migrated, versions } from '../migrated.ts'
import { onEachEngine } from '../on-each-engine.ts'
import { answerOf } from './support.ts'

/** The last migration that knows no staff. */
const BEFORE = '20251126100000'
const COUNTED = ['baby_info', 'sleep_plans', 'sleep_records', 'sync_state', 'access_grants', 'access_history']

onEachEngine((db) => {
  it('a consultant of before reads no more until they are staff and look; everybody else as before', async () => {
    await db.pool.query('create database consulted')
    const connection = { ...db.connection, database: 'consulted' }
    await migrated(
      connection,
      versions((version) => version < BEFORE),
    )
    const pool = openPool(connection)
    const account = async () =>
      (await pool.query('insert into auth.users (email) values (gen_random_uuid()) returning id')).rows[0].id
    const [ana, marta, grandmother] = [await account(), await account(), await account()]
    const owner = user(pool, ana)
    await owner('insert into public.baby_info default values')
    await owner('insert into public.sleep_plans default values')
    await owner(
      `insert into public.sleep_records (date, type, "time") values ('2025-08-11', 'despertar', '07:00')`,
    )
    for (const [guest, role] of [
      [marta, 'consultant'],
      [grandmother, 'viewer'],
    ] as const)
      await answerOf(user(pool, guest), 'accept_invitation', await invite(pool, ana, role))
    await pool.query(`update public.access_grants set until = null where role = 'consultant'`)
    const seen = async (caller: ReturnType<typeof user>) =>
      (await caller('select from public.sleep_records where user_id = $1', ana)).rowCount
    expect([await seen(user(pool, marta)), await seen(user(pool, grandmother))]).toEqual([1, 1])
    const contents = async () => {
      const one = (table: string) =>
        `select '${table}' as name, to_jsonb(t) - '{viewing_until,written_on,written,part,until,restores}'::text[] as row from public.${table} as t`
      return (await pool.query(`${COUNTED.map(one).join(' union all ')} order by 1, 2`)).rows
    }
    const before = await contents()

    await migrated(
      connection,
      versions(() => true),
    )
    expect(await contents()).toEqual(before)
    // None of them is let in for good any more.
    const ends = await pool.query(
      'select role, until > now() as has_end from public.access_grants order by role',
    )
    expect(ends.rows).toEqual([
      { role: 'consultant', has_end: true },
      { role: 'viewer', has_end: null },
    ])
    expect([await seen(owner), await seen(user(pool, grandmother))]).toEqual([1, 1])
    expect([await seen(user(pool, marta)), await seen(staff(pool, marta))]).toEqual([0, 0])
    await makeStaff(pool, marta)
    expect(await seen(staff(pool, marta))).toBe(0)
    await answerOf(staff(pool, marta), 'open_family', ana, 'diary')
    expect([await seen(staff(pool, marta)), await seen(user(pool, marta))]).toEqual([1, 0])
    await pool.end()
  })
})
