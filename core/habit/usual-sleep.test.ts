import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type NextSleep, suggestNextSleep } from '../plan/next-nap.ts'
import { DEFAULT_PLAN } from '../plan/plan.ts'
import { type SleepRecord, sortNewestFirst } from '../records/sleep-record.ts'
import { despertar, noche, siesta } from '../testing/records.ts'
import { addDays, instantAt, localTimeAt, MINUTE_MS } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { teachingDays } from './teaching-days.ts'
import { usualSleep } from './usual-sleep.ts'

const TODAY = '2025-08-11'
const PERIOD = { today: TODAY, zone: MADRID, zoneSince: null }
const YOUNG = '2025-03-01'
const OLD = '2024-09-01'

/** A day with its wake-up at 07:00, a nap so many minutes later and bedtime at the time given. */
function day(daysAgo: number, windowMin: number, bedtime = '20:00'): SleepRecord[] {
  const date = addDays(TODAY, -daysAgo)
  const nap = instantAt(date, '07:00', MADRID) + windowMin * MINUTE_MS
  return [
    despertar(date, '07:00'),
    siesta(date, localTimeAt(nap, MADRID), localTimeAt(nap + 60 * MINUTE_MS, MADRID)),
    noche(date, bedtime, '07:00'),
  ]
}

const at = (time: string) => instantAt(TODAY, time, MADRID)
const WINDOWS = [100, 110, 120, 130, 140]
const fiveDays = WINDOWS.flatMap((window, index) => day(index + 1, window))

function usual(records: SleepRecord[], now: number, birthDate: string | null = YOUNG) {
  const log = sortNewestFirst(records)
  return usualSleep(teachingDays(log, PERIOD), suggestNextSleep(log, DEFAULT_PLAN, now, MADRID), {
    birthDate,
    now,
    zone: MADRID,
  })
}

/** How a result reads on a wall. */
function read(found: ReturnType<typeof usual>) {
  if (found?.kind !== 'ahead') return found
  return [
    localTimeAt(found.from, MADRID),
    localTimeAt(found.at, MADRID),
    localTimeAt(found.to, MADRID),
    found.days,
  ]
}

describe('the usual time of a nap', () => {
  it('is the quarter points of five days’ windows, counted from today’s waking', () => {
    expect(read(usual([...fiveDays, despertar(TODAY, '08:00')], at('08:00')))).toEqual([
      '09:45',
      '10:00',
      '10:15',
      5,
    ])
  })

  it('is not known from four days, nor at a place that none of them had', () => {
    const four = WINDOWS.slice(1).flatMap((window, index) => day(index + 1, window))
    expect(usual([...four, despertar(TODAY, '08:00')], at('08:00'))).toBeNull()
    const napped = [despertar(TODAY, '08:00'), siesta(TODAY, '09:00', '10:00')]
    expect(usual([...fiveDays, ...napped], at('10:00'))).toBeNull()
  })

  it('is not said when the days are too far apart', () => {
    const wide = [60, 90, 130, 170, 200].flatMap((window, index) => day(index + 1, window))
    expect(usual([...wide, despertar(TODAY, '08:00')], at('08:00'))).toBeNull()
  })

  it('is said with 90 minutes between its ends, and no more', () => {
    const apart = (width: number) =>
      [120, 120, 120, 165, 120 + width, 120 + width, 120 + width].flatMap((window, index) =>
        day(index + 1, window),
      )
    expect(read(usual([...apart(90), despertar(TODAY, '08:00')], at('08:00')))).toEqual([
      '10:00',
      '10:45',
      '11:30',
      7,
    ])
    expect(usual([...apart(91), despertar(TODAY, '08:00')], at('08:00'))).toBeNull()
  })

  it('is drawn towards its time of day from nine months on', () => {
    // Their naps began between 08:40 and 09:20; by the windows alone it were 10:00 today.
    const records = [...fiveDays, despertar(TODAY, '08:00')]
    expect(read(usual(records, at('08:00'), OLD))).toEqual(['09:25', '09:42', '09:55', 5])
    expect(read(usual(records, at('08:00'), null))).toEqual(['09:45', '10:00', '10:15', 5])
  })

  it('begins now while its range runs, and is over with it', () => {
    const records = [...fiveDays, despertar(TODAY, '08:00')]
    expect(read(usual(records, at('10:05')))).toEqual(['10:05', '10:05', '10:15', 5])
    expect(usual(records, at('10:15'))).toEqual({ kind: 'over', days: 5 })
  })

  it('is not said where most days went on otherwise: with the night, or with one more nap', () => {
    const naps = [
      siesta(TODAY, '09:05', '09:20'),
      siesta(TODAY, '09:30', '10:00'),
      siesta(TODAY, '10:30', '11:00'),
    ]
    const long = Array.from({ length: 5 }, (_, index) => {
      const date = addDays(TODAY, -index - 1)
      return [
        ...day(index + 1, 60),
        ...naps.map((nap) => ({ ...nap, id: `${date} ${nap.start_time}`, date })),
      ]
    }).flat()
    // They had four naps, of which the plan knows three: after those it says the night, and the days a nap.
    expect(usual([...long, despertar(TODAY, '07:00'), ...naps], at('11:00'))).toBeNull()
    const one = (days: number) => Array.from({ length: days }, (_, index) => day(index + 6, 120)).flat()
    const two = [1, 2, 3, 4, 5].flatMap((daysAgo) => [
      ...day(daysAgo, 120),
      siesta(addDays(TODAY, -daysAgo), '12:00', '13:00'),
    ])
    const today = [despertar(TODAY, '08:00'), siesta(TODAY, '09:00', '10:00')]
    expect(read(usual([...one(5), ...two, ...today], at('10:00')))).toEqual(['12:00', '12:00', '12:00', 5])
    expect(usual([...one(6), ...two, ...today], at('10:00'))).toBeNull()
  })

  it('is none while a sleep runs, and without anything to count from', () => {
    expect(usual([...fiveDays, despertar(TODAY, '08:00'), siesta(TODAY, '09:30')], at('09:40'))).toBeNull()
    expect(usual(fiveDays, at('06:00'))).toBeNull()
  })
})

describe('the usual bedtime', () => {
  const naps = [
    siesta(TODAY, '09:00', '10:00'),
    siesta(TODAY, '12:00', '13:00'),
    siesta(TODAY, '15:30', '16:00'),
  ]

  it('is drawn to its time of day more than to the window before it', () => {
    const records = [...fiveDays, despertar(TODAY, '07:00'), ...naps]
    // The windows before the night were about 10 hours, which would be two in the morning.
    const next = suggestNextSleep(sortNewestFirst(records), DEFAULT_PLAN, at('16:00'), MADRID)
    expect(next.kind).toBe('bedtime')
    const found = usual(records, at('16:00'))
    expect(found?.kind === 'ahead' && localTimeAt(found.at, MADRID)).toBe('21:48')
  })

  it('knows that a bedtime after midnight is late, not early', () => {
    const late = ['23:40', '23:50', '00:00', '00:10', '00:20'].flatMap((time, index) => {
      const [wakeUp, nap] = day(index + 1, 120)
      const isAfter = time < '05:00'
      return [
        wakeUp,
        nap,
        noche(addDays(TODAY, isAfter ? -index : -index - 1), time, '07:00'),
      ] as SleepRecord[]
    })
    const found = usual([...late, despertar(TODAY, '07:00'), ...naps], at('16:00'))
    // The windows before the nights were 15 hours.
    expect(found?.kind === 'ahead' && found.at > at('23:59')).toBe(true)
  })
})

describe('the usual time, of any log', () => {
  const minutes = fc.array(fc.integer({ min: 90, max: 190 }), { minLength: 5, maxLength: 14 })
  const log = (windows: readonly number[]) => [
    ...windows.flatMap((window, index) => day(index + 1, window)),
    despertar(TODAY, '08:00'),
  ]
  const clock = fc.integer({ min: 0, max: 240 }).map((minute) => at('08:00') + minute * MINUTE_MS)
  const birth = fc.constantFrom(YOUNG, OLD, null)

  it('never lies in the past, and its middle is in its range', () => {
    fc.assert(
      fc.property(minutes, clock, birth, (windows, now, birthDate) => {
        const found = usual(log(windows), now, birthDate)
        if (found?.kind !== 'ahead') return
        expect(Math.min(found.from, found.at)).toBeGreaterThanOrEqual(now)
        expect(found.to).toBeGreaterThan(now)
        expect(found.to).toBeGreaterThanOrEqual(found.from)
        // The ends are to the next 5 minutes, the middle is not.
        expect(found.at - found.from).toBeGreaterThanOrEqual(-3 * MINUTE_MS)
        expect(found.to - found.at).toBeGreaterThanOrEqual(-3 * MINUTE_MS)
      }),
    )
  })

  it('is the same whatever the order of the days', () => {
    const shuffled = minutes.chain((windows) => {
      const days = teachingDays(sortNewestFirst(log(windows)), PERIOD)
      return fc.tuple(fc.constant(days), fc.shuffledSubarray(days, { minLength: days.length }))
    })
    const now = at('08:00')
    const next = suggestNextSleep([despertar(TODAY, '08:00')], DEFAULT_PLAN, now, MADRID)
    fc.assert(
      fc.property(shuffled, birth, ([days, others], birthDate) => {
        expect(usualSleep(others, next, { birthDate, now, zone: MADRID })).toEqual(
          usualSleep(days, next, { birthDate, now, zone: MADRID }),
        )
      }),
    )
  })

  it('is the same whatever the order in which the days were logged', () => {
    const logged = minutes.chain((windows) => {
      const records = log(windows)
      return fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length }))
    })
    fc.assert(
      fc.property(logged, birth, ([records, others], birthDate) => {
        expect(usual(others, at('08:00'), birthDate)).toEqual(usual(records, at('08:00'), birthDate))
      }),
    )
  })

  it('moves by no more than one window has changed', () => {
    const changed = fc.tuple(minutes, fc.nat(), fc.integer({ min: 90, max: 190 }))
    fc.assert(
      fc.property(changed, birth, ([windows, pick, other], birthDate) => {
        const index = pick % windows.length
        const before = usual(log(windows), at('08:00'), birthDate)
        const after = usual(log(windows.with(index, other)), at('08:00'), birthDate)
        if (before?.kind !== 'ahead' || after?.kind !== 'ahead') return
        const change = Math.abs(other - (windows[index] ?? 0)) * MINUTE_MS
        expect(Math.abs(after.at - before.at)).toBeLessThanOrEqual(change + 1)
      }),
    )
  })

  it('is none in a sleep that runs', () => {
    fc.assert(
      fc.property(minutes, clock, (windows, now) => {
        const next: NextSleep = suggestNextSleep(
          sortNewestFirst([...log(windows), siesta(TODAY, '07:59')]),
          DEFAULT_PLAN,
          now,
          MADRID,
        )
        expect(next.kind).toBe('sleeping')
        const days = teachingDays(sortNewestFirst(log(windows)), PERIOD)
        expect(usualSleep(days, next, { birthDate: YOUNG, now, zone: MADRID })).toBeNull()
      }),
    )
  })
})
