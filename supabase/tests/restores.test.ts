import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { anonymous, refusal, user } from '../../server/testing/callers.ts'
import { onEachEngine } from './on-each-engine.ts'

onEachEngine((db) => {
  let family: string
  let newcomer: string

  beforeEach(async () => {
    ;[family, newcomer] = [await db.createUser(), await db.createUser()]
    await db.pool.query(`update public.sync_state set restores = '[]'`)
    await user(db.pool, family)('insert into public.baby_info default values')
  })

  const restoresOf = async (id: string) =>
    (await user(db.pool, id)('select rev, restores from public.sync_state where user_id = $1', id)).rows
  const exists = async (id: string) =>
    (await anonymous(db.pool)('select public.account_exists($1) as "exists"', id)).rows[0]?.exists

  it('a restore is noted for each family with its number, for one without any changes too, and once more', async () => {
    await db.pool.query('select public.note_restore()')
    const first = { id: expect.any(String), rev: 1 }
    expect(await restoresOf(family)).toEqual([{ rev: 1, restores: [first] }])
    expect(await restoresOf(newcomer)).toEqual([{ rev: 0, restores: [{ ...first, rev: 0 }] }])
    const [before] = await restoresOf(family)
    await user(db.pool, family)('insert into public.sleep_plans default values')
    await db.pool.query('select public.note_restore()')
    expect(await restoresOf(family)).toEqual([
      { rev: 2, restores: [before?.restores[0], { id: expect.any(String), rev: 2 }] },
    ])
  })

  it('one that is noted late says that no number is what it was', async () => {
    await db.pool.query('select public.note_restore(true)')
    expect(await restoresOf(family)).toMatchObject([{ rev: 1, restores: [{ rev: 0 }] }])
  })

  it('nobody else can note one, or ask who was erased', async () => {
    for (const call of ['public.note_restore()', `public.was_erased('${family}')`])
      for (const caller of [user(db.pool, family), anonymous(db.pool)])
        expect(await refusal(caller(`select ${call}`)), call).toBe('42501')
  })

  it('an account that isn’t there counts as deleted only when it is known to be erased, after a restore too', async () => {
    const unknown = randomUUID()
    const erased = await db.createUser()
    await db.pool.query('delete from auth.users where id = $1', [erased])
    expect([await exists(family), await exists(unknown), await exists(erased)]).toEqual([true, null, false])
    await db.pool.query('select public.note_restore()')
    expect([await exists(family), await exists(unknown), await exists(erased)]).toEqual([true, null, false])
  })

  it('where no server of ours lists them, as on hosted Supabase, one is known to be erased by the project’s own list', async () => {
    const client = await db.pool.connect()
    const there = async (id: string) =>
      (await client.query('select public.account_exists($1) as "exists"', [id])).rows[0]?.exists
    try {
      await client.query('begin')
      await client.query('drop trigger note_erased_account on auth.users; drop table nana.erased_accounts')
      expect([await there(family), await there(newcomer), await there(randomUUID())]).toEqual([
        true,
        true,
        null,
      ])
      await client.query('delete from auth.users where id = $1', [family])
      await client.query('select public.delete_account($1)', [newcomer])
      expect([await there(family), await there(newcomer), await there(randomUUID())]).toEqual([
        false,
        false,
        null,
      ])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
