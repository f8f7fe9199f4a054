import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { type Caller, refusal, user } from '../../../server/testing/callers.ts'
import { onEachEngine } from '../on-each-engine.ts'
import { letIn } from './let-in.ts'

const INSERT = `insert into public.sleep_records (id, user_id, date, type, "time", op_id)
  values ($1, $2, '2025-08-11', 'despertar', '07:00', $3)`
const PATCH = 'update public.sleep_records set feedings = 3, op_id = $2 where id = $1'

onEachEngine((db) => {
  let family: string
  let guest: string
  let carer: Caller
  let id: string
  let ops: [string, string]
  beforeEach(async () => {
    ;[family, guest] = [await db.createUser(), await db.createUser()]
    ;[id, ops] = [randomUUID(), [randomUUID(), randomUUID()]]
    carer = user(db.pool, guest)
    await letIn(db.pool, family, guest, 'carer')
    await carer(INSERT, id, family, ops[0])
    await carer(PATCH, id, ops[1])
  })

  const contents = async () => {
    const kept = `select to_jsonb(r) as row, s.rev from public.sleep_records as r
      join public.sync_state as s using (user_id) where user_id = $1`
    return (await db.pool.query(kept, [family])).rows
  }
  const change = (role: string) =>
    user(db.pool, family)('select public.change_access($1, $2, $3, null)', guest, role, 'Abuela')

  it('whoever reads by now is told of their own changes that they are made', async () => {
    await change('viewer')
    const before = await contents()
    expect((await carer(INSERT, id, family, ops[0])).rowCount).toBe(0)
    expect((await carer(PATCH, id, ops[1])).rowCount).toBe(0)
    // Under another id, too, a known change adds nothing.
    expect((await carer(INSERT, randomUUID(), family, ops[0])).rowCount).toBe(0)
    expect(await contents()).toEqual(before)
  })

  it('whoever reads by now is refused what is new', async () => {
    await change('viewer')
    const before = await contents()
    for (const op of [randomUUID(), null]) {
      expect(await refusal(carer(INSERT, randomUUID(), family, op))).toBe('42501')
      expect(await refusal(carer(PATCH, id, op))).toBe('42501')
    }
    expect(await contents()).toEqual(before)
  })

  it('whoever doesn’t read the family learns of no change whether it is known', async () => {
    await user(db.pool, family)('select public.end_access($1)', guest)
    const before = await contents()
    for (const account of [guest, await db.createUser()]) {
      for (const op of [ops[0], randomUUID()])
        expect(await refusal(user(db.pool, account)(INSERT, id, family, op))).toBe('42501')
      for (const op of [ops[1], randomUUID()])
        expect((await user(db.pool, account)(PATCH, id, op)).rowCount).toBe(0)
    }
    expect(await contents()).toEqual(before)
  })

  it('a change of another family is none that is known', async () => {
    const other = await db.createUser()
    await letIn(db.pool, other, guest, 'viewer')
    expect(await refusal(carer(INSERT, randomUUID(), other, ops[0]))).toBe('42501')
  })
})
