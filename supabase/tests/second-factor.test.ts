import { beforeAll, expect, it } from 'vitest'
import { asRole } from '../../server/db/as-role.ts'
import { type Caller, refusal, user } from '../../server/testing/callers.ts'
import { onEachEngine } from './on-each-engine.ts'

const REFUSED = '42501'
const READABLE = ['baby_info', 'sleep_plans', 'sleep_records', 'sync_state', 'deleted_rows']

onEachEngine((db) => {
  let id: string
  let byPassword: Caller
  let byBoth: Caller

  const at = (aal: string): Caller => {
    const claims = { role: 'authenticated', sub: id, aal } as const
    return (text, ...values) => asRole(db.pool, claims, { text, values })
  }
  const addFactor = (owner: string, status: string) =>
    db.pool.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', $2)`,
      [owner, status],
    )

  beforeAll(async () => {
    id = await db.createUser()
    ;[byPassword, byBoth] = [at('aal1'), at('aal2')]
    await byPassword('insert into public.baby_info (user_id) values ($1)', id)
    await byPassword('insert into public.sleep_plans (user_id) values ($1)', id)
    for (const time of ['07:00', '08:00']) await addRecord(byPassword, time)
    await byPassword(`delete from public.sleep_records where "time" = '08:00'`)
  })

  function addRecord(caller: Caller, time: string) {
    return caller(
      `insert into public.sleep_records (user_id, date, type, "time") values ($1, '2025-08-11', 'despertar', $2)`,
      id,
      time,
    )
  }

  it('one that was only begun asks for nothing', async () => {
    await addFactor(id, 'unverified')
    expect((await byPassword('select from public.sleep_records')).rowCount).toBe(1)
  })

  it('keeps the password alone from reading and writing anything', async () => {
    await addFactor(id, 'verified')
    for (const table of READABLE) {
      expect((await byPassword(`select from public.${table}`)).rowCount, table).toBe(0)
      expect((await byBoth(`select from public.${table}`)).rowCount, table).toBeGreaterThan(0)
    }
    expect(await refusal(addRecord(byPassword, '09:00'))).toBe(REFUSED)
    // Of rows that are hidden none would be found, and a phone would take its change for made.
    expect(await refusal(byPassword('update public.sleep_plans set reminders = true'))).toBe('PT401')
    expect(await refusal(byPassword('delete from public.sleep_records'))).toBe('PT401')
    expect(await refusal(addRecord(byBoth, '09:00'))).toBe('accepted')
    expect((await byBoth('select from public.sleep_records')).rowCount).toBe(2)
  })

  it('concerns its owner alone', async () => {
    const other = await db.createUser()
    const partner = user(db.pool, other)
    await partner('insert into public.baby_info (user_id) values ($1)', other)
    expect((await partner('select from public.baby_info')).rowCount).toBe(1)
  })
})
