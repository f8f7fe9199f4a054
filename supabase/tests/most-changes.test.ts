import { expect, it } from 'vitest'
import { onEachEngine } from './on-each-engine.ts'

const MOST_CHANGES = 500_000

onEachEngine((db) => {
  it('an account makes so many changes and no more, and can still be deleted', async () => {
    const user = await db.createUser('flood@example.com')
    const other = await db.createUser('other@example.com')
    const wakeUp = (owner: string) =>
      db.pool.query(
        `insert into public.sleep_records (user_id, date, type, time) values ($1, '2025-08-11', 'despertar', '07:00')
         returning rev`,
        [owner],
      )
    await wakeUp(user)
    await db.pool.query('update public.sync_state set rev = $2 where user_id = $1', [user, MOST_CHANGES - 1])
    expect((await wakeUp(user)).rows).toEqual([{ rev: MOST_CHANGES }])
    await expect(wakeUp(user)).rejects.toMatchObject({
      code: '23514',
      message: 'this account has made all of its 500000 changes',
    })
    await expect(
      db.pool.query('delete from public.sleep_records where user_id = $1', [user]),
    ).rejects.toMatchObject({ code: '23514' })
    expect((await wakeUp(other)).rowCount).toBe(1)
    await db.pool.query('select public.delete_account($1)', [user])
    const left = await db.pool.query('select from public.sleep_records where user_id = $1', [user])
    expect(left.rowCount).toBe(0)
  })
})
