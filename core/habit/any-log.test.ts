import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { suggestNextSleep } from '../plan/next-nap.ts'
import { DEFAULT_PLAN } from '../plan/plan.ts'
import { type SleepRecord, sortNewestFirst } from '../records/sleep-record.ts'
import { despertar, recordOf, siesta } from '../testing/records.ts'
import { addDays, instantAt, type LocalDate, localTimeAt, MINUTE_MS, type TimeZone } from '../time/time.ts'
import { MADRID, timeZone } from '../time/zone.ts'
import { habitsBesidePlan } from './plan-habit.ts'
import { teachingDays } from './teaching-days.ts'
import { usualSleep } from './usual-sleep.ts'

/*
 * What holds of any family's log: so many naps a day, the night before or after midnight, each by its own clock, around
 * the days on which that is changed.
 */

/** How one day went: minutes awake before each nap and before the night. */
interface Day {
  windows: readonly number[]
  napMin: number
  beforeNightMin: number
  isDisturbed: boolean
}

/** A fortnight, up to yesterday; and today, up to so many naps and minutes after the last waking. */
interface Life {
  zone: TimeZone
  today: LocalDate
  days: readonly Day[]
  napsToday: number
  awakeMin: number
  birthDate: LocalDate | null
}

const ZONES = [MADRID, ...['Atlantic/Canary', 'Australia/Lord_Howe'].map((name) => timeZone(name) ?? MADRID)]
/** Each zone's clocks change within the fortnight before the second, or the third. */
const TODAYS = ['2025-08-11', '2025-10-30', '2026-04-07']

const day: fc.Arbitrary<Day> = fc.record({
  windows: fc.array(fc.integer({ min: 90, max: 150 }), { minLength: 1, maxLength: 4 }),
  napMin: fc.integer({ min: 20, max: 60 }),
  beforeNightMin: fc.integer({ min: 120, max: 420 }),
  isDisturbed: fc.boolean(),
})

const life: fc.Arbitrary<Life> = fc.record({
  zone: fc.constantFrom(...ZONES),
  today: fc.constantFrom(...TODAYS),
  days: fc.array(day, { minLength: 5, maxLength: 14 }),
  napsToday: fc.integer({ min: 0, max: 4 }),
  awakeMin: fc.integer({ min: 0, max: 300 }),
  birthDate: fc.constantFrom('2025-05-01', '2024-06-01', null),
})

/** A day that says nothing else than the others do, so that there is a habit. */
const alike = (seed: Day, length: number): Day[] => Array.from({ length }, () => ({ ...seed }))

function recordsOf(date: LocalDate, { windows, napMin, beforeNightMin, isDisturbed }: Day, zone: TimeZone) {
  let at = instantAt(date, '07:00', zone)
  const naps = windows.map((window) => {
    const from = at + window * MINUTE_MS
    at = from + napMin * MINUTE_MS
    return siesta(date, localTimeAt(from, zone), localTimeAt(at, zone))
  })
  const bedtime = localTimeAt(at + beforeNightMin * MINUTE_MS, zone)
  const nightOf = bedtime < '07:00' ? addDays(date, 1) : date
  return [
    despertar(date, '07:00'),
    ...naps,
    recordOf('noche', nightOf, {
      start_time: bedtime,
      end_time: '07:00',
      disturbances: isDisturbed ? ['fever'] : [],
    }),
  ]
}

function logOf({ zone, today, days, napsToday, awakeMin }: Life): { log: SleepRecord[]; now: number } {
  const past = days.flatMap((each, index) => recordsOf(addDays(today, -1 - index), each, zone))
  const windows = Array.from({ length: napsToday }, () => 100)
  const calm = { windows, napMin: 40, beforeNightMin: 300, isDisturbed: false }
  const ofToday = recordsOf(today, calm, zone).slice(0, -1)
  const last = ofToday.at(-1)
  const since = instantAt(today, last?.end_time ?? '07:00', zone)
  return { log: [...past, ...ofToday], now: since + awakeMin * MINUTE_MS }
}

function usual({ zone, today, birthDate }: Life, log: readonly SleepRecord[], now: number) {
  const sorted = sortNewestFirst([...log])
  const next = suggestNextSleep(sorted, DEFAULT_PLAN, now, zone)
  return usualSleep(teachingDays(sorted, { today, zone, zoneSince: null }), next, { birthDate, now, zone })
}

describe('the usual time, of any life', () => {
  it('never lies in the past, and is no wider than what is said', () => {
    let said = 0
    fc.assert(
      fc.property(life, day, fc.boolean(), (any, seed, isAlike) => {
        const lived = isAlike
          ? { ...any, days: alike({ ...seed, isDisturbed: false }, any.days.length) }
          : any
        const { log, now } = logOf(lived)
        const found = usual(lived, log, now)
        if (found?.kind !== 'ahead') return
        said += 1
        expect(Math.min(found.from, found.at)).toBeGreaterThanOrEqual(now)
        expect(found.to).toBeGreaterThan(now)
        expect(found.to - found.from).toBeLessThanOrEqual(95 * MINUTE_MS)
        expect(found.days).toBeGreaterThanOrEqual(5)
      }),
      { numRuns: 300 },
    )
    // A property that nothing was said about would show nothing.
    expect(said).toBeGreaterThan(20)
  })

  it('and what differs from the plan are the same, whatever the order in which all was logged', () => {
    const logged = life.chain((lived) => {
      const { log, now } = logOf(lived)
      return fc.tuple(
        fc.constant({ lived, log, now }),
        fc.shuffledSubarray(log, { minLength: log.length, maxLength: log.length }),
      )
    })
    fc.assert(
      fc.property(logged, ([{ lived, log, now }, others]) => {
        const period = { today: lived.today, zone: lived.zone, zoneSince: null }
        expect(usual(lived, others, now)).toEqual(usual(lived, log, now))
        expect(habitsBesidePlan(sortNewestFirst([...others]), DEFAULT_PLAN, period)).toEqual(
          habitsBesidePlan(sortNewestFirst([...log]), DEFAULT_PLAN, period),
        )
      }),
    )
  })

  it('is none in a sleep that runs', () => {
    fc.assert(
      fc.property(life, fc.integer({ min: 0, max: 600 }), (lived, minutes) => {
        const { log, now } = logOf(lived)
        const { zone } = lived
        const running = siesta(lived.today, localTimeAt(now, zone))
        expect(usual(lived, [...log, running], now + minutes * MINUTE_MS)).toBeNull()
      }),
    )
  })

  it('moves, with the ends of its range, by no more than one window has changed', () => {
    let compared = 0
    fc.assert(
      fc.property(life, fc.nat(), fc.nat(), fc.integer({ min: -25, max: 25 }), (any, pick, which, by) => {
        // The wake-ups are known, so only the first nap's window is changed, and the nights' with the evening's.
        const napsToday = 0
        const lived = {
          ...any,
          napsToday,
          awakeMin: 0,
          days: any.days.map((each) => ({ ...each, isDisturbed: false })),
        }
        const changed = lived.days.map((each, index) =>
          index === pick % lived.days.length
            ? { ...each, windows: [(each.windows[0] ?? 0) + by, ...each.windows.slice(1)] }
            : each,
        )
        const [before, after] = [lived, { ...lived, days: changed }].map((one) => {
          const { log, now } = logOf(one)
          return usual(one, log, now)
        })
        if (before?.kind !== 'ahead' || after?.kind !== 'ahead') return
        compared += 1
        const end = (['from', 'at', 'to'] as const)[which % 3] ?? 'at'
        // The ends are to the next five minutes.
        const step = end === 'at' ? 0 : 5
        expect(Math.abs(after[end] - before[end])).toBeLessThanOrEqual((Math.abs(by) + step) * MINUTE_MS)
      }),
      { numRuns: 300 },
    )
    expect(compared).toBeGreaterThan(50)
  })
})
