import { describe, expect, it } from 'vitest'
import type { PlanRhythm } from '../plan/plan.ts'
import { type SleepRecord, sortNewestFirst } from '../records/sleep-record.ts'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { addDays, instantAt, type LocalDate, type TimeZone } from '../time/time.ts'
import { MADRID, timeZone } from '../time/zone.ts'
import { attentionOf, familyOverview, OVERVIEW_REACH_DAYS, type OverviewOf } from './family-overview.ts'

const TODAY = '2025-08-11'
const NEW_YORK = timeZone('America/New_York') ?? MADRID
const NOW = instantAt(TODAY, '16:20', MADRID)

/** What the days below keep to. */
const PLAN: PlanRhythm = {
  first_wake_window: '1h 25min',
  naps_count: 2,
  naps: [
    { duration: 60, wakeWindow: '3h 05min' },
    { duration: 120, wakeWindow: '5h 00min' },
  ],
}

const OF: OverviewOf = {
  birthDate: '2025-01-11',
  plan: PLAN,
  zone: MADRID,
  zoneSince: null,
  now: NOW,
}

interface Day {
  bedtime?: string
  waking?: number
  firstWindow?: string
}

/** A day of seven months: 11 h of night and 3 h of naps, 14 h in all, within the range of 13 h 30 to 14 h 30. */
function dayOf(date: LocalDate, { bedtime = '20:00', waking = 0, firstWindow = '08:40' }: Day = {}) {
  return [
    despertar(date, '07:00'),
    siesta(date, firstWindow, `${String(Number(firstWindow.slice(0, 2)) + 1).padStart(2, '0')}:40`),
    siesta(date, '13:00', '15:00'),
    recordOf('noche', date, { start_time: bedtime, end_time: '07:00', wake_ups: waking }),
  ]
}

/** Whole days, the last of them yesterday. */
function daysBefore(count: number, about: (ago: number) => Day = () => ({}), today = TODAY): SleepRecord[] {
  return sortNewestFirst(
    Array.from({ length: count }, (_, index) => dayOf(addDays(today, -1 - index), about(index + 1))).flat(),
  )
}

const overview = (records: SleepRecord[], of: Partial<OverviewOf> = {}) =>
  familyOverview(records, { ...OF, ...of })

describe('the fortnight', () => {
  it('ends today, which is judged no sooner than it is over', () => {
    const { days } = overview([siesta(TODAY, '13:00', '14:30'), ...daysBefore(20)])
    expect(days).toHaveLength(14)
    expect(days[0]).toEqual({ date: '2025-07-29', minutes: 14 * 60, status: 'within' })
    expect(days[12]).toEqual({ date: '2025-08-10', minutes: 14 * 60, status: 'within' })
    expect(days[13]).toEqual({ date: TODAY, minutes: 90, status: 'unknown' })
  })

  it('tells a day without a record from one without sleep', () => {
    const { days } = overview([despertar('2025-08-09', '07:00')])
    expect(days.map(({ minutes }) => minutes)).toEqual([...Array(11).fill(null), 0, null, null])
  })

  it('judges by the age: under, over, and not at all while it isn’t known', () => {
    const records = daysBefore(2, (ago) => ({ bedtime: ago === 1 ? '23:00' : '18:00' }))
    const lastTwo = (birthDate: LocalDate | null) =>
      overview(records, { birthDate })
        .days.slice(11, 13)
        .map(({ status }) => status)
    expect(lastTwo('2025-01-11')).toEqual(['over', 'under'])
    expect(lastTwo(null)).toEqual(['unknown', 'unknown'])
  })

  it('counts real hours on the night the clocks change', () => {
    const today = '2025-10-27'
    const records = daysBefore(3, undefined, today)
    const { days } = overview(records, { now: instantAt(today, '12:00', MADRID) })
    expect(days.slice(10, 13).map(({ date, minutes }) => [date, minutes])).toEqual([
      ['2025-10-24', 14 * 60],
      ['2025-10-25', 15 * 60],
      ['2025-10-26', 14 * 60],
    ])
  })

  it('goes by the family’s own calendar', () => {
    // It is still the evening of the tenth in New York.
    const now = instantAt(TODAY, '04:00', MADRID)
    const lastDate = (zone: TimeZone) => overview([], { zone, now }).days.at(-1)?.date
    expect([lastDate(MADRID), lastDate(NEW_YORK)]).toEqual([TODAY, '2025-08-10'])
  })
})

describe('the last entry', () => {
  const at = (date: LocalDate, time: string, zone = MADRID) => instantAt(date, time, zone)
  it.each([
    ['nothing', [], null],
    ['the end of a sleep', [siesta(TODAY, '13:00', '14:30')], at(TODAY, '14:30')],
    ['the end of a night that began yesterday', [noche('2025-08-10', '20:00', '07:10')], at(TODAY, '07:10')],
    ['the start of an open one', [siesta(TODAY, '15:50')], at(TODAY, '15:50')],
    ['the start of one whose end is ahead', [siesta(TODAY, '15:50', '17:00')], at(TODAY, '15:50')],
    [
      'nothing of tomorrow',
      [despertar('2025-08-12', '07:00'), despertar(TODAY, '08:00')],
      at(TODAY, '08:00'),
    ],
    [
      'the night’s end before an earlier wake-up',
      [despertar(TODAY, '06:30'), noche('2025-08-10', '20:00', '07:10')],
      at(TODAY, '07:10'),
    ],
  ])('is %s', (_, records, expected) => {
    expect(overview(sortNewestFirst(records)).lastEntryAt).toBe(expected)
  })

  it('is a moment of the family’s own clock', () => {
    const { lastEntryAt } = overview([despertar('2025-08-10', '21:00')], { zone: NEW_YORK })
    expect(lastEntryAt).toBe(instantAt(TODAY, '03:00', MADRID))
  })
})

describe('what needs a look', () => {
  const signs = (records: SleepRecord[], of: Partial<OverviewOf> = {}) => overview(records, of).signs
  const under = (ago: number, days: number): Day => (ago <= days ? { bedtime: '23:00' } : {})

  it('is nothing while the baby sleeps as the plan and the range have it', () => {
    expect(signs(daysBefore(22))).toEqual([])
    expect(signs([])).toEqual([])
  })

  it('is the third day in a row under the range, not the second', () => {
    expect(signs(daysBefore(22, (ago) => under(ago, 2)))).toEqual([])
    expect(signs(daysBefore(22, (ago) => under(ago, 3)))).toEqual(['under-range'])
    expect(
      signs(
        daysBefore(22, (ago) => under(ago, 3)),
        { birthDate: null },
      ),
    ).toEqual([])
  })

  it('is no day that was logged in part', () => {
    const records = daysBefore(22, (ago) => under(ago, 3))
    expect(signs(records.filter((one) => one.date !== '2025-08-10' || one.type !== 'despertar'))).toEqual([])
  })

  it('waits for the night: an open one of yesterday hides no short days before it', () => {
    const short = daysBefore(22, (ago) => under(ago, 4))
    const open = short.map((one) =>
      one.date === '2025-08-10' && one.type === 'noche' ? { ...one, end_time: null } : one,
    )
    expect(signs(open)).toEqual(['under-range'])
  })

  it('is one waking more each night than in the week before', () => {
    const rise = (before: number, now: number) =>
      daysBefore(22, (ago) => ({ waking: ago < 7 ? now : before }))
    expect(signs(rise(1, 2))).toEqual(['wakings-up'])
    expect(signs(rise(1, 1))).toEqual([])
    expect(signs(rise(2, 1))).toEqual([])
    // The family has begun to count them.
    expect(signs(rise(0, 3))).toEqual([])
  })

  it('is no waking that two phones have noted', () => {
    const records = daysBefore(22, () => ({ waking: 1 }))
    const twice = records.flatMap((one) =>
      one.type === 'noche' && one.date > '2025-08-04' ? [one, { ...one, id: `${one.id} again` }] : [one],
    )
    expect(signs(twice)).toEqual([])
  })

  it('is no rise of a week with few days', () => {
    const records = daysBefore(22, (ago) => ({ waking: ago < 7 ? 3 : 1 }))
    expect(signs(records.filter(({ date }) => date < '2025-08-08'))).toEqual([])
  })

  it('is a habit away from the plan for a week', () => {
    const late = daysBefore(40, () => ({ firstWindow: '09:40' }))
    expect(signs(late)).toEqual(['plan-apart'])
    expect(signs(late, { plan: null })).toEqual([])
  })

  it('looks back no further than the days that are asked for, and as far', () => {
    // Six days ago a habit rested on five days, the first of them twenty days before today.
    const logged = [1, 2, 3, 4, 5, 6, 7, 8, 18, 19, 20].map((ago) => addDays(TODAY, -ago))
    const late = daysBefore(40, () => ({ firstWindow: '09:40' }))
    const sparse = late.filter(({ date }) => logged.includes(date))
    const since = (days: number) => sparse.filter(({ date }) => date >= addDays(TODAY, -days))
    expect(signs(since(OVERVIEW_REACH_DAYS))).toEqual(['plan-apart'])
    expect(signs(since(19))).toEqual([])
    expect(overview(late.filter(({ date }) => date >= addDays(TODAY, -OVERVIEW_REACH_DAYS)))).toEqual(
      overview(late),
    )
  })
})

describe('what needs a look now', () => {
  const { lastEntryAt, ...rest } = overview(daysBefore(3))
  const known = { lastEntryAt, ...rest }

  it('is a family that has logged nothing for two days, or never', () => {
    const twoDaysLater = instantAt('2025-08-13', '07:00', MADRID)
    expect(attentionOf(known, 0, twoDaysLater - 1)).toEqual([])
    expect(attentionOf(known, 0, twoDaysLater)).toEqual(['silent'])
    expect(attentionOf({ lastEntryAt: null, signs: [] }, 0, NOW)).toEqual(['silent'])
  })

  it('is a question before anything else, also while the log isn’t known', () => {
    expect(attentionOf(null, 1, NOW)).toEqual(['question'])
    expect(attentionOf(null, 0, NOW)).toEqual([])
    expect(attentionOf({ lastEntryAt: null, signs: ['plan-apart'] }, 2, NOW)).toEqual([
      'question',
      'silent',
      'plan-apart',
    ])
  })
})
