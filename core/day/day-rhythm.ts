import { sleepsUnited, type TimedSleep } from '../records/day-total.ts'
import { knownEndAt, sleepInterval } from '../records/durations.ts'
import { type SleepRecord, startAtOf, startTimeOf } from '../records/sleep-record.ts'
import { MORNING_FROM, NOON } from '../time/day-parts.ts'
import {
  addDays,
  type LocalDate,
  type LocalTime,
  localDateAt,
  MINUTE_MS,
  type TimeZone,
} from '../time/time.ts'
import { isDaysWakeUp } from './day-wake-up.ts'

/** How a day of the log went, in the terms of the plan. Minutes are real ones. */
export interface DayRhythm {
  /** The day's first wake-up, of the small hours only where there is no other; null: none was logged. */
  wakeUp: LocalTime | null
  /** The naps, first nap first. Null: not known, because the wake-up before the nap or the nap's end is missing. */
  naps: { start: LocalTime; windowMin: number | null; durationMin: number | null }[]
  /** When the night of this evening began, which may be after midnight, as '00:20'; null: none was logged. */
  bedtime: LocalTime | null
  /** Minutes awake before the bedtime; null: not known. */
  bedtimeWindowMin: number | null
}

/**
 * The wake windows, naps and bedtime of one day. A window counts as the suggestion of the next nap does: from
 * the latest wake-up or sleep end before the sleep, last night's included; naps that ended before the day's first
 * wake-up are not naps 1…N.
 * @param records those of `date`, of the day before and of the day after, at least.
 * @example // woke up 07:30, nap 09:30-10:15
 * dayRhythm(records, '2025-08-11').naps // [{ start: '09:30', windowMin: 120, durationMin: 45 }]
 */
export function dayRhythm(records: readonly SleepRecord[], date: LocalDate, zone: TimeZone): DayRhythm {
  const [eve, next] = [addDays(date, -1), addDays(date, 1)]
  const isAfterMidnight = (record: SleepRecord) => record.date === next && isLateBedtime(record)
  const timed = records.flatMap((record): TimedRecord[] => {
    // The date is compared first: most of a log is of other days, and computing an instant takes longer.
    const isNear =
      record.date === date || (record.date === eve && endsOn(record, date, zone)) || isAfterMidnight(record)
    const startAt = isNear ? startAtOf(record, zone) : null
    const start = startTimeOf(record)
    if (startAt === null || start === null) return []
    return [{ record, start, startAt, endAt: knownEndAt(record, zone) }]
  })
  const ofDay = timed.filter(({ record }) => record.date === date).sort((a, b) => a.startAt - b.startAt)
  const wakeUp = ofDay.find(({ record }) => record.type === 'despertar')
  const isMorning = ({ record, start }: TimedRecord) => record.type === 'noche' && start < NOON
  const dayFrom = wakeUp?.startAt ?? ofDay.find(isMorning)?.endAt ?? Number.NEGATIVE_INFINITY
  const naps = sleepsUnited(
    ofDay.filter(({ record, endAt }) => record.type === 'siesta' && (endAt ?? dayFrom) >= dayFrom),
  )
  const ownNight = ofDay.find((sleep) => sleep.record.type === 'noche' && !isMorning(sleep))
  const night = ownNight ?? earliest(timed.filter(({ record }) => isAfterMidnight(record)))
  return {
    wakeUp: (ofDay.find(({ record }) => isDaysWakeUp(record)) ?? wakeUp)?.start ?? null,
    naps: naps.map((nap) => ({
      start: nap.start,
      windowMin: minutesAwake(timed, nap),
      durationMin: nap.endAt === null ? null : (nap.endAt - nap.startAt) / MINUTE_MS,
    })),
    bedtime: night?.start ?? null,
    bedtimeWindowMin: night ? minutesAwake(timed, night) : null,
  }
}

/** A record in time; a wake-up is a moment, which has no end. */
interface TimedRecord extends TimedSleep {
  record: SleepRecord
  start: LocalTime
}

/** Whether the record is a night that ended on the date. */
function endsOn(record: SleepRecord, date: LocalDate, zone: TimeZone): boolean {
  const slept = record.type === 'noche' ? sleepInterval(record, zone) : null
  return slept !== null && localDateAt(slept.endAt, zone) === date
}

/** The day that a record is part of: for a night that began after midnight that of its evening. */
export function dayOf(record: SleepRecord): LocalDate {
  return isLateBedtime(record) ? addDays(record.date, -1) : record.date
}

/** Whether the record is a night that began after midnight, so that it may be the evening's, with a late bedtime. */
function isLateBedtime(record: SleepRecord): boolean {
  const start = startTimeOf(record)
  return record.type === 'noche' && start !== null && start < MORNING_FROM
}

function earliest(sleeps: readonly TimedRecord[]): TimedRecord | undefined {
  return [...sleeps].sort((a, b) => a.startAt - b.startAt)[0]
}

/** Minutes from the latest waking to `sleep`; null without one, and when an earlier sleep overlaps it or has no end. */
function minutesAwake(timed: readonly TimedRecord[], sleep: TimedRecord): number | null {
  let awakeFrom = Number.NEGATIVE_INFINITY
  for (const { record, startAt, endAt } of timed) {
    if (record.type === 'despertar') {
      if (startAt <= sleep.startAt) awakeFrom = Math.max(awakeFrom, startAt)
    } else if (startAt < sleep.startAt) {
      if (endAt === null || endAt > sleep.startAt) return null
      awakeFrom = Math.max(awakeFrom, endAt)
    }
  }
  return awakeFrom === Number.NEGATIVE_INFINITY ? null : (sleep.startAt - awakeFrom) / MINUTE_MS
}
