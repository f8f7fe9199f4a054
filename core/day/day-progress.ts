import type { SleepStatus } from '../baby/recommendations.ts'
import { sleepInterval } from '../records/durations.ts'
import { type SleepRecord, sortNewestFirst, startAtOf, startTimeOf } from '../records/sleep-record.ts'
import { NOON } from '../time/day-parts.ts'
import { addDays, instantAt, type LocalDate, localDateAt, type TimeZone } from '../time/time.ts'

/**
 * How far a day has come. Its night belongs to it, so a day is judged, and counts in averages, only when it is `over`.
 * `no-end`: the day is past, but its night has no end.
 */
export type DayProgress = 'ahead' | 'under-way' | 'no-end' | 'over'

/** The mark beside a day's total: how it compares with the recommended range, or why that can't be said yet. */
export type DayMark = SleepStatus | 'under-way' | 'no-end'

/**
 * A day is over when the night that began in its evening has ended; where no night was logged, when the next day has
 * its wake-up, or at the next noon. Today is never over.
 * @param records those of `date` and of the day after, at least.
 * @param running the running record of the whole log; null: there is none. @param now epoch milliseconds.
 */
export function dayProgress(
  records: readonly SleepRecord[],
  date: LocalDate,
  running: SleepRecord | null,
  now: number,
  zone: TimeZone,
): DayProgress {
  const today = localDateAt(now, zone)
  if (date >= today) return date === today ? 'under-way' : 'ahead'
  if (running?.date === date) return 'under-way'
  const night = lastNightOf(records, date)
  if (night !== null) {
    const slept = sleepInterval(night, zone)
    if (slept === null) return 'no-end'
    return slept.endAt <= now ? 'over' : 'under-way'
  }
  const next = addDays(date, 1)
  const hasBegun = records.some(
    (record) =>
      record.date === next && record.type === 'despertar' && (startAtOf(record, zone) ?? Infinity) <= now,
  )
  return hasBegun || now >= instantAt(next, NOON, zone) ? 'over' : 'under-way'
}

/** The last night that began on `date` from noon on: with a night logged in parts, its last part decides its end. */
function lastNightOf(records: readonly SleepRecord[], date: LocalDate): SleepRecord | null {
  const nights = records.filter(
    (record) => record.date === date && record.type === 'noche' && (startTimeOf(record) ?? '') >= NOON,
  )
  return sortNewestFirst(nights)[0] ?? null
}

/** The mark of a day; null where nothing was slept. `status` counts only when the day is over. */
export function dayMark(day: {
  totalSleep: number
  status: SleepStatus | null
  progress: DayProgress
}): DayMark | null {
  if (day.progress === 'over') return day.status
  return day.progress === 'ahead' || day.totalSleep === 0 ? null : day.progress
}
