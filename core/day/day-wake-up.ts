import { isSmallHours } from '../night/small-hours.ts'
import { identityOf } from '../records/duplicates.ts'
import { endDateOf } from '../records/durations.ts'
import { BLANK_RECORD, type RecordTimes, type SleepRecord, startTimeOf } from '../records/sleep-record.ts'
import { NOON } from '../time/day-parts.ts'
import { instantAt, type LocalDate, type LocalTime, type TimeZone } from '../time/time.ts'

/** Whether a record is its day's own wake-up: one of the small hours isn't (rule 10.13, wake-up of any day). */
export function isDaysWakeUp(record: Pick<SleepRecord, 'type' | 'start_time' | 'time'>): boolean {
  return record.type === 'despertar' && !isSmallHours(startTimeOf(record) ?? '')
}

/**
 * Whether a day has no wake-up yet, or only such as were in the night (before 05:00).
 * @param records those of the day, at least.
 */
export function lacksWakeUp(records: readonly SleepRecord[], date: LocalDate): boolean {
  return !records.some((record) => record.date === date && isDaysWakeUp(record))
}

/**
 * A night that ends from this hour on, and before noon, ends with the day's wake-up. Wall time. Whoever notes a wake-up
 * before 05:00 may go on sleeping; a night that was ended is over.
 */
const EARLIEST_MORNING: LocalTime = '04:00'

/**
 * The wake-ups of a log that knows only sleeps: on each day the latest end of a night in the morning, unless the
 * day has its wake-up already, or one of that minute.
 * @example wakeUpsAfterNights([night of 2025-08-10, 20:30-07:05]) // [{ date: '2025-08-11', time: '07:05' }]
 */
export function wakeUpsAfterNights(records: readonly RecordTimes[]): { date: LocalDate; time: LocalTime }[] {
  const daysWithWakeUp = new Set(records.filter(isDaysWakeUp).map(({ date }) => date))
  const latest = new Map<LocalDate, LocalTime>()
  for (const record of records) {
    const [start, end] = [startTimeOf(record), record.end_time]
    if (record.type !== 'noche' || start === null || end === null) continue
    if (end < EARLIEST_MORNING || end >= NOON) continue
    const date = endDateOf(record.date, start, end)
    if (!daysWithWakeUp.has(date) && end > (latest.get(date) ?? '')) latest.set(date, end)
  }
  const known = new Set(records.map(identityOf))
  const wakeUps = [...latest].map(([date, time]) => ({ date, time }))
  return wakeUps.filter((wakeUp) => !known.has(identityOf({ ...BLANK_RECORD, ...wakeUp, type: 'despertar' })))
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
  const time = wakeUpsAfterNights(records).find((morning) => morning.date === date)?.time
  if (time === undefined || instantAt(date, time, zone) > now) return null
  return records.some((record) => goesOnAfter(record, date, time)) ? null : time
}

/** Whether the night went on in the morning, after a part of it that ended at `time`, and hasn't ended yet. */
export function goesOnAfter(record: SleepRecord, date: LocalDate, time: LocalTime): boolean {
  if (record.type !== 'noche' || record.date !== date || record.end_time !== null) return false
  const start = startTimeOf(record) ?? ''
  return start >= time && start < NOON
}
