import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { sleepMinutes } from '../../core/records/durations.ts'
import { MADRID } from '../../core/time/zone.ts'
import { type Caller, user } from '../../server/testing/callers.ts'
import { onEachEngine } from './on-each-engine.ts'

onEachEngine((db) => {
  let carer: Caller

  beforeAll(async () => {
    carer = user(db.pool, await db.createUser())
  })

  async function nap(about: Record<string, unknown>): Promise<string> {
    const row = { id: randomUUID(), date: '2025-08-11', type: 'siesta', start_time: '10:00', ...about }
    const columns = Object.keys(row)
    const places = columns.map((_, index) => `$${index + 1}`)
    await carer(
      `insert into public.sleep_records ("${columns.join('", "')}") values (${places.join()})`,
      ...Object.values(row),
    )
    return row.id
  }

  const write = (id: string, assignments: string) =>
    carer(`update public.sleep_records set ${assignments} where id = $1`, id)

  /** Writes as a phone does, whose changes are known by their op_id. */
  const patch = (id: string, assignments: string) => write(id, `${assignments}, op_id = '${randomUUID()}'`)

  async function durationOf(id: string): Promise<number | null> {
    const { rows } = await carer('select duration from public.sleep_records where id = $1', id)
    return rows[0]?.duration ?? null
  }

  it('two phones move the two ends of a sleep: its duration is that of both', async () => {
    const id = await nap({ end_time: '11:00', duration: 60 })
    await patch(id, `end_time = '11:30', duration = 90`)
    await patch(id, `start_time = '10:10', duration = 50`)
    expect(await durationOf(id)).toBe(80)
  })

  it('one moves both ends, the other the same end: the second changes nothing', async () => {
    const id = await nap({ end_time: '11:00', duration: 60 })
    await patch(id, `start_time = '10:10', end_time = '11:30', duration = 80`)
    await patch(id, `end_time = '11:30', duration = 90`)
    expect(await durationOf(id)).toBe(80)
  })

  it('is what it is said to be by a call that is no phone’s change', async () => {
    const id = await nap({ end_time: '11:00', duration: 60 })
    await write(id, 'duration = 45')
    expect(await durationOf(id)).toBe(45)
  })

  it.each([
    ['is none while it runs', `end_time = null`, null],
    ['follows the date', `date = '2025-10-25', start_time = '19:30', end_time = '07:00'`, 750],
    ['is a whole day between equal times', `end_time = '10:00'`, 1440],
    ['follows the times when it disagrees', `duration = 5`, 60],
    ['counts from the start in its older field', `start_time = null, "time" = '10:20'`, 40],
    ['is left alone when nothing about it changes', `feedings = 2`, 7],
  ])('%s', async (_what, assignments, expected) => {
    const id = await nap({ end_time: '11:00', duration: 7 })
    await patch(id, assignments)
    expect(await durationOf(id)).toBe(expected)
  })

  it('of a wake-up is what it was given', async () => {
    const id = await nap({ type: 'despertar', start_time: null, time: '08:20' })
    await patch(id, 'duration = 5')
    expect(await durationOf(id)).toBe(5)
  })

  it('agrees with the app on every quarter of an hour of an ordinary night and the two of a change of hour', async () => {
    const { rows } = await db.pool.query<{ date: string; start: string; end: string; minutes: number }>(
      `with clock as (select to_char(t, 'HH24:MI') as wall from generate_series(
         timestamp '2025-01-01', timestamp '2025-01-01 23:45', interval '15 minutes') as t)
       select days.date::text, a.wall as start, b.wall as "end", extract(epoch from
         public.madrid_instant(days.date + case when b.wall > a.wall then 0 else 1 end, b.wall)
         - public.madrid_instant(days.date, a.wall))::int / 60 as minutes
       from unnest(array['2025-08-11', '2025-10-25', '2025-10-26', '2026-03-28', '2026-03-29']::date[]) as days (date),
         clock a, clock b`,
    )
    expect(rows).toHaveLength(5 * 96 * 96)
    const differing = rows.filter(
      ({ date, start, end, minutes }) => sleepMinutes(date, start, end, MADRID) !== minutes,
    )
    expect(differing).toEqual([])
  })
})
