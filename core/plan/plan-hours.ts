import { isDaysWakeUp } from '../day/day-wake-up.ts'
import { recordsBetween, type SleepRecord, startTimeOf } from '../records/sleep-record.ts'
import { addDays, type LocalDate, type LocalTime, minuteOfDay } from '../time/time.ts'
import type { PlanShape } from './plan.ts'

/** The wake-up that a plan's hours are drawn from while the log doesn't tell the usual one. */
export const DEFAULT_WAKE_UP: LocalTime = '07:30'

/** How many days the usual wake-up is taken from, and how many of them need a wake-up. */
const DAYS_LOOKED_AT = 7
const DAYS_NEEDED = 3

/** How many hours the ribbon has room for, and the steps that may lie between them, in hours. */
const MOST_TICKS = 6
const STEPS_H = [1, 2, 3, 4, 6, 8, 12] as const

/**
 * When the baby usually wakes up: the median of the first wake-ups of the last seven days, `date` included. Null with
 * less than three days. What lies in the small hours is of the night.
 * @param records newest first.
 */
export function usualWakeUp(records: readonly SleepRecord[], date: LocalDate): LocalTime | null {
  const firstOf = new Map<LocalDate, LocalTime>()
  for (const record of recordsBetween(records, addDays(date, 1 - DAYS_LOOKED_AT), date)) {
    const time = startTimeOf(record)
    if (time === null || !isDaysWakeUp(record)) continue
    // The records are newest first, so the earliest wake-up of a day comes last and stays.
    firstOf.set(record.date, time)
  }
  const times = [...firstOf.values()].sort()
  // The index is half of the list's length, so there is always an element.
  return times.length < DAYS_NEEDED ? null : (times[(times.length - 1) >> 1] as LocalTime)
}

/** The hours of a plan's day. */
export interface PlanHours {
  naps: { start: LocalTime; end: LocalTime }[]
  bedtime: LocalTime
  /** The full hours, midnight as '24h', and their places on the ribbon as fractions, like those of the shape. */
  ticks: { hour: string; at: number }[]
}

/**
 * The wall times along the shape of a plan's day when it begins at `wakeUp`.
 * @example planHours(planShape(DEFAULT_PLAN), '07:30').bedtime // '20:45'
 */
export function planHours(shape: PlanShape, wakeUp: LocalTime): PlanHours {
  const from = minuteOfDay(wakeUp)
  const perMinute = shape.nightStart / shape.dayMin
  const timeAt = (fraction: number) => timeOf(from + Math.round(fraction / perMinute))
  const lengthH = 1 / perMinute / 60
  const stepH = STEPS_H.find((step) => lengthH / step <= MOST_TICKS) ?? 24
  const ticks: PlanHours['ticks'] = []
  for (let hour = Math.ceil(from / 60 / stepH) * stepH; hour * 60 - from <= 1 / perMinute; hour += stepH) {
    ticks.push({ hour: `${hour % 24 === 0 ? 24 : hour % 24}h`, at: (hour * 60 - from) * perMinute })
  }
  return {
    naps: shape.naps.map(({ start, end }) => ({ start: timeAt(start), end: timeAt(end) })),
    bedtime: timeAt(shape.nightStart),
    ticks,
  }
}

function timeOf(minutes: number): LocalTime {
  const ofDay = minutes % (24 * 60)
  const digits = (count: number) => String(count).padStart(2, '0')
  return `${digits(Math.floor(ofDay / 60))}:${digits(ofDay % 60)}`
}
