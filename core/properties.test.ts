import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { suggestNextSleep } from './plan/next-nap.ts'
import { changeNapsCount, DEFAULT_PLAN, type NapsCount, type SleepPlan } from './plan/plan.ts'
import { remindersFor } from './plan/reminders.ts'
import { dayTotalMinutes, recordsOfDay } from './records/day-total.ts'
import { sleepMinutes } from './records/durations.ts'
import { warningsFor } from './records/record-warnings.ts'
import {
  compareNewestFirst,
  findOpenRecord,
  insertSorted,
  isOpen,
  isStale,
  type RecordType,
  type SleepRecord,
  sortNewestFirst,
  startAtOf,
  startTimeOf,
} from './records/sleep-record.ts'
import { recordOf } from './testing/records.ts'
import { addDays, instantAt, localDateAt, localTimeAt, MINUTE_MS, mondayOf } from './time/time.ts'
import { MADRID } from './time/zone.ts'
import { barPixels } from './week/bar-pixels.ts'
import { barsOfRow, weeklyPattern } from './week/weekly-pattern.ts'

// Weeks that hold an ordinary night, both changes of hour, a year's end and a leap day.
const anchor = fc.constantFrom('2025-08-11', '2025-10-26', '2026-03-29', '2025-12-31', '2024-02-29')
const clockTime = fc
  .integer({ min: 0, max: 1439 })
  .map(
    (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  )
const maybeTime = fc.option(clockTime, { freq: 6 })

const log = anchor.chain((date) =>
  fc.record({
    date: fc.constant(date),
    now: fc
      .integer({ min: -3 * 1440, max: 3 * 1440 })
      .map((minutes) => instantAt(date, '12:00', MADRID) + minutes * MINUTE_MS),
    records: fc
      .array(
        fc
          .record({
            type: fc.constantFrom<RecordType[]>('siesta', 'noche', 'despertar'),
            day: fc.integer({ min: -4, max: 4 }),
            start_time: maybeTime,
            end_time: maybeTime,
            time: maybeTime,
          })
          .map(({ type, day, ...times }) => recordOf(type, addDays(date, day), times)),
        { maxLength: 25 },
      )
      .map(sortNewestFirst),
  }),
)

const windowText = fc.oneof(fc.constantFrom('1h 30min', '2h', '45', '12h', '1h 75', ''), fc.string())
const anyPlan: fc.Arbitrary<SleepPlan> = fc.record({
  id: fc.constant('p1'),
  user_id: fc.constant('u1'),
  first_wake_window: windowText,
  naps_count: fc.constantFrom<NapsCount[]>(2, 3, 4),
  naps: fc.array(fc.record({ duration: fc.integer({ min: 15, max: 180 }), wakeWindow: windowText }), {
    maxLength: 5,
  }),
  night_bedtime: fc.constant(DEFAULT_PLAN.night_bedtime),
  reminders: fc.constant(true),
})

/** All numbers anywhere in a result. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

describe('the day’s total, of any records', () => {
  it('is never more than 24 h and what wraps into the next day', () => {
    fc.assert(
      fc.property(log, ({ records, date, now }) => {
        const total = dayTotalMinutes(records, date, now, MADRID)
        const nextDay = addDays(date, 1)
        const ends = recordsOfDay(records, date)
          .filter((record) => record.type !== 'despertar')
          .flatMap((record) => [record.end_time ?? '00:00'])
        const dayMin = (instantAt(nextDay, '00:00', MADRID) - instantAt(date, '00:00', MADRID)) / MINUTE_MS
        const wraps = ends.map(
          (end) => (instantAt(nextDay, end, MADRID) - instantAt(nextDay, '00:00', MADRID)) / MINUTE_MS,
        )
        const running = Math.max(0, (now - instantAt(nextDay, '00:00', MADRID)) / MINUTE_MS)
        expect(total).toBeGreaterThanOrEqual(0)
        expect(total).toBeLessThanOrEqual(dayMin + Math.max(0, running, ...wraps))
      }),
    )
  })

  it('is never more than the sum and never less than the longest of the closed sleeps', () => {
    fc.assert(
      fc.property(log, ({ records, date, now }) => {
        const closed = records.filter((record) => !isOpen(record))
        const minutes = recordsOfDay(closed, date)
          .filter((record) => record.type !== 'despertar')
          .map((record) => sleepMinutes(date, startTimeOf(record), record.end_time, MADRID))
        const total = dayTotalMinutes(closed, date, now, MADRID)
        expect(total).toBeLessThanOrEqual(minutes.reduce((sum, one) => sum + one, 0))
        expect(total).toBeGreaterThanOrEqual(Math.max(0, ...minutes))
      }),
    )
  })

  it('is the same in whatever order the records come, and when one comes twice', () => {
    fc.assert(
      fc.property(log, ({ records, date, now }) => {
        const total = dayTotalMinutes(records, date, now, MADRID)
        expect(dayTotalMinutes([...records].reverse(), date, now, MADRID)).toBe(total)
        expect(dayTotalMinutes([...records, ...records], date, now, MADRID)).toBe(total)
      }),
    )
  })
})

describe('the chart, of any records', () => {
  it('keeps every bar on the axis, in fractions and in pixels', () => {
    fc.assert(
      fc.property(log, fc.integer({ min: 8, max: 2000 }), ({ records, date, now }, widthPx) => {
        for (const bar of barsOfRow(records, date, now, MADRID)) {
          expect(bar.start).toBeGreaterThanOrEqual(0)
          expect(bar.end).toBeGreaterThanOrEqual(bar.start)
          expect(bar.end).toBeLessThanOrEqual(1)
          const { x, width } = barPixels(bar, widthPx)
          expect(width).toBeGreaterThanOrEqual(8)
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x + width).toBeLessThanOrEqual(widthPx + 1e-9)
        }
      }),
    )
  })

  it('draws the whole of every closed sleep, by the wall clock, on two rows at most that join at 8:00', () => {
    fc.assert(
      fc.property(log, ({ records, date, now }) => {
        const rows = [-2, -1, 0, 1].flatMap((day) => barsOfRow(records, addDays(date, day), now, MADRID))
        for (const record of recordsOfDay(records, date)) {
          const start = startTimeOf(record)
          if (record.type === 'despertar' || start === null || record.end_time === null) continue
          const bars = rows.filter((bar) => bar.record === record)
          const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
          const wallMin = minuteOf(record.end_time) - minuteOf(start) + (record.end_time > start ? 0 : 1440)
          expect(bars.reduce((sum, bar) => sum + (bar.end - bar.start) * 1440, 0)).toBeCloseTo(wallMin, 6)
          expect(bars.map((bar) => [bar.cutStart, bar.cutEnd])).toEqual(
            bars.length === 1
              ? [[false, false]]
              : [
                  [false, true],
                  [true, false],
                ],
          )
        }
      }),
    )
  })

  it('adds up: the week has each day’s records, total and row', () => {
    fc.assert(
      fc.property(log, ({ records, date, now }) => {
        const week = weeklyPattern(records, mondayOf(date), '2025-01-11', now, MADRID)
        for (const day of week.days) {
          expect(day.records).toEqual(recordsOfDay(records, day.date))
          expect(day.totalSleep).toBe(dayTotalMinutes(records, day.date, now, MADRID))
          expect(day.bars).toEqual(barsOfRow(records, day.date, now, MADRID))
        }
        expect(numbersIn(week).every(Number.isFinite)).toBe(true)
      }),
    )
  })
})

describe('the next sleep, of any records and any plan', () => {
  it('has no NaN, counts from a moment of today on, and is no nap beyond the plan', () => {
    fc.assert(
      fc.property(log, anyPlan, ({ records, now }, plan) => {
        const next = suggestNextSleep(records, plan, now, MADRID)
        expect(numbersIn(next).every(Number.isFinite)).toBe(true)
        expect(next.kind === 'sleeping' || next.kind === 'stale-open').toBe(
          findOpenRecord(records, now, MADRID) !== null,
        )
        if (next.kind !== 'nap' && next.kind !== 'bedtime') return
        expect(localDateAt(next.base.at, MADRID) >= localDateAt(now, MADRID)).toBe(true)
        expect(next.startAt - next.base.at).toBe(next.windowMin * MINUTE_MS)
        expect(next.inMin === 0 || next.overdueMin === 0).toBe(true)
        if (next.kind === 'nap') expect(next.napNumber).toBeLessThanOrEqual(plan.naps_count)
      }),
    )
  })

  it('reminds of the future of today only, in order', () => {
    fc.assert(
      fc.property(log, anyPlan, ({ records, now }, plan) => {
        const reminders = remindersFor(records, plan, now, MADRID)
        for (const { at } of reminders) {
          expect(at).toBeGreaterThan(now)
          expect(localDateAt(at, MADRID)).toBe(localDateAt(now, MADRID))
        }
        expect(reminders).toEqual([...reminders].sort((a, b) => a.napNumber - b.napNumber || a.at - b.at))
      }),
    )
  })
})

describe('the log, of any records', () => {
  it('sorts the same from any order, and takes records in one by one', () => {
    fc.assert(
      fc.property(log, ({ records }) => {
        const sorted = sortNewestFirst(records)
        expect(sortNewestFirst([...records].reverse())).toEqual(sorted)
        expect(records.reduce<SleepRecord[]>(insertSorted, [])).toEqual(sorted)
        for (const [index, record] of sorted.entries()) {
          const next = sorted[index + 1]
          if (next !== undefined) expect(compareNewestFirst(record, next)).toBeLessThan(0)
        }
      }),
    )
  })

  it('has an open record that no other open one, but a later day’s, is newer than', () => {
    fc.assert(
      fc.property(log, ({ records, now }) => {
        const open = sortNewestFirst(records).filter(
          (record) => isOpen(record) && record.date <= localDateAt(now, MADRID),
        )
        const begun = open.filter((record) => (startAtOf(record, MADRID) ?? now) <= now)
        expect(findOpenRecord(records, now, MADRID)).toBe(begun[0] ?? open[0] ?? null)
        const stale = open.filter((record) => isStale(record, now, MADRID))
        expect(open.slice(open.length - stale.length)).toEqual(stale)
      }),
    )
  })

  it('overlaps both ways: a closed sleep that warns of another is warned of by it', () => {
    fc.assert(
      fc.property(log, ({ records, now }) => {
        const closed = records.filter(
          (record) => record.type !== 'despertar' && !isOpen(record) && record.end_time,
        )
        const warned = (record: SleepRecord) =>
          warningsFor(record, { records: closed, open: [], now, zone: MADRID }).flatMap((warning) =>
            warning.kind === 'overlap' ? [warning.other.id] : [],
          )
        for (const record of closed) {
          for (const id of warned(record)) {
            const other = closed.find((one) => one.id === id)
            expect(other && warned(other)).toContain(record.id)
          }
        }
      }),
    )
  })
})

it('any nap count from any list is exactly that many naps, the first ones unchanged', () => {
  fc.assert(
    fc.property(anyPlan, fc.constantFrom<NapsCount[]>(2, 3, 4), ({ naps }, count) => {
      const changed = changeNapsCount(naps, count)
      expect(changed).toHaveLength(count)
      expect(changed.slice(0, naps.length)).toEqual(naps.slice(0, count))
    }),
  )
})

it('any instant reads back from its date and time, but in the hour that comes twice', () => {
  fc.assert(
    fc.property(anchor, fc.integer({ min: -4000, max: 4000 }), (date, minutes) => {
      const instant = instantAt(date, '12:00', MADRID) + minutes * MINUTE_MS
      const back = instantAt(localDateAt(instant, MADRID), localTimeAt(instant, MADRID), MADRID)
      expect([0, 60 * MINUTE_MS]).toContain(instant - back)
    }),
  )
})
