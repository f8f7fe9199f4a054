import { sleepInterval } from '../records/durations.ts'
import { isStale, recordsBetween, type SleepRecord, startAtOf, startTimeOf } from '../records/sleep-record.ts'
import { isStillAsleep } from '../records/still-asleep.ts'
import { MORNING_FROM, NOON } from '../time/day-parts.ts'
import { addDays, instantAt, type LocalDate, type LocalTime, MINUTE_MS, type TimeZone } from '../time/time.ts'

/** A night that ended so many minutes ago, or less, is continued rather than followed by a new one. */
export const SLEEP_ON_WITHIN_MIN = 30

/** Before 05:00, wall time. @example isSmallHours('03:10') // true */
export function isSmallHours(time: LocalTime): boolean {
  return time !== '' && time < MORNING_FROM
}

/** The night that a waking belongs to. */
export interface NightOfWaking {
  night: SleepRecord
  /** Whether the night had ended shortly before the waking, so that its end has to be taken back. */
  takeUp: boolean
}

/**
 * The night that goes on after a waking at a wall time: one that ran then or is known to last beyond it, or else one
 * that ended within the half hour before and went on in a part of its own, or may still run. Null when no night is
 * known at that hour.
 * @param records newest first. @param now epoch milliseconds.
 */
export function nightOfWaking(
  records: readonly SleepRecord[],
  date: LocalDate,
  time: LocalTime,
  now: number,
  zone: TimeZone,
): NightOfWaking | null {
  const at = instantAt(date, time, zone)
  const around = recordsBetween(records, addDays(date, -1), date)
  const nights = around.filter(({ type }) => type === 'noche')
  const begun = nights.filter((night) => (startAtOf(night, zone) ?? Number.POSITIVE_INFINITY) <= at)
  for (const night of begun) {
    const slept = sleepInterval(night, zone)
    if (slept === null ? isStillAsleep(night, records, at, zone) : at < slept.endAt)
      return { night, takeUp: false }
  }
  const ended = begun.find((night) => isJustOver(night, at, zone))
  if (ended === undefined) return null
  // Also one that was logged as a nap, as the form offers at that hour.
  const hasSleptOn = around.some((later) => {
    const start = startTimeOf(later) ?? ''
    return later.type !== 'despertar' && later.date === date && start > time && start < NOON
  })
  if (hasSleptOn) return { night: ended, takeUp: false }
  return isStale({ ...ended, end_time: null }, now, zone) ? null : { night: ended, takeUp: true }
}

function isJustOver(night: SleepRecord, at: number, zone: TimeZone): boolean {
  const slept = sleepInterval(night, zone)
  return slept !== null && at - slept.endAt <= SLEEP_ON_WITHIN_MIN * MINUTE_MS
}
