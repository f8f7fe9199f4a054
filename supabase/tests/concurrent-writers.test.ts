import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { type Caller, user } from '../../server/testing/callers.ts'
import { untilWaitedFor } from '../../server/testing/while-locked.ts'
import { inTransactionOf } from './access/open-transaction.ts'
import { onEachEngine } from './on-each-engine.ts'

onEachEngine((db) => {
  let id: string
  let carer: Caller

  beforeEach(async () => {
    id = await db.createUser()
    carer = user(db.pool, id)
  })

  function addNap(row: string, op: string) {
    return carer(
      `insert into public.sleep_records (id, date, type, start_time, op_id)
       values ($1, '2025-08-11', 'siesta', '13:05', $2)`,
      row,
      op,
    )
  }

  it('applies one of twenty replays of an insert that arrive at once', async () => {
    const [row, op] = [randomUUID(), randomUUID()]
    const results = await Promise.all(times(20, () => addNap(row, op)))
    expect(results.filter(({ rowCount }) => rowCount === 1)).toHaveLength(1)
    expect((await carer('select id, rev from public.sleep_records')).rows).toEqual([{ id: row, rev: 1 }])
  })

  it('applies one of twenty replays of an update that arrive at once', async () => {
    const [row, op] = [randomUUID(), randomUUID()]
    await addNap(row, randomUUID())
    const update = () =>
      carer('update public.sleep_records set feedings = feedings + 1, op_id = $2 where id = $1', row, op)
    await Promise.all(times(20, update))
    expect((await carer('select feedings, rev from public.sleep_records')).rows).toEqual([
      { feedings: 1, rev: 2 },
    ])
  })

  it('loses none of twenty different updates that arrive at once', async () => {
    const row = randomUUID()
    await addNap(row, randomUUID())
    const update = () =>
      carer('update public.sleep_records set feedings = feedings + 1, op_id = $1', randomUUID())
    await Promise.all(times(20, update))
    expect((await carer('select feedings, rev from public.sleep_records')).rows).toEqual([
      { feedings: 20, rev: 21 },
    ])
  })

  it('makes one row when twenty phones create it at once', async () => {
    const create = () =>
      carer(
        'insert into public.baby_info (id, op_id) values ($1, $2) on conflict (user_id) do nothing',
        id,
        randomUUID(),
      )
    await Promise.all(times(20, create))
    expect((await carer('select id, rev from public.baby_info')).rows).toEqual([{ id, rev: 1 }])
  })

  it('waits for a first try that is still under way, and then knows it', async () => {
    const [row, op] = [randomUUID(), randomUUID()]
    await addNap(randomUUID(), randomUUID())
    await inTransactionOf(db.pool, id, async (slow) => {
      await slow.query(
        `insert into public.sleep_records (id, date, type, start_time, op_id)
         values ($1, '2025-08-11', 'siesta', '13:05', $2)`,
        [row, op],
      )
      const replay = addNap(row, op)
      await untilWaitedFor(slow)
      await slow.query('commit')
      expect((await replay).rowCount).toBe(0)
    })
  })

  it('never waits in a circle: whoever is behind holds no row that the one ahead may need', async () => {
    const rows = times(2, () => randomUUID())
    for (const row of rows) await addNap(row, randomUUID())
    const feed = 'update public.sleep_records set feedings = feedings + 1 where id = $1'
    await inTransactionOf(db.pool, id, async (ahead) => {
      await ahead.query(feed, [rows[0]])
      const behind = carer(feed, rows[1])
      await untilWaitedFor(ahead)
      await ahead.query(feed, [rows[1]])
      await ahead.query('commit')
      await behind
    })
    const { rows: fed } = await carer('select feedings from public.sleep_records order by feedings')
    expect(fed).toEqual([{ feedings: 1 }, { feedings: 2 }])
  })

  it('shows the numbers of one user in order, whoever commits when', async () => {
    await inTransactionOf(db.pool, id, async (slow) => {
      await slow.query(
        `insert into public.sleep_records (date, type, start_time) values ('2025-08-11', 'siesta', '13:05')`,
      )
      // This insert takes the next number only when the one before it is visible, so it has to wait.
      const quick = addNap(randomUUID(), randomUUID())
      await untilWaitedFor(slow)
      expect((await carer('select rev from public.sleep_records')).rows).toEqual([])
      await slow.query('commit')
      await quick
    })
    const { rows } = await carer('select rev from public.sleep_records order by rev')
    expect(rows).toEqual([{ rev: 1 }, { rev: 2 }])
  })

  it('lets a reader that catches up miss nothing', async () => {
    let finished = false
    const writers = Promise.all(
      times(4, async (writer) => {
        for (let n = 0; n < 15; n += 1) {
          const row = randomUUID()
          await addNap(row, randomUUID())
          if (n % 3 === writer % 3) await carer('delete from public.sleep_records where id = $1', row)
        }
      }),
    ).finally(() => {
      finished = true
    })
    const known = new Set<string>()
    let seen = 0
    const catchUp = async () => {
      const upTo = (await carer('select rev from public.sync_state')).rows[0]?.rev ?? 0
      const changed = await carer('select id from public.sleep_records where rev > $1', seen)
      const deleted = await carer('select id from public.deleted_rows where rev > $1', seen)
      for (const { id: row } of changed.rows) known.add(row)
      for (const { id: row } of deleted.rows) known.delete(row)
      seen = upTo
    }
    while (!finished) await catchUp()
    await writers
    await catchUp()
    const { rows } = await carer('select id from public.sleep_records order by id')
    expect([...known].sort()).toEqual(rows.map(({ id: row }) => row))
  })

  it('keeps the writers of different users apart', async () => {
    await inTransactionOf(db.pool, id, async (slow) => {
      await slow.query('insert into public.baby_info default values')
      const other = user(db.pool, await db.createUser())
      expect((await other('insert into public.baby_info default values')).rowCount).toBe(1)
      // Whoever names the busy user as its own can't wait for them either, because the policy refuses first.
      await expect(other('insert into public.baby_info (user_id) values ($1)', id)).rejects.toThrow('policy')
      await slow.query('commit')
    })
  })
})

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
