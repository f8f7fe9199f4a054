import { sleepInterval } from '../../../core/durations.ts'
import { type LocalDate, type LocalTime, type SleepRecord, startAtOf } from '../../../core/sleep-record.ts'
import { DAY_MS, localDateAt, localTimeAt, MINUTE_MS } from '../../../core/time.ts'

/** Minutes before now that the chips of a running sleep offer as its end. */
export const EARLIER_ENDS_MIN = [5, 10, 15] as const

/**
 * The wall time that ends `record` at the instant `at` (epoch ms); null when it would lie before the sleep.
 * Ended within its first minute, the sleep gets that minute: equal times would read as a whole day.
 */
export function endTimeAt(record: SleepRecord, at: number): LocalTime | null {
  const startAt = startAtOf(record)
  if (startAt === null || at < startAt) return null
  return localTimeAt(Math.max(at, startAt + MINUTE_MS))
}

/**
 * When a night is still open although the day's wake-up is logged: the time of that wake-up, which is when
 * the night ended (product, finer points). Null otherwise, and when a wall time can't say it: a day or more later.
 */
export function wakeUpEnding(
  record: SleepRecord,
  records: readonly SleepRecord[],
  now: number,
): LocalTime | null {
  const startAt = startAtOf(record)
  if (record.type !== 'noche' || startAt === null) return null
  const wakeUps = records
    .filter((other) => other.type === 'despertar')
    .map((other) => startAtOf(other))
    .filter((at) => at !== null)
    .filter((at) => at > startAt && at < startAt + DAY_MS && at <= now)
  return wakeUps.length === 0 ? null : localTimeAt(Math.min(...wakeUps))
}

/** The end of the night that ended today, the best guess at the time of today's wake-up. */
export function lastNightEnd(
  records: readonly SleepRecord[],
  today: LocalDate,
  now: number,
): LocalTime | null {
  const ends = records
    .filter((record) => record.type === 'noche')
    .map((record) => sleepInterval(record)?.endAt)
    .filter((endAt) => endAt !== undefined)
    .filter((endAt) => endAt <= now && localDateAt(endAt) === today)
  return ends.length === 0 ? null : localTimeAt(Math.max(...ends))
}
