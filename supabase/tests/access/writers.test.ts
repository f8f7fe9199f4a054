import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Caller, refusal, service, user } from '../../../server/testing/callers.ts'
import { untilWaitedFor } from '../../../server/testing/while-locked.ts'
import { onEachEngine } from '../on-each-engine.ts'
import { letIn } from './let-in.ts'
import { inTransactionOf } from './open-transaction.ts'

// What several accounts write into one family, at the same time and in whose name.

onEachEngine((db) => {
  let ana: string
  let bea: string
  let cleo: string
  let accounts: Caller[]

  beforeEach(async () => {
    ;[ana, bea, cleo] = [await db.createUser(), await db.createUser(), await db.createUser()]
    accounts = [ana, bea, cleo].map((id) => user(db.pool, id))
    // Two families, ana's and bea's; all three write both.
    for (const [family, guest] of [
      [ana, bea],
      [ana, cleo],
      [bea, ana],
      [bea, cleo],
    ] as const)
      await letIn(db.pool, family, guest, 'carer')
  })

  const numberOf = async (family: string): Promise<number> =>
    (await db.pool.query('select rev from public.sync_state where user_id = $1', [family])).rows[0].rev
  const naps = (caller: Caller, families: string[], op: string | null = null, row = randomUUID()) =>
    caller(
      `insert into public.sleep_records (id, user_id, date, type, start_time, op_id)
       select case n when 1 then $3::uuid else gen_random_uuid() end, family, '2025-08-11', 'siesta', '13:05', $2
       from unnest($1::uuid[]) with ordinality as f (family, n)`,
      families,
      op,
      row,
    )
  /** Sends a statement until it is taken: rows of several families may be asked for again, and nothing else may. */
  const taken = async (send: () => ReturnType<Caller>): Promise<void> => {
    for (;;) {
      const came = await refusal(send())
      if (came === 'accepted') return
      expect(came).toBe('PT429')
    }
  }

  it('make twenty thousand changes a day in another’s family at most, and it goes on as before', async () => {
    const [owner, guest] = [user(db.pool, ana), user(db.pool, bea)]
    const written = (count: number, day: string) =>
      db.pool.query(
        `update public.access_grants set written = $3, written_on = public.provider_day(now()) + $4::int
          where family_id = $1 and account_id = $2`,
        [ana, bea, count, day],
      )
    await written(19_998, '0')
    await naps(guest, [ana])
    await guest('update public.sleep_records set feedings = 3 where user_id = $1', ana)
    const before = await numberOf(ana)
    expect(await refusal(naps(guest, [ana]))).toBe('PT429')
    expect(await refusal(guest('delete from public.sleep_records where user_id = $1', ana))).toBe('PT429')
    expect(await numberOf(ana)).toBe(before)
    await naps(owner, [ana])
    await naps(guest, [bea])
    await written(20_000, '-1')
    await naps(guest, [ana])
    const { rows } = await db.pool.query(
      'select written from public.access_grants where family_id = $1 and account_id = $2',
      [ana, bea],
    )
    expect(rows).toEqual([{ written: 1 }])
  })

  it('leave the family a fifth of all the changes that it may ever make', async () => {
    const [owner, guest] = [user(db.pool, ana), user(db.pool, bea)]
    await naps(owner, [ana])
    await db.pool.query('update public.sync_state set rev = 399999 where user_id = $1', [ana])
    await naps(guest, [ana])
    for (const text of ['update public.sleep_records set feedings = 1', 'delete from public.sleep_records'])
      await expect(guest(text)).rejects.toMatchObject({
        code: '23514',
        message: 'others have made all of their 400000 changes in this family',
      })
    expect(await numberOf(ana)).toBe(400_000)
    await naps(owner, [ana])
    expect(await numberOf(ana)).toBe(400_001)
  })

  describe('several accounts at once', () => {
    it('never wait in a circle, in whatever order their statements name the families', async () => {
      const rows = [ana, bea, bea, ana]
      const before = [await numberOf(ana), await numberOf(bea)]
      await naps(user(db.pool, ana), rows)
      const feed = 'update public.sleep_records set feedings = feedings + 1, op_id = null'
      await Promise.all(
        times(12, (n) => {
          const caller = accounts[n % 3] ?? user(db.pool, ana)
          const families = n % 2 === 0 ? rows : rows.toReversed()
          return Promise.all([taken(() => naps(caller, families)), caller(feed)])
        }),
      )
      const { rows: made } = await db.pool.query(
        'select from public.sleep_records where user_id in ($1, $2)',
        [ana, bea],
      )
      expect(made).toHaveLength(52)
      const { rows: fed } = await db.pool.query(
        `select sum(feedings)::int as total from public.sleep_records where user_id in ($1, $2)`,
        [ana, bea],
      )
      const changes = (await numberOf(ana)) + (await numberOf(bea)) - (before[0] ?? 0) - (before[1] ?? 0)
      expect(changes).toBe(52 + fed[0].total)
    })

    it('take a family’s numbers without a gap, and show them in order to a reader that catches up', async () => {
      const first = await numberOf(ana)
      const reader = user(db.pool, cleo)
      let finished = false
      const writers = Promise.all(
        accounts.map(async (caller) => {
          for (let n = 0; n < 12; n += 1) await taken(() => naps(caller, [ana, bea, ana]))
        }),
      ).finally(() => {
        finished = true
      })
      const seen: number[] = []
      const catchUp = async () => {
        const { rows } = await reader(
          'select rev from public.sleep_records where user_id = $1 and rev > $2 order by rev',
          ana,
          seen.at(-1) ?? 0,
        )
        seen.push(...rows.map(({ rev }) => rev))
      }
      while (!finished) await catchUp()
      await writers
      await catchUp()
      expect(seen).toEqual(times(72, (n) => first + 1 + n))
    })

    it('apply one of twenty replays of a change, whichever account sends it', async () => {
      const [row, op] = [randomUUID(), randomUUID()]
      const results = await Promise.all(times(20, (n) => naps(accounts[n % 3] as Caller, [ana], op, row)))
      expect(results.filter(({ rowCount }) => rowCount === 1)).toHaveLength(1)
      const feed = 'update public.sleep_records set feedings = feedings + 1, op_id = $2 where id = $1'
      const update = randomUUID()
      await Promise.all(times(20, (n) => (accounts[n % 3] as Caller)(feed, row, update)))
      const { rows } = await db.pool.query(
        'select feedings, op_id from public.sleep_records where user_id = $1',
        [ana],
      )
      expect(rows).toEqual([{ feedings: 1, op_id: null }])
    })

    it('count the same change once in each of two families', async () => {
      const op = randomUUID()
      expect((await naps(user(db.pool, cleo), [ana], op)).rowCount).toBe(1)
      expect((await naps(user(db.pool, cleo), [bea], op)).rowCount).toBe(1)
      expect((await naps(user(db.pool, cleo), [bea], op)).rowCount).toBe(0)
    })
  })

  describe('a statement that waits while the family takes the access back', () => {
    const change: Record<string, (caller: Caller, row: string) => ReturnType<Caller>> = {
      insert: (caller) => naps(caller, [ana]),
      'insert with a tap': (caller) =>
        caller(
          `insert into public.sleep_records (user_id, date, type, start_time, tap) values ($1, '2025-08-11', 'noche', '20:00', $2)`,
          ana,
          { id: randomUUID(), kind: 'feedings', time: '20:05' },
        ),
      update: (caller, row) => caller('update public.sleep_records set feedings = 7 where id = $1', row),
      delete: (caller, row) => caller('delete from public.sleep_records where id = $1', row),
      upsert: (caller, row) =>
        caller(
          `insert into public.sleep_records (id, user_id, date, type, start_time) values ($2, $1, '2025-08-11', 'siesta', '13:05')
           on conflict (id) do update set feedings = 7`,
          ana,
          row,
        ),
    }
    it.each(Object.keys(change))('%s is refused', async (verb) => {
      const row = randomUUID()
      await naps(user(db.pool, ana), [ana], null, row)
      const all = async () =>
        (await db.pool.query('select * from public.sleep_records where user_id = $1', [ana])).rows
      const before = await all()
      await inTransactionOf(db.pool, ana, async (slow) => {
        await slow.query('select public.end_access($1)', [cleo])
        const waits = refusal(change[verb]?.(user(db.pool, cleo), row) ?? Promise.resolve())
        await untilWaitedFor(slow)
        await slow.query('commit')
        expect(await waits).toBe('42501')
      })
      expect(await all()).toEqual(before)
    })
  })

  it('an invitation that is withdrawn while the family writes waits for it, and holds no row meanwhile', async () => {
    const owner = user(db.pool, ana)
    const { rows } = await owner(`select public.invite_to_family('viewer', 'Abuela', null) as made`)
    await inTransactionOf(db.pool, ana, async (slow) => {
      await slow.query(`insert into public.baby_info (name) values ('Leo')`)
      const withdrawn = owner('select public.withdraw_invitation($1)', rows[0].made.id)
      await untilWaitedFor(slow)
      await db.pool.query('select from public.access_invitations where id = $1 for update nowait', [
        rows[0].made.id,
      ])
      await slow.query('commit')
      await withdrawn
    })
    expect(
      (await db.pool.query('select from public.access_invitations where id = $1', [rows[0].made.id]))
        .rowCount,
    ).toBe(0)
  })

  describe('who has logged a record', () => {
    const loggedBy = async () =>
      (await db.pool.query('select logged_by from public.sleep_records where user_id = $1', [ana])).rows[0]
        ?.logged_by

    it.each(['', ', logged_by', ', logged_by, op_id'])(
      'is the caller, whatever it claims: (…%s)',
      async (claims) => {
        const values = {
          '': '',
          ', logged_by': ', $2::uuid',
          ', logged_by, op_id': ', $2::uuid, gen_random_uuid()',
        }[claims]
        await user(db.pool, cleo)(
          `insert into public.sleep_records (user_id, date, type, start_time${claims})
         select $1, '2025-08-11', 'siesta', '13:05'${values} where $2::uuid is not null`,
          ana,
          bea,
        )
        expect(await loggedBy()).toBe(cleo)
      },
    )

    it('stays who it was, whoever changes the record and whatever they claim', async () => {
      const row = randomUUID()
      await naps(user(db.pool, cleo), [ana], null, row)
      const upsert = `insert into public.sleep_records (id, user_id, date, type, start_time, logged_by)
        values ('${row}', '${ana}', '2025-08-11', 'siesta', '13:06', '${bea}')
        on conflict (id) do update set start_time = excluded.start_time, logged_by = excluded.logged_by`
      for (const caller of [...accounts, service(db.pool)]) {
        for (const sql of [
          `update public.sleep_records set logged_by = '${bea}' where id = '${row}'`,
          `update public.sleep_records set logged_by = null where id = '${row}'`,
          upsert,
        ]) {
          expect((await caller(sql)).rowCount).toBe(1)
          expect(await loggedBy()).toBe(cleo)
        }
      }
    })

    it('stays when their access ends and when their account is gone', async () => {
      await naps(user(db.pool, cleo), [ana])
      await user(db.pool, ana)('select public.end_access($1)', cleo)
      await db.pool.query('select public.delete_account($1)', [cleo])
      expect(await loggedBy()).toBe(cleo)
    })

    it('is nobody where an administrator has written', async () => {
      await naps(service(db.pool), [ana])
      expect(await loggedBy()).toBeNull()
    })
  })
})

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
