import { wakeUpsAfterNights } from '../night/nap-or-night.ts'
import { isSmallHours } from '../night/small-hours.ts'
import { type SleepRecord, startTimeOf } from '../records/sleep-record.ts'
import { NOON } from '../time/day-parts.ts'
import { instantAt, type LocalDate, type LocalTime, type TimeZone } from '../time/time.ts'

/** Whether a record is a wake-up of the small hours, after which the day's own wake-up is still missing. */
export function isInTheNight(record: SleepRecord): boolean {
  return record.type === 'despertar' && isSmallHours(startTimeOf(record) ?? '')
}

/**
 * Whether a day has no wake-up yet, or only such as were in the night (before 05:00).
 * @param records those of the day, at least.
 */
export function lacksWakeUp(records: readonly SleepRecord[], date: LocalDate): boolean {
  return !records.some(
    (record) => record.date === date && record.type === 'despertar' && !isInTheNight(record),
  )
}

/**
 * The wake-up to offer for a day: the end of the night before it, a wall time. Null when the day has its wake-up
 * already, when no night ended that morning, while that end is still ahead at `now` (epoch ms), and while the night
 * goes on after it.
 * @param records those of the day and of the day before, at least.
 * @example wakeUpOffered([night of 2025-08-09, 20:30-07:40], '2025-08-10', now) // '07:40'
 */
export function wakeUpOffered(
  records: readonly SleepRecord[],
  date: LocalDate,
  now: number,
  zone: TimeZone,
): LocalTime | null {
  const mornings = wakeUpsAfterNights(records.filter((record) => !isInTheNight(record)))
  const time = mornings.find((morning) => morning.date === date)?.time
  if (time === undefined || instantAt(date, time, zone) > now) return null
  return records.some((record) => goesOnAfter(record, date, time)) ? null : time
}

/** Whether the night went on in the morning, after a part of it that ended at `time`, and hasn't ended yet. */
export function goesOnAfter(record: SleepRecord, date: LocalDate, time: LocalTime): boolean {
  if (record.type !== 'noche' || record.date !== date || record.end_time !== null) return false
  const start = startTimeOf(record) ?? ''
  return start >= time && start < NOON
}
