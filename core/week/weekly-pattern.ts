import { ageOn } from '../baby/age.ts'
import {
  type Recommendation,
  recommendedSleep,
  type SleepStatus,
  sleepStatus,
} from '../baby/recommendations.ts'
import { type DayProgress, dayProgress } from '../day/day-progress.ts'
import { recordsOfDay, totalMinutes } from '../records/day-total.ts'
import { endDateOf } from '../records/durations.ts'
import { recordsBetween, type SleepRecord, startTimeOf } from '../records/sleep-record.ts'
import { findRunningRecord } from '../records/still-asleep.ts'
import {
  addDays,
  DAY_MS,
  type LocalDate,
  localDateAt,
  localTimeAt,
  shortWeekday,
  type TimeZone,
  wallAt,
  wallOf,
} from '../time/time.ts'

/** A row of the chart runs from this wall time to the same one next day. */
export const DAY_START = '08:00'

const DAYS_OF_WEEK = [0, 1, 2, 3, 4, 5, 6] as const

/** A sleep, or the part of it that lies on one row. */
export interface Bar {
  record: SleepRecord
  kind: 'siesta' | 'noche'
  /** Fractions of the row's 24 hours of wall time, 0 ≤ start ≤ end ≤ 1. */
  start: number
  end: number
  /** No end time: it grows when it is running, else it is a mark of no length where the sleep began. */
  open: boolean
  /** Whether the sleep begins before the row, and whether it ends after it. */
  cutStart: boolean
  cutEnd: boolean
}

export interface DayRow {
  date: LocalDate
  /** The short name of the weekday, as 'lun'. */
  dayName: string
  /** The records that belong to the date, newest first; not always those drawn. */
  records: SleepRecord[]
  bars: Bar[]
  /** Minutes slept in the date's own records. */
  totalSleep: number
  progress: DayProgress
  /** Null while the day isn't over, when nothing was slept, and when there is no range to judge by. */
  status: SleepStatus | null
  hasWakeUp: boolean
}

/** The baby's age in whole months, and what is recommended then; null where the age isn't known. */
export interface AgeRange {
  ageMonths: number
  range: Recommendation
}

export interface WeeklyPattern {
  monday: LocalDate
  days: DayRow[]
  /** The mean sleep of the days that count, in minutes; null when none does. */
  averageMin: number | null
  /** The age on the week's last day that is not in the future. */
  age: AgeRange | null
}

/**
 * The week that begins on `monday`: bars, totals, and how they stand against the range of the baby's age on
 * the week's last day that is not in the future.
 * @param records the whole log, newest first. @param now epoch milliseconds.
 */
export function weeklyPattern(
  records: readonly SleepRecord[],
  monday: LocalDate,
  birthDate: LocalDate | null,
  now: number,
  zone: TimeZone,
): WeeklyPattern {
  const running = findRunningRecord(records, now, zone)
  const near = recordsBetween(records, addDays(monday, -1), addDays(monday, 7))
  const age = ageRangeOf(monday, birthDate, now, zone)
  const days = DAYS_OF_WEEK.map((offset): DayRow => {
    const date = addDays(monday, offset)
    const ofDay = recordsOfDay(near, date)
    const totalSleep = totalMinutes(ofDay, running, now, zone)
    const progress = dayProgress(near, date, running, now, zone)
    return {
      date,
      dayName: shortWeekday(date),
      records: ofDay,
      bars: rowBars(near, date, running, now, zone),
      totalSleep,
      progress,
      status: dayStatus(totalSleep, progress, age),
      hasWakeUp: ofDay.some((record) => record.type === 'despertar'),
    }
  })
  return { monday, days, averageMin: averageDailySleep(days), age }
}

/** The range that judges the week of `monday`: that of the age on its last day that is not in the future. */
export function ageRangeOf(
  monday: LocalDate,
  birthDate: LocalDate | null,
  now: number,
  zone: TimeZone,
): AgeRange | null {
  if (birthDate === null) return null
  const today = localDateAt(now, zone)
  const lastDay = DAYS_OF_WEEK.map((offset) => addDays(monday, offset)).findLast((date) => date <= today)
  const ageMonths = ageOn(birthDate, lastDay ?? today).totalMonths
  return { ageMonths, range: recommendedSleep(ageMonths) }
}

/** How a day compares with the recommended range; null while it isn't over, or without an age. */
export function dayStatus(
  totalSleep: number,
  progress: DayProgress,
  age: AgeRange | null,
): SleepStatus | null {
  return progress === 'over' && age !== null ? sleepStatus(totalSleep, age.range) : null
}

/**
 * Whether a day counts in averages: it has a wake-up and some sleep (rule 9.11, average), and it is over, so that a day
 * that has just begun doesn't lower the week's mean.
 */
export function countsInAverage(day: Pick<DayRow, 'totalSleep' | 'hasWakeUp' | 'progress'>): boolean {
  return day.hasWakeUp && day.totalSleep > 0 && day.progress === 'over'
}

/** The mean of the days that count, in whole minutes; null when there are none. */
export function averageDailySleep(
  days: readonly Pick<DayRow, 'totalSleep' | 'hasWakeUp' | 'progress'>[],
): number | null {
  const counted = days.filter(countsInAverage)
  if (counted.length === 0) return null
  return Math.round(counted.reduce((sum, day) => sum + day.totalSleep, 0) / counted.length)
}

/**
 * The bars of one row, earliest first: every sleep that lies between `date` 08:00 and 08:00 next day by the
 * wall clock, whichever day it belongs to. A night across 8:00 is cut, and its rest opens the next row.
 * @param records the whole log, newest first. @param now epoch milliseconds.
 */
export function barsOfRow(
  records: readonly SleepRecord[],
  date: LocalDate,
  now: number,
  zone: TimeZone,
): Bar[] {
  return rowBars(records, date, findRunningRecord(records, now, zone), now, zone)
}

function rowBars(
  records: readonly SleepRecord[],
  date: LocalDate,
  running: SleepRecord | null,
  now: number,
  zone: TimeZone,
): Bar[] {
  const rowStart = wallOf(date, DAY_START)
  const bars: Bar[] = []
  // No sleep lasts over 24 h by the clock, so one that reaches this row began the day before at the earliest.
  for (const record of recordsBetween(records, addDays(date, -1), addDays(date, 1))) {
    const bar = barOn(rowStart, record, record.id === running?.id ? now : null, zone)
    if (bar !== null) bars.push(bar)
  }
  return bars.sort((a, b) => a.start - b.start || a.end - b.end)
}

/** The part of a record on the row, or null. `runsTo` is now (epoch ms) for the running record. */
function barOn(rowStart: number, record: SleepRecord, runsTo: number | null, zone: TimeZone): Bar | null {
  const startTime = startTimeOf(record)
  if (record.type === 'despertar' || startTime === null) return null
  const from = wallOf(record.date, startTime)
  const to = wallEnd(record, startTime, from, runsTo, zone)
  const rowEnd = rowStart + DAY_MS
  // A sleep without an end is a mark without length, which belongs to the row that its start is on.
  const onRow = from < rowEnd && (to > rowStart || from >= rowStart)
  if (!onRow) return null
  return {
    record,
    kind: record.type,
    start: Math.max(0, (from - rowStart) / DAY_MS),
    end: Math.min(1, (to - rowStart) / DAY_MS),
    open: record.end_time === null,
    cutStart: from < rowStart,
    cutEnd: to > rowEnd,
  }
}

function wallEnd(
  record: SleepRecord,
  startTime: string,
  from: number,
  runsTo: number | null,
  zone: TimeZone,
): number {
  if (record.end_time !== null) {
    return wallOf(endDateOf(record.date, startTime, record.end_time), record.end_time)
  }
  // In the hour that the autumn night repeats, the wall may show an earlier time than at the start.
  return runsTo === null ? from : Math.max(from, wallAt(runsTo, zone))
}

/**
 * Where an instant (epoch ms) lies on the axis of a row, by the wall clock: 0 at 08:00, 1 at 08:00 next day,
 * outside of these when the instant is on another row.
 */
export function tapeFraction(instant: number, rowDate: LocalDate, zone: TimeZone): number {
  return (wallAt(instant, zone) - wallOf(rowDate, DAY_START)) / DAY_MS
}

/** The row that contains an instant (epoch ms): before 08:00 it is the day before's. */
export function rowDateAt(instant: number, zone: TimeZone): LocalDate {
  const date = localDateAt(instant, zone)
  return localTimeAt(instant, zone) < DAY_START ? addDays(date, -1) : date
}
