import { sleepInterval } from '../records/durations.ts'
import { recordsBetween, type SleepRecord, startAtOf, startTimeOf } from '../records/sleep-record.ts'
import { isStillAsleep } from '../records/still-asleep.ts'
import { NOON } from '../time/day-parts.ts'
import {
  addDays,
  DAY_MS,
  instantAt,
  type LocalDate,
  type LocalTime,
  localDateAt,
  localTimeAt,
  MINUTE_MS,
  type TimeZone,
} from '../time/time.ts'
import { isSmallHours } from './small-hours.ts'

/** By how many minutes one tap can set an end earlier, for a carer who taps late. */
export const EARLIER_MIN = [5, 10, 15] as const

/**
 * The wall time that ends `record` at the instant `at` (epoch ms); null when it would lie before the sleep.
 * Ended within its first minute, the sleep gets that minute: equal times would read as a whole day.
 */
export function endTimeAt(record: SleepRecord, at: number, zone: TimeZone): LocalTime | null {
  const startAt = startAtOf(record, zone)
  if (startAt === null || at < startAt) return null
  return localTimeAt(Math.max(at, startAt + MINUTE_MS), zone)
}

/**
 * The ends a little before `now` (epoch ms) that one tap may set. None is before the sleep began, nor before a waking
 * that was tapped, because the sleep went on after it.
 */
export function earlierEnds(
  record: SleepRecord,
  now: number,
  zone: TimeZone,
): { minutes: number; time: LocalTime }[] {
  const asleepAt = lastWaking(record, now, zone)
  return EARLIER_MIN.flatMap((minutes) => {
    const at = now - minutes * MINUTE_MS
    const time = at < asleepAt ? null : endTimeAt(record, at, zone)
    return time === null ? [] : [{ minutes, time }]
  })
}

/** A wake-up before 05:00 ends a night only if the night isn't still running so many minutes later. */
const SMALL_HOURS_WAKE_UP_HOLDS_MIN = 30

/** A sleep that may have ended: what is stored of it, or what a form holds. */
export type Endable = Pick<SleepRecord, 'type' | 'date' | 'start_time' | 'time' | 'taps'>

/**
 * The wall time of the wake-up that ended a night: one that was logged after the night began (rule 4.12, forgotten
 * record). A wake-up doesn't count when the baby slept again after it: when a waking was tapped or another part of the
 * night began later, or, for a wake-up before 05:00, when this night still runs half an hour later. Null without one,
 * and when it is 24 hours or more after the start.
 * @param now epoch milliseconds.
 */
export function wakeUpEnding(
  night: Endable,
  records: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
): LocalTime | null {
  const startAt = startAtOf(night, zone)
  if (night.type !== 'noche' || startAt === null) return null
  const near = recordsBetween(records, night.date, addDays(night.date, 1))
  const partsOfNight = near
    .filter(({ type }) => type === 'noche')
    .map((part) => startOrNever(part, zone))
    .filter((at) => at < noonAfter(night.date, startAt, zone))
  const asleepAt = Math.max(...partsOfNight, lastWaking(night, now, zone))
  const endedAt = near
    .filter(({ type }) => type === 'despertar')
    .map((wakeUp) => ({ at: startOrNever(wakeUp, zone), isEarly: isSmallHours(startTimeOf(wakeUp) ?? '') }))
    .filter(({ at }) => at > startAt && at >= asleepAt && at < startAt + DAY_MS && at <= now)
    .filter(({ at, isEarly }) => !isEarly || now - at <= SMALL_HOURS_WAKE_UP_HOLDS_MIN * MINUTE_MS)
    .map(({ at }) => at)
  return endedAt.length === 0 ? null : localTimeAt(Math.min(...endedAt), zone)
}

/**
 * When the last waking was tapped up to `now` (both epoch ms): the sleep went on after it. A wall time that is earlier
 * than the sleep's start is of the next day. -Infinity: none was.
 */
export function lastWaking({ taps, ...sleep }: Endable, now: number, zone: TimeZone): number {
  const start = startTimeOf(sleep) ?? ''
  const wakings = taps
    .filter(({ kind }) => kind === 'wake_ups')
    .map(({ time }) => instantAt(time < start ? addDays(sleep.date, 1) : sleep.date, time, zone))
  return Math.max(...wakings.filter((at) => at <= now))
}

/** The noon after a night of `date` began: what begins from then on is another night. */
function noonAfter(date: LocalDate, startAt: number, zone: TimeZone): number {
  const noon = instantAt(date, NOON, zone)
  return startAt < noon ? noon : instantAt(addDays(date, 1), NOON, zone)
}

function startOrNever(record: SleepRecord, zone: TimeZone): number {
  return startAtOf(record, zone) ?? Number.NEGATIVE_INFINITY
}

/** The ends that one tap may give a sleep in progress; they are never the same minute. */
export interface OfferedEnds {
  /** The wake-up that was logged although this night is still open; null: none was. */
  wokeUpAt: LocalTime | null
  /** The present time; null where that is the wake-up's minute, or the sleep hasn't begun yet. */
  now: LocalTime | null
}

export function offeredEnds(
  record: SleepRecord,
  records: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
): OfferedEnds {
  const wokeUpAt = wakeUpEnding(record, records, now, zone)
  const endsNowAt = endTimeAt(record, now, zone)
  return { wokeUpAt, now: endsNowAt === wokeUpAt ? null : endsNowAt }
}

/**
 * The question when a sleep in progress ended: it is asked when the sleep has run for over 16 h, when the baby has
 * slept since, or when a wake-up was logged after it, whose time is then offered. Null: there is nothing to ask. `now`
 * is epoch ms.
 */
export function endQuestion(
  running: Endable,
  records: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
): { wokeUpAt: LocalTime | null } | null {
  const wokeUpAt = wakeUpEnding(running, records, now, zone)
  return wokeUpAt !== null || !isStillAsleep(running, records, now, zone) ? { wokeUpAt } : null
}

/** When the last night that ended today did: the best guess at today's wake-up. Null: none has. `now` is epoch ms. */
export function lastNightEnd(
  records: readonly SleepRecord[],
  today: LocalDate,
  now: number,
  zone: TimeZone,
): LocalTime | null {
  return lastSleepEnd(
    records.filter((record) => record.type === 'noche'),
    today,
    now,
    zone,
  )
}

/** The wall time of the last end of a sleep on `date` up to `now` (epoch ms); null: there is none. */
export function lastSleepEnd(
  records: readonly SleepRecord[],
  date: LocalDate,
  now: number,
  zone: TimeZone,
): LocalTime | null {
  const ends = recordsBetween(records, addDays(date, -1), date)
    .map((record) => sleepInterval(record, zone)?.endAt)
    .filter((endAt) => endAt !== undefined)
    .filter((endAt) => endAt <= now && localDateAt(endAt, zone) === date)
  return ends.length === 0 ? null : localTimeAt(Math.max(...ends), zone)
}
