import { sleepInterval } from './durations.ts'
import { type LocalDate, type LocalTime, type SleepRecord, startAtOf, startTimeOf } from './sleep-record.ts'
import { addDays, localDateAt, MINUTE_MS } from './time.ts'

/** How a day of the log went, in the terms of the plan. Minutes are real ones. */
export interface DayRhythm {
  /** The day's first wake-up. */
  wakeUp: LocalTime | null
  /** Nap 1 first. Null: not known, for want of a wake-up before it or of an end. */
  naps: { windowMin: number | null; durationMin: number | null }[]
  /** When the night began that belongs to this evening. */
  bedtime: LocalTime | null
  /** Awake before it. */
  bedtimeWindowMin: number | null
}

/** A night that begins before this belongs to the morning (as for the next nap). */
const NOON = '12:00'

/**
 * The wake windows, naps and bedtime of one Madrid day. A window counts as the suggestion of the next nap does: from
 * the latest wake-up or sleep end before the sleep, last night's included; naps that ended before the day's first
 * wake-up are not naps 1…N.
 * @param records those of `date` and of the day before, at least.
 * @example // woke up 07:30, nap 09:30-10:15
 * dayRhythm(records, '2025-08-11').naps // [{ windowMin: 120, durationMin: 45 }]
 */
export function dayRhythm(records: readonly SleepRecord[], date: LocalDate): DayRhythm {
  const begun = records.flatMap((record): Begun[] => {
    const startAt = startAtOf(record)
    const start = startTimeOf(record)
    if (startAt === null || start === null || !reaches(record, date)) return []
    return [{ record, start, startAt, endAt: sleepInterval(record)?.endAt ?? null }]
  })
  const ofDay = begun.filter(({ record }) => record.date === date).sort((a, b) => a.startAt - b.startAt)
  const wakeUp = ofDay.find(({ record }) => record.type === 'despertar')
  const isMorning = ({ record, start }: Begun) => record.type === 'noche' && start < NOON
  const dayFrom = wakeUp?.startAt ?? ofDay.find(isMorning)?.endAt ?? Number.NEGATIVE_INFINITY
  const naps = ofDay.filter(({ record, endAt }) => record.type === 'siesta' && (endAt ?? dayFrom) >= dayFrom)
  const night = ofDay.find((sleep) => sleep.record.type === 'noche' && !isMorning(sleep))
  return {
    wakeUp: wakeUp?.start ?? null,
    naps: naps.map((nap) => ({
      windowMin: minutesAwake(begun, nap),
      durationMin: nap.endAt === null ? null : (nap.endAt - nap.startAt) / MINUTE_MS,
    })),
    bedtime: night?.start ?? null,
    bedtimeWindowMin: night ? minutesAwake(begun, night) : null,
  }
}

interface Begun {
  record: SleepRecord
  start: LocalTime
  /** Epoch milliseconds; for a wake-up its moment, which has no end. */
  startAt: number
  endAt: number | null
}

/** Of the date, or the night before it that ended on the date. */
function reaches(record: SleepRecord, date: LocalDate): boolean {
  if (record.date === date) return true
  const slept = record.date === addDays(date, -1) && record.type === 'noche' ? sleepInterval(record) : null
  return slept !== null && localDateAt(slept.endAt) === date
}

/** From the latest waking to `sleep`; null when there is none, and when an earlier sleep overlaps or never ended. */
function minutesAwake(begun: readonly Begun[], sleep: Begun): number | null {
  let awakeFrom = Number.NEGATIVE_INFINITY
  for (const { record, startAt, endAt } of begun) {
    if (record.type === 'despertar') {
      if (startAt <= sleep.startAt) awakeFrom = Math.max(awakeFrom, startAt)
    } else if (startAt < sleep.startAt) {
      if (endAt === null || endAt > sleep.startAt) return null
      awakeFrom = Math.max(awakeFrom, endAt)
    }
  }
  return awakeFrom === Number.NEGATIVE_INFINITY ? null : (sleep.startAt - awakeFrom) / MINUTE_MS
}
