import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { asRole } from '../../../server/db/as-role.ts'
import { type Caller, refusal, user } from '../../../server/testing/callers.ts'
import { untilWaitedFor } from '../../../server/testing/while-locked.ts'
import { onEachEngine } from '../on-each-engine.ts'
import { letIn } from './let-in.ts'
import { inTransactionOf } from './open-transaction.ts'

// Whom a statement keeps waiting, and for whom it waits: an insert for the families of its rows alone.

onEachEngine((db) => {
  /** Two families that are each other's carers, in the order in which their counters are locked; a carer of both. */
  let low: string
  let high: string
  let both: string

  beforeEach(async () => {
    const [one, other] = [await db.createUser(), await db.createUser()]
    ;[low, high] = one < other ? [one, other] : [other, one]
    both = await db.createUser()
    for (const [family, guest] of [
      [low, high],
      [high, low],
      [low, both],
      [high, both],
    ] as const)
      await letIn(db.pool, family, guest, 'carer')
  })

  const INSERT = `insert into public.sleep_records (user_id, date, type, start_time)
    select family, '2025-08-11', 'siesta', '13:05' from unnest($1::uuid[]) as family`
  const naps = (caller: Caller, ...families: string[]) => caller(INSERT, families)
  const countIn = async (family: string) =>
    (await db.pool.query('select from public.sleep_records where user_id = $1', [family])).rowCount

  describe('an insert', () => {
    it('keeps waiting nobody but who writes in the family of its rows', async () => {
      await inTransactionOf(db.pool, both, async (slow) => {
        await slow.query(INSERT, [[low]])
        await naps(user(db.pool, both), both)
        await naps(user(db.pool, both), high)
        await naps(user(db.pool, high), high)
        await naps(user(db.pool, low), high)
        const waits = naps(user(db.pool, high), low)
        await untilWaitedFor(slow)
        await slow.query('commit')
        await waits
      })
      expect([await countIn(low), await countIn(high), await countIn(both)]).toEqual([2, 3, 1])
    })

    it('of two carers, each into the other’s family, never waits in a circle', async () => {
      await inTransactionOf(db.pool, low, async (one) => {
        await one.query(INSERT, [[high]])
        // It would, if it had its own family's counter: each waits for what the other has.
        await inTransactionOf(db.pool, high, async (other) => {
          await other.query(INSERT, [[low]])
          await other.query('commit')
        })
        await one.query('commit')
      })
      const rounds = times(25, () => [naps(user(db.pool, low), high), naps(user(db.pool, high), low)])
      expect(await Promise.all(rounds.flat())).toHaveLength(50)
      expect([await countIn(low), await countIn(high)]).toEqual([26, 26])
    })

    it.each(['baby_info', 'sleep_plans'])('of %s is no different', async (table) => {
      await inTransactionOf(db.pool, low, async (slow) => {
        await slow.query(`insert into public.${table} (user_id) values ($1)`, [high])
        await user(db.pool, high)(`insert into public.${table} (user_id) values ($1)`, low)
        const waits = refusal(user(db.pool, high)(`insert into public.${table} default values`))
        await untilWaitedFor(slow)
        await slow.query('commit')
        expect(await waits).toBe('23505')
      })
    })
  })

  describe('an insert of rows of several families', () => {
    it('waits for the next family in the order in which all wait', async () => {
      await inTransactionOf(db.pool, high, async (slow) => {
        await slow.query(INSERT, [[high]])
        const waits = naps(user(db.pool, both), low, high)
        await untilWaitedFor(slow)
        await slow.query('commit')
        await waits
      })
      expect([await countIn(low), await countIn(high)]).toEqual([1, 2])
    })

    it('against that order takes what is free', async () => {
      await naps(user(db.pool, both), high, low, high, both, low)
      expect([await countIn(low), await countIn(high), await countIn(both)]).toEqual([2, 2, 1])
    })

    it('against that order is refused, to be sent again, while another writes, and writes nothing', async () => {
      const send = () => naps(user(db.pool, both), high, low)
      await inTransactionOf(db.pool, low, async (slow) => {
        await slow.query(INSERT, [[low]])
        await expect(send()).rejects.toMatchObject({ code: 'PT429', hint: expect.stringContaining('again') })
        await slow.query('commit')
      })
      expect([await countIn(low), await countIn(high)]).toEqual([1, 0])
      await send()
      expect([await countIn(low), await countIn(high)]).toEqual([2, 1])
    })

    it('makes the counters of families that nobody has written in yet, in any order', async () => {
      const fresh = [await db.createUser(), await db.createUser()].sort()
      await db.pool.query(INSERT, [[fresh[1], fresh[0]]])
      const { rows } = await db.pool.query('select rev from public.sync_state where user_id = any ($1)', [
        fresh,
      ])
      expect(rows).toEqual([{ rev: 1 }, { rev: 1 }])
    })
  })

  it('all that is written at once, in any order, ends without a circle and without a gap', async () => {
    await naps(user(db.pool, low), low)
    await naps(user(db.pool, high), high)
    const firsts = await numbers()
    const row = randomUUID()
    const upsert = `insert into public.sleep_records (id, user_id, date, type, start_time)
      values ('${row}', '${low}', '2025-08-11', 'siesta', '13:05')
      on conflict (id) do update set feedings = sleep_records.feedings + 1`
    const statements: ((caller: Caller) => ReturnType<Caller>)[] = [
      (caller) => naps(caller, high),
      (caller) => naps(caller, low),
      (caller) => naps(caller, high, low, high),
      (caller) => naps(caller, low, high),
      (caller) => caller('update public.sleep_records set feedings = least(feedings + 1, 9)'),
      (caller) => caller(`update public.sleep_records set quality = 'buena' where user_id = $1`, high),
      (caller) => caller('delete from public.sleep_records where user_id = $1 and id <> $2', low, row),
      (caller) => caller(upsert),
    ]
    const refusals = await Promise.all(
      times(12, async (n) => {
        const caller = user(db.pool, [low, high, both][n % 3] ?? low)
        const came: string[] = []
        for (const [k] of statements.entries()) {
          const send = statements[(n * 5 + k * 3) % statements.length]
          if (send !== undefined) came.push(await refusal(send(caller)))
        }
        return came
      }),
    )
    expect(refusals.flat().filter((came) => came !== 'accepted' && came !== 'PT429')).toEqual([])
    // Each number belongs to what was written last with it, and the newest is the counter's.
    const { rows } = await db.pool.query(
      `select user_id, max(rev)::int as newest, count(*) = count(distinct rev) as is_alone
       from (select user_id, rev from public.sleep_records union all select user_id, rev from public.deleted_rows) as r
       where user_id = any ($1) group by user_id order by user_id`,
      [[low, high]],
    )
    const lasts = await numbers()
    expect(rows.map((each) => [each.newest, each.is_alone])).toEqual(lasts.map((last) => [last, true]))
    expect(lasts[0]).toBeGreaterThan(firsts[0] ?? 0)
  })

  it('who was let in until a time that is over keeps nobody waiting', async () => {
    for (const family of [low, high, both]) await naps(user(db.pool, family), family)
    await db.pool.query(
      `update public.access_grants set until = now() - interval '1 hour' where account_id = $1`,
      [both],
    )
    await inTransactionOf(db.pool, both, async (slow) => {
      await slow.query('update public.sleep_records set feedings = 1')
      await naps(user(db.pool, low), low)
      expect(await refusal(slow.query(INSERT, [[high]]))).toBe('42501')
      await naps(user(db.pool, high), high)
    })
    expect([await countIn(low), await countIn(high)]).toEqual([2, 2])
  })

  it('an account that is deleted waits for no family that has let it in', async () => {
    await naps(user(db.pool, high), high)
    const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }]
    await inTransactionOf(db.pool, both, async (slow) => {
      await slow.query(INSERT, [[low]])
      await asRole(
        db.pool,
        { role: 'authenticated', sub: high, amr },
        { text: 'select public.delete_my_account()', values: [] },
      )
      // It would have waited for this, while this waits for it: in a circle.
      expect(await refusal(slow.query(INSERT, [[high]]))).toBe('42501')
    })
  })

  const numbers = async (): Promise<number[]> => {
    const { rows } = await db.pool.query(
      'select rev from public.sync_state where user_id = any ($1) order by user_id',
      [[low, high]],
    )
    return rows.map(({ rev }) => rev)
  }
})

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
