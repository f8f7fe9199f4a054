import { describe, expect, it } from 'vitest'
import { DEFAULT_PLAN, type PlanRhythm } from '../plan/plan.ts'
import { type SleepRecord, sortNewestFirst } from '../records/sleep-record.ts'
import { despertar, noche, siesta } from '../testing/records.ts'
import { addDays, instantAt, localTimeAt, MINUTE_MS } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { habitsBesidePlan } from './plan-habit.ts'

const TODAY = '2025-08-11'
const PERIOD = { today: TODAY, zone: MADRID, zoneSince: null }

/** A day with a nap so long after waking at 07:00, one more as planned, and the night so long after that. */
function day(daysAgo: number, napMin: number, nightMin: number): SleepRecord[] {
  const date = addDays(TODAY, -daysAgo)
  const nap = instantAt(date, '07:00', MADRID) + napMin * MINUTE_MS
  const napEnd = nap + 60 * MINUTE_MS
  const second = napEnd + 135 * MINUTE_MS
  const secondEnd = second + 60 * MINUTE_MS
  return [
    despertar(date, '07:00'),
    siesta(date, localTimeAt(nap, MADRID), localTimeAt(napEnd, MADRID)),
    siesta(date, localTimeAt(second, MADRID), localTimeAt(secondEnd, MADRID)),
    noche(date, localTimeAt(secondEnd + nightMin * MINUTE_MS, MADRID), '07:00'),
  ]
}

/** Days alike: that many, the last of them yesterday. */
const alike = (count: number, napMin: number, nightMin = 150, from = 1) =>
  Array.from({ length: count }, (_, index) => day(index + from, napMin, nightMin)).flat()

const plan: PlanRhythm = {
  first_wake_window: '1h 30min',
  naps_count: 2,
  naps: [
    { duration: 60, wakeWindow: '2h 00min' },
    { duration: 60, wakeWindow: '2h 30min' },
  ],
}

const habits = (records: SleepRecord[], of = plan) => habitsBesidePlan(sortNewestFirst(records), of, PERIOD)

describe('the habit beside the plan', () => {
  it('is told when it has been more than 20 minutes away for a week', () => {
    // The plan's range before the first nap is 1h 30m to 2h, and its middle 1h 45m.
    expect(habits(alike(20, 133))).toEqual([
      {
        napsTaken: 0,
        isBeforeBedtime: false,
        planned: '1h 30m - 2h 0m',
        usualMin: 133,
        days: 14,
        window: '2h 00min',
      },
    ])
    expect(habits(alike(20, 80))[0]).toMatchObject({ usualMin: 80, window: '1h 05min' })
  })

  it('is told of the night too, whose window is one moment', () => {
    expect(habits(alike(20, 105, 200))).toEqual([
      {
        napsTaken: 2,
        isBeforeBedtime: true,
        planned: '2h 30m',
        usualMin: 200,
        days: 14,
        window: '3h 20min',
      },
    ])
  })

  it('is told of the night only from days with as many naps as planned', () => {
    const three: PlanRhythm = {
      ...plan,
      naps_count: 3,
      naps: [...plan.naps, { duration: 45, wakeWindow: '1h' }],
    }
    expect(habits(alike(20, 105, 200), three)).toEqual([])
    const awakeAllDay = Array.from({ length: 20 }, (_, index) => {
      const date = addDays(TODAY, -1 - index)
      return [despertar(date, '07:00'), noche(date, '20:15', '07:00')]
    }).flat()
    // Thirteen hours are no window that the plan could hold.
    expect(habits(awakeAllDay)).toEqual([])
  })

  it('is not told when it crossed from one side of the plan to the other within the week', () => {
    // The plan's middle is 105. Ten days ago nothing was logged, so that each fortnight has 13 days and its middle one
    // is of the newer days or of the older.
    expect(habits([...alike(9, 150), ...alike(12, 70, 150, 11)])).toEqual([])
  })

  it('is not told for 20 minutes, nor before a week is over', () => {
    expect(habits(alike(20, 125))).toEqual([])
    expect(habits(alike(20, 126))).toHaveLength(1)
    // Eight days: of the fortnight before the first of seven days only two are known.
    expect(habits(alike(8, 140))).toEqual([])
    expect(habits(alike(11, 140))).toHaveLength(1)
  })

  it('is not told when it has been on both sides of the plan', () => {
    expect(habits([...alike(8, 160), ...alike(14, 60, 150, 9)])).toEqual([])
  })

  it('is not told when the days differ too much, nor of a window that cannot be read', () => {
    const apart = Array.from({ length: 20 }, (_, index) => day(index + 1, index % 2 ? 140 : 260, 150)).flat()
    expect(habits(apart)).toEqual([])
    expect(habits(alike(20, 140), { ...plan, first_wake_window: 'a ratos' })).toEqual([])
    expect(habits([], { ...DEFAULT_PLAN })).toEqual([])
  })

  it('offers no window that the plan could not hold', () => {
    expect(habits(alike(20, 5, 300), { ...plan, first_wake_window: '1h' })[0]?.window).toBe('0h 05min')
  })
})
