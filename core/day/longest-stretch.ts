import { type Interval, sleepInterval } from '../records/durations.ts'
import { recordsBetween, type SleepRecord, startTimeOf } from '../records/sleep-record.ts'
import { tapsOf } from '../records/taps-in-order.ts'
import { NIGHT_UNTIL, NOON } from '../time/day-parts.ts'
import { addDays, instantAt, type LocalDate, MINUTE_MS, type TimeZone } from '../time/time.ts'

/**
 * Real minutes of the longest stretch of a night without a waking, for the night that began in the evening of `date`:
 * from noon on, or before 06:00 of the next day. A night that was logged in parts was interrupted between them. Null
 * where it isn't known: no such night, a part without an end, a waking whose time nobody tapped (rule 10.35, getting
 * better).
 * @param records newest first, those of `date` and of the day after at least.
 * @example // 20:00-07:00, wakings tapped 23:10 and 04:40
 * longestStretch(records, '2025-08-11', MADRID) // 330
 */
export function longestStretch(
  records: readonly SleepRecord[],
  date: LocalDate,
  zone: TimeZone,
): number | null {
  const intervals: Interval[] = []
  const wakings: number[] = []
  for (const part of nightParts(records, date)) {
    const slept = sleepInterval(part, zone)
    const taps = tapsOf(part, 'wake_ups')
    if (slept === null || part.wake_ups > taps.length) return null
    intervals.push(slept)
    for (const { time } of taps) {
      const at = instantAt(part.date, time, zone)
      wakings.push(at < slept.startAt ? instantAt(addDays(part.date, 1), time, zone) : at)
    }
  }
  if (intervals.length === 0) return null
  return Math.floor(Math.max(...united(intervals).map((slept) => longestPiece(slept, wakings))) / MINUTE_MS)
}

/** The day of the oldest night with a tapped waking: from then on a night without any had none. Null: no tap yet. */
export function wakingsLoggedSince(records: readonly SleepRecord[]): LocalDate | null {
  const first = records.findLast(
    (record) =>
      record.type === 'noche' &&
      record.taps.some(({ kind }) => kind === 'wake_ups') &&
      eveningOf(record) !== null,
  )
  return first === undefined ? null : eveningOf(first)
}

function nightParts(records: readonly SleepRecord[], date: LocalDate): SleepRecord[] {
  return recordsBetween(records, date, addDays(date, 1)).filter(
    (record) => record.type === 'noche' && eveningOf(record) === date,
  )
}

/** The day whose evening a night belongs to; null for one that began between 6:00 and noon, and without a start. */
function eveningOf(record: SleepRecord): LocalDate | null {
  const start = startTimeOf(record)
  if (start === null || (start >= NIGHT_UNTIL && start < NOON)) return null
  return start < NOON ? addDays(record.date, -1) : record.date
}

/** Intervals that overlap or touch become one. */
function united(intervals: readonly Interval[]): Interval[] {
  const whole: Interval[] = []
  for (const { startAt, endAt } of intervals.toSorted((a, b) => a.startAt - b.startAt)) {
    const last = whole.at(-1)
    if (last !== undefined && startAt <= last.endAt) last.endAt = Math.max(last.endAt, endAt)
    else whole.push({ startAt, endAt })
  }
  return whole
}

/** The longest piece, in milliseconds, that wakings leave of a sleep; those outside of it cut nothing. */
function longestPiece({ startAt, endAt }: Interval, wakings: readonly number[]): number {
  const within = wakings.filter((at) => at > startAt && at < endAt).sort((a, b) => a - b)
  return Math.max(...[...within, endAt].map((at, index) => at - (within[index - 1] ?? startAt)))
}
