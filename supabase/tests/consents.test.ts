import { beforeEach, expect, it } from 'vitest'
import { anonymous, type Caller, refusal, service, user } from '../../server/testing/callers.ts'
import { onEachEngine } from './on-each-engine.ts'

const REFUSED = '42501'

onEachEngine((db) => {
  let id: string
  let other: string
  let own: Caller
  let stranger: Caller
  beforeEach(async () => {
    ;[id, other] = [await db.createUser(), await db.createUser()]
    ;[own, stranger] = [user(db.pool, id), user(db.pool, other)]
    await own(`insert into public.consents (version) values ('2025-11-01')`)
  })

  it('holds who agreed to which text, at the database’s own time', async () => {
    await own(`insert into public.consents (version, given_at) values ('2025-12-01', '2001-01-01')`)
    const { rows } = await own(
      `select user_id, version::text, given_at > now() - interval '1 hour' as is_now from public.consents order by 2`,
    )
    expect(rows).toEqual([
      { user_id: id, version: '2025-11-01', is_now: true },
      { user_id: id, version: '2025-12-01', is_now: true },
    ])
  })

  it('takes the same consent once, and a repeated call changes nothing', async () => {
    const again = `insert into public.consents (version) values ('2025-11-01')`
    expect(await refusal(own(again))).toBe('23505')
    expect((await own(`${again} on conflict (user_id, version) do nothing`)).rowCount).toBe(0)
  })

  it('shows and takes only one’s own, and none without an account', async () => {
    expect((await stranger('select * from public.consents')).rows).toEqual([])
    const foreign = `insert into public.consents (user_id, version) values ($1, '2025-12-01')`
    expect(await refusal(stranger(foreign, id))).toBe(REFUSED)
    for (const sql of [
      'select * from public.consents',
      `insert into public.consents values (null, '2025-12-01')`,
    ])
      expect(await refusal(anonymous(db.pool)(sql))).toBe(REFUSED)
  })

  it('is changed and taken back by nobody', async () => {
    const statements = [
      `update public.consents set version = '2025-12-01'`,
      'delete from public.consents',
      'truncate public.consents',
    ]
    for (const caller of [anonymous(db.pool), own, stranger, service(db.pool)])
      for (const sql of statements) expect(await refusal(caller(sql)), sql).toBe(REFUSED)
    expect(await refusal(service(db.pool)(`insert into public.consents values ($1, '2025-12-01')`, id))).toBe(
      REFUSED,
    )
  })

  it('goes with the account', async () => {
    await db.pool.query('select public.delete_account($1)', [id])
    const { rows } = await db.pool.query('select from public.consents where user_id = $1', [id])
    expect(rows).toEqual([])
  })

  it('takes no version that is no day of these years', async () => {
    for (const version of ['1999-01-01', '2101-01-01', 'infinity'])
      expect(await refusal(own('insert into public.consents (version) values ($1)', version))).toBe('23514')
  })

  it('wants the second factor where there is one', async () => {
    await db.pool.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status)
       values (gen_random_uuid(), $1, 'totp', 'verified')`,
      [id],
    )
    expect((await own('select * from public.consents')).rows).toEqual([])
    expect(await refusal(own(`insert into public.consents (version) values ('2025-12-01')`))).toBe(REFUSED)
  })
})
