import { sleepInterval } from '../../core/durations.ts'
import {
  type LocalDate,
  type LocalTime,
  recordsBetween,
  type SleepRecord,
  startAtOf,
} from '../../core/sleep-record.ts'
import { addDays, DAY_MS, localDateAt, localTimeAt, MINUTE_MS } from '../../core/time.ts'

/** Minutes that one tap takes off a time, for the thumb that was late. */
export const EARLIER_MIN = [5, 10, 15] as const

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
 * The wake-up that was logged after a night began: that is when the night ended (product, finer points). Null
 * without one, and when a wall time can't say it: a day or more later. `now` is epoch ms.
 */
export function wakeUpEnding(
  night: Pick<SleepRecord, 'type' | 'date' | 'start_time' | 'time'>,
  records: readonly SleepRecord[],
  now: number,
): LocalTime | null {
  const startAt = startAtOf(night)
  if (night.type !== 'noche' || startAt === null) return null
  const wakeUps = recordsBetween(records, night.date, addDays(night.date, 1))
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
  return lastSleepEnd(
    records.filter((record) => record.type === 'noche'),
    today,
    now,
  )
}

/** When the last sleep that ended on `date` did; `now` is epoch ms. */
export function lastSleepEnd(
  records: readonly SleepRecord[],
  date: LocalDate,
  now: number,
): LocalTime | null {
  const ends = recordsBetween(records, addDays(date, -1), date)
    .map((record) => sleepInterval(record)?.endAt)
    .filter((endAt) => endAt !== undefined)
    .filter((endAt) => endAt <= now && localDateAt(endAt) === date)
  return ends.length === 0 ? null : localTimeAt(Math.max(...ends))
}
