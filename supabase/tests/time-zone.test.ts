import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { sleepMinutes } from '../../core/records/durations.ts'
import { timeZone } from '../../core/time/zone.ts'
import { type Caller, user } from '../../server/testing/callers.ts'
import { onEachEngine } from './on-each-engine.ts'

/** With nights of a change of hour in each of them, an ordinary one, and a day that Apia never had. */
const NIGHTS = [
  '2025-08-11',
  '2025-10-25',
  '2025-10-26',
  '2026-03-28',
  '2026-03-29',
  '2025-10-04',
  '2025-10-05',
  '2026-04-04',
  '2025-09-06',
  '2025-09-07',
  '2011-12-29',
]

/** How long a sleep goes on, in half hours: around an hour that comes twice or never, a night, and nearly a day. */
const HALF_HOURS = [1, 2, 3, 4, 5, 19, 24, 47]

onEachEngine((db) => {
  let owner: string
  let carer: Caller

  beforeAll(async () => {
    owner = await db.createUser()
    carer = user(db.pool, owner)
    await carer('insert into public.baby_info (user_id) values ($1)', owner)
  })

  const choose = (zone: string, since: string | null = null) =>
    carer(
      'update public.baby_info set time_zone = $2, time_zone_since = $3 where user_id = $1',
      owner,
      zone,
      since,
    )

  async function durationAfterPatch(date: string, start: string, end: string): Promise<number> {
    const id = randomUUID()
    await carer(
      `insert into public.sleep_records (id, date, type, start_time) values ($1, $2, 'noche', $3)`,
      id,
      date,
      start,
    )
    const { rows } = await carer(
      'update public.sleep_records set end_time = $2, op_id = $3 where id = $1 returning duration',
      id,
      end,
      randomUUID(),
    )
    return rows[0]?.duration
  }

  it('is Madrid, since ever, as long as nobody has chosen', async () => {
    const { rows } = await carer('select time_zone, time_zone_since from public.baby_info')
    expect(rows).toEqual([{ time_zone: 'Europe/Madrid', time_zone_since: null }])
  })

  it.each(['Atlantic/Canary', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC'])(
    'takes %s',
    async (zone) => {
      await choose(zone, '2025-08-11')
      const { rows } = await carer('select time_zone, time_zone_since::text from public.baby_info')
      expect(rows).toEqual([{ time_zone: zone, time_zone_since: '2025-08-11' }])
    },
  )

  it.each([
    ['', null],
    ['Atlantic/', null],
    ['<+05>-5', null],
    ['a b', null],
    ['A'.repeat(65), null],
    ['UTC', '1999-12-31'],
    ['UTC', '2101-01-01'],
  ])('refuses %j since %j', async (zone, since) => {
    await expect(choose(zone, since)).rejects.toMatchObject({ code: '23514' })
  })

  it('a sleep that a phone changes lasts as long as on the walls there', async () => {
    await choose('Atlantic/Canary')
    // The Canaries' clocks skip 01:00 to 01:59, Madrid's the hour after.
    expect(await durationAfterPatch('2026-03-29', '00:15', '02:15')).toBe(60)
    await choose('Australia/Lord_Howe')
    expect(await durationAfterPatch('2025-10-04', '19:30', '07:00')).toBe(660)
    await choose('Europe/Madrid')
    expect(await durationAfterPatch('2026-03-29', '00:15', '02:15')).toBe(105)
  })

  it('a zone that only phones know counts as Madrid’s, and refuses nothing', async () => {
    await choose('Marte/Olimpo')
    expect(await durationAfterPatch('2025-10-25', '19:30', '07:00')).toBe(750)
  })

  describe('agrees with the app on each half hour of odd nights', () => {
    it.each([
      'Europe/Madrid',
      'Atlantic/Canary',
      'Australia/Lord_Howe',
      'America/Bogota',
      'America/Santiago',
      'Pacific/Apia',
    ])('in %s', async (name) => {
      const zone = timeZone(name)
      expect(zone).not.toBeNull()
      if (zone === null) return
      const { rows } = await db.pool.query<{ date: string; start: string; end: string; minutes: number }>(
        `with clock as (select to_char(t, 'HH24:MI') as wall from generate_series(
           timestamp '2025-01-01 00:00', timestamp '2025-01-01 23:30', interval '30 minutes') as t)
         select days.date::text, a.wall as start, b.wall as "end", extract(epoch from
           public.instant_in($1, days.date + case when b.wall > a.wall then 0 else 1 end, b.wall)
           - public.instant_in($1, days.date, a.wall))::int / 60 as minutes
         from unnest($2::date[]) as days (date), clock a, clock b
         where (extract(epoch from b.wall::time - a.wall::time)::int / 1800 + 48) % 48 = any ($3::int[])`,
        [name, NIGHTS, HALF_HOURS],
      )
      expect(rows).toHaveLength(NIGHTS.length * 48 * HALF_HOURS.length)
      const differing = rows.filter(
        ({ date, start, end, minutes }) => sleepMinutes(date, start, end, zone) !== minutes,
      )
      expect(differing).toEqual([])
    })
  })
})
