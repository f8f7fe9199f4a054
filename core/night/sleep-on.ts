import { sleepInterval } from '../records/durations.ts'
import { isOpen, recordsBetween, type SleepRecord, startAtOf } from '../records/sleep-record.ts'
import { addDays, localDateAt, MINUTE_MS, type TimeZone } from '../time/time.ts'
import { SLEEP_ON_WITHIN_MIN } from './small-hours.ts'

/** An end that one tap takes back. */
export interface SleepOn {
  record: SleepRecord
  /** The wake-up that was logged in the minute of the end and is deleted when the end is taken back; null: none was. */
  wakeUp: SleepRecord | null
}

/**
 * The sleep whose end can still be taken back: the latest one, if it ended half an hour ago or less, whichever phone
 * ended it. Null when that one is open, when a wake-up after that end says that the baby was awake, and when the end is
 * still ahead.
 * @param records newest first. @param now epoch milliseconds.
 */
export function findSleepOn(records: readonly SleepRecord[], now: number, zone: TimeZone): SleepOn | null {
  const today = localDateAt(now, zone)
  const near = recordsBetween(records, addDays(today, -1), today)
  let last: { record: SleepRecord; startAt: number; endAt: number } | null = null
  for (const record of near) {
    const openSince = isOpen(record) ? startAtOf(record, zone) : null
    const slept =
      openSince === null
        ? sleepInterval(record, zone)
        : { startAt: openSince, endAt: Number.POSITIVE_INFINITY }
    if (slept !== null && (last === null || slept.startAt > last.startAt)) last = { record, ...slept }
  }
  if (last === null || last.endAt > now || now - last.endAt > SLEEP_ON_WITHIN_MIN * MINUTE_MS) return null
  const { record, endAt } = last
  const wakeUps = near.filter((other) => other.type === 'despertar' && (startAtOf(other, zone) ?? 0) >= endAt)
  const atThatEnd = wakeUps.find((wakeUp) => startAtOf(wakeUp, zone) === endAt) ?? null
  return wakeUps.some((wakeUp) => wakeUp !== atThatEnd) ? null : { record, wakeUp: atThatEnd }
}
