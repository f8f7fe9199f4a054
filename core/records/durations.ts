import {
  addDays,
  instantAt,
  isLocalDate,
  isLocalTime,
  type LocalDate,
  type LocalTime,
  MINUTE_MS,
  type TimeZone,
} from '../time/time.ts'
import {
  OPEN_RECORD_STALE_AFTER_MIN,
  type RecordTimes,
  type SleepRecord,
  startTimeOf,
} from './sleep-record.ts'

/** Half-open `[startAt, endAt)`, epoch milliseconds. */
export interface Interval {
  startAt: number
  endAt: number
}

/**
 * Real minutes from `start` to `end`, wall times on `date`. An end that is not later than the start
 * falls on the next day, so equal times are a whole day: 1440, and 1500 or 1380 across a change of hour.
 * 0 when either time is missing or unreadable, and when the spring night swallows the whole sleep.
 * @example sleepMinutes('2025-10-25', '19:30', '07:00') // 750, not 690: that night is an hour longer
 */
export function sleepMinutes(
  date: LocalDate,
  start: LocalTime | null,
  end: LocalTime | null,
  zone: TimeZone,
): number {
  if (start === null || end === null) return 0
  if (!isLocalDate(date) || !isLocalTime(start) || !isLocalTime(end)) return 0
  const { startAt, endAt } = intervalOf(date, start, end, zone)
  return (endAt - startAt) / MINUTE_MS
}

/** When a closed siesta or noche was slept; null for an open record and for a wake-up. */
export function sleepInterval(record: RecordTimes, zone: TimeZone): Interval | null {
  const start = startTimeOf(record)
  if (record.type === 'despertar' || start === null || record.end_time === null) return null
  return intervalOf(record.date, start, record.end_time, zone)
}

/**
 * The instant (epoch ms) a sleep ended, as far as anything is counted from it. Null: that isn't known, which includes
 * one that would have lasted longer than any sleep runs: its end is mistyped, and a nap's mostly means the day itself.
 * @example knownEndAt(siesta('2025-08-11', '15:00', '14:00'), zone) // null, not 14:00 of the 12th
 */
export function knownEndAt(record: RecordTimes, zone: TimeZone): number | null {
  const slept = sleepInterval(record, zone)
  if (slept === null) return null
  const isMistyped = slept.endAt - slept.startAt > OPEN_RECORD_STALE_AFTER_MIN * MINUTE_MS
  return isMistyped ? null : slept.endAt
}

/** The date the end falls on: the next day unless the end is later than the start. */
export function endDateOf(date: LocalDate, start: LocalTime, end: LocalTime): LocalDate {
  return end > start ? date : addDays(date, 1)
}

function intervalOf(date: LocalDate, start: LocalTime, end: LocalTime, zone: TimeZone): Interval {
  return { startAt: instantAt(date, start, zone), endAt: instantAt(endDateOf(date, start, end), end, zone) }
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
 * The minutes that a change of hour within a closed sleep adds to it: 60 on Madrid's autumn night, −60 on its spring
 * night, 30 where the zone's clocks change by half an hour, else 0.
 */
export function clockChangeMinutes(record: SleepRecord, zone: TimeZone): number {
  const slept = sleepInterval(record, zone)
  if (slept === null) return 0
  return (zone.offsetAt(slept.startAt) - zone.offsetAt(slept.endAt)) / MINUTE_MS
}
