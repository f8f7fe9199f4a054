import { type LocalDate, MINUTE_MS, type TimeZone } from '../time/time.ts'
import { type Interval, sleepInterval } from './durations.ts'
import { findRunningRecord, type SleepRecord, sortNewestFirst, startAtOf } from './sleep-record.ts'

/** The records that belong to a calendar day (the day they began), newest first. */
export function recordsOfDay(records: readonly SleepRecord[], date: LocalDate): SleepRecord[] {
  return sortNewestFirst(records.filter((record) => record.date === date))
}

/**
 * Real minutes slept in the records of `date`, night sleep included; time two records share counts once.
 * The running record counts what has elapsed at `now` (epoch ms), any other open one 0.
 * @param records the whole log: which record is running depends on all of them.
 * @example // 13:00-14:00 and 13:30-15:00
 * dayTotalMinutes(records, '2025-08-11', now) // 120
 */
export function dayTotalMinutes(
  records: readonly SleepRecord[],
  date: LocalDate,
  now: number,
  zone: TimeZone,
): number {
  const ofDay = records.filter((record) => record.date === date)
  return totalMinutes(ofDay, findRunningRecord(records, now, zone), now, zone)
}

/** The total of records that are known to be of one day, with `running` already found. */
export function totalMinutes(
  records: readonly SleepRecord[],
  running: SleepRecord | null,
  now: number,
  zone: TimeZone,
): number {
  const intervals: Interval[] = []
  for (const record of records) {
    const interval =
      record.id === running?.id ? runningInterval(running, now, zone) : sleepInterval(record, zone)
    if (interval !== null) intervals.push(interval)
  }
  return Math.floor(unionMs(intervals) / MINUTE_MS)
}

/** What a record in progress has slept at `now` (epoch ms): empty while its start is ahead, null without one. */
export function runningInterval(running: SleepRecord, now: number, zone: TimeZone): Interval | null {
  const startAt = startAtOf(running, zone)
  return startAt === null ? null : { startAt, endAt: Math.max(startAt, now) }
}

/**
 * The sleeps, in the order they began. Those that share time are one, logged more than once: the first of them, until
 * the last one's end. One that has no end stands alone.
 */
export function sleepsApart<Sleep extends { startAt: number; endAt: number | null }>(
  sleeps: readonly Sleep[],
): Sleep[] {
  const apart: Sleep[] = []
  for (const sleep of sleeps.toSorted((a, b) => a.startAt - b.startAt)) {
    const last = apart.at(-1)
    if (last?.endAt == null || sleep.startAt >= last.endAt) apart.push(sleep)
    else if (sleep.endAt !== null && sleep.endAt > last.endAt)
      apart.splice(-1, 1, { ...last, endAt: sleep.endAt })
  }
  return apart
}

function unionMs(intervals: readonly Interval[]): number {
  return sleepsApart(intervals).reduce((total, { startAt, endAt }) => total + endAt - startAt, 0)
}
