import { type LocalDate, type LocalTime, type SleepRecord, startTimeOf } from './sleep-record.ts'
import { addDays, instantAt, isLocalDate, isLocalTime, MINUTE_MS, offsetAt } from './time.ts'

/** Half-open `[startAt, endAt)`, epoch milliseconds. */
export interface Interval {
  startAt: number
  endAt: number
}

/**
 * Real minutes from `start` to `end`, Madrid wall times on `date`. An end that is not later than the start
 * falls on the next day, so equal times are a whole day: 1440, and 1500 or 1380 across a change of hour.
 * 0 when either time is missing or unreadable, and when the spring night swallows the whole sleep.
 * @example sleepMinutes('2025-10-25', '19:30', '07:00') // 750, not 690: that night is an hour longer
 */
export function sleepMinutes(date: LocalDate, start: LocalTime | null, end: LocalTime | null): number {
  if (start === null || end === null) return 0
  if (!isLocalDate(date) || !isLocalTime(start) || !isLocalTime(end)) return 0
  const { startAt, endAt } = intervalOf(date, start, end)
  return (endAt - startAt) / MINUTE_MS
}

/** When a closed siesta or noche was slept; null for an open record and for a wake-up. */
export function sleepInterval(
  record: Pick<SleepRecord, 'type' | 'date' | 'start_time' | 'end_time' | 'time'>,
): Interval | null {
  const start = startTimeOf(record)
  if (record.type === 'despertar' || start === null || record.end_time === null) return null
  return intervalOf(record.date, start, record.end_time)
}

/** The date the end falls on: the next day unless the end is later than the start. */
export function endDateOf(date: LocalDate, start: LocalTime, end: LocalTime): LocalDate {
  return end > start ? date : addDays(date, 1)
}

function intervalOf(date: LocalDate, start: LocalTime, end: LocalTime): Interval {
  return { startAt: instantAt(date, start), endAt: instantAt(endDateOf(date, start, end), end) }
}

/**
 * 'Xh Ym' from an hour on, 'Ym' below it, '' for a missing value.
 * @param minutes rounded to whole minutes; below 0 counts as 0.
 * @example formatDuration(120) // '2h 0m'
 */
export function formatDuration(minutes: number | null | undefined): string {
  if (minutes === null || minutes === undefined || Number.isNaN(minutes)) return ''
  const whole = Math.max(0, Math.round(minutes))
  return whole < 60 ? `${whole}m` : `${Math.floor(whole / 60)}h ${whole % 60}m`
}

/**
 * What a change of hour inside a closed sleep (after its start, not after its end) adds to it in minutes:
 * 60 on the autumn night, −60 on the spring night, else 0.
 */
export function clockChangeMinutes(record: SleepRecord): -60 | 0 | 60 {
  const slept = sleepInterval(record)
  if (slept === null) return 0
  const shift = offsetAt(slept.startAt) - offsetAt(slept.endAt)
  if (shift === 0) return 0
  return shift > 0 ? 60 : -60
}
