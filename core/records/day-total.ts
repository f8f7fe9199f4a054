import { type LocalDate, MINUTE_MS, type TimeZone } from '../time/time.ts'
import { type Interval, knownEndAt, sleepInterval } from './durations.ts'
import { type SleepRecord, sortNewestFirst, startAtOf } from './sleep-record.ts'
import { findRunningRecord } from './still-asleep.ts'
import { startAsTwins } from './twins.ts'

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

/** A sleep in time, epoch milliseconds; `endAt` null: its end isn't known. */
export interface TimedSleep {
  startAt: number
  endAt: number | null
}

/** The naps among `records`, each once, in the order they began; without those whose start is missing. */
export function napsOf(records: readonly SleepRecord[], zone: TimeZone): TimedSleep[] {
  const naps = records.flatMap((record) => {
    const startAt = record.type === 'siesta' ? startAtOf(record, zone) : null
    return startAt === null ? [] : [{ startAt, endAt: knownEndAt(record, zone) }]
  })
  return sleepsUnited(naps)
}

/**
 * The sleeps, in the order they began, as they are counted. Nobody sleeps twice at a time: those that share time are
 * one, the first of them until the last one's end, however far apart they begin. After one whose end isn't known only
 * its twin may be the same. What the carer is asked about (`areTwins`) is one here in any case.
 */
export function sleepsUnited<Sleep extends TimedSleep>(sleeps: readonly Sleep[]): Sleep[] {
  const united: Sleep[] = []
  for (const sleep of sleeps.toSorted((a, b) => a.startAt - b.startAt)) {
    const last = united.at(-1)
    if (last === undefined || !isSame(last, sleep)) united.push(sleep)
    else if (sleep.endAt !== null && sleep.endAt > (last.endAt ?? 0))
      united.splice(-1, 1, { ...last, endAt: sleep.endAt })
  }
  return united
}

function isSame(first: TimedSleep, next: TimedSleep): boolean {
  return first.endAt === null ? startAsTwins(first.startAt, next.startAt) : next.startAt < first.endAt
}

function unionMs(intervals: readonly Interval[]): number {
  return sleepsUnited(intervals).reduce((total, { startAt, endAt }) => total + endAt - startAt, 0)
}
