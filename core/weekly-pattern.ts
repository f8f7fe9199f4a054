import { ageOn } from './age.ts'
import { recordsOfDay, totalMinutes } from './day-total.ts'
import { endDateOf } from './durations.ts'
import { type Recommendation, recommendedSleep, type SleepStatus, sleepStatus } from './recommendations.ts'
import {
  findRunningRecord,
  type LocalDate,
  recordsBetween,
  type SleepRecord,
  startTimeOf,
} from './sleep-record.ts'
import { addDays, DAY_MS, localDateAt, localTimeAt, shortWeekday, wallAt, wallOf } from './time.ts'

/** A row of the chart runs from this wall time to the same one next day. */
export const DAY_START = '08:00'

export const MIN_BAR_PX = 8

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
  /** The sleep goes on beyond the row on that side. */
  cutStart: boolean
  cutEnd: boolean
}

export interface DayRow {
  date: LocalDate
  /** 'lun'. */
  dayName: string
  /** The records that belong to the date, newest first; not always those drawn. */
  records: SleepRecord[]
  bars: Bar[]
  /** Minutes, of the date's own records. */
  totalSleep: number
  status: SleepStatus | null
  hasWakeUp: boolean
}

export interface WeeklyPattern {
  monday: LocalDate
  days: DayRow[]
  /** Minutes; null when no day counts. */
  averageMin: number | null
  /** The baby's age in whole months, on the week's last day that is not in the future, and what is recommended then. */
  ageMonths: number
  range: Recommendation
}

/**
 * The week that begins on `monday`: bars, totals, and how they stand against the range of the baby's age on
 * the week's last day that is not in the future.
 * @param records the whole log, newest first. @param now epoch milliseconds.
 */
export function weeklyPattern(
  records: readonly SleepRecord[],
  monday: LocalDate,
  birthDate: LocalDate,
  now: number,
): WeeklyPattern {
  const running = findRunningRecord(records, now)
  const near = recordsBetween(records, addDays(monday, -1), addDays(monday, 7))
  const today = localDateAt(now)
  const lastDay = DAYS_OF_WEEK.map((offset) => addDays(monday, offset)).findLast((date) => date <= today)
  const ageMonths = ageOn(birthDate, lastDay ?? today).totalMonths
  const range = recommendedSleep(ageMonths)
  const days = DAYS_OF_WEEK.map((offset): DayRow => {
    const date = addDays(monday, offset)
    const ofDay = recordsOfDay(near, date)
    const totalSleep = totalMinutes(ofDay, running, now)
    return {
      date,
      dayName: shortWeekday(date),
      records: ofDay,
      bars: rowBars(near, date, running, now),
      totalSleep,
      status: sleepStatus(totalSleep, range),
      hasWakeUp: ofDay.some((record) => record.type === 'despertar'),
    }
  })
  return { monday, days, averageMin: averageDailySleep(days), ageMonths, range }
}

/** The mean of the days that have a wake-up and some sleep, in whole minutes; null when there are none. */
export function averageDailySleep(days: readonly Pick<DayRow, 'totalSleep' | 'hasWakeUp'>[]): number | null {
  const counted = days.filter((day) => day.hasWakeUp && day.totalSleep > 0)
  if (counted.length === 0) return null
  return Math.round(counted.reduce((sum, day) => sum + day.totalSleep, 0) / counted.length)
}

/**
 * The bars of one row, earliest first: every sleep that lies between `date` 08:00 and 08:00 next day by the
 * wall clock, whichever day it belongs to. A night across 8:00 is cut, and its rest opens the next row.
 * @param records the whole log, newest first. @param now epoch milliseconds.
 */
export function barsOfRow(records: readonly SleepRecord[], date: LocalDate, now: number): Bar[] {
  return rowBars(records, date, findRunningRecord(records, now), now)
}

function rowBars(
  records: readonly SleepRecord[],
  date: LocalDate,
  running: SleepRecord | null,
  now: number,
): Bar[] {
  const rowStart = wallOf(date, DAY_START)
  const bars: Bar[] = []
  // Nothing lasts over 24 h by the clock, so what reaches this row began the day before at the earliest.
  for (const record of recordsBetween(records, addDays(date, -1), addDays(date, 1))) {
    const bar = barOn(rowStart, record, record.id === running?.id ? now : null)
    if (bar !== null) bars.push(bar)
  }
  return bars.sort((a, b) => a.start - b.start || a.end - b.end)
}

/** The part of a record on the row, or null. `runsTo` is now (epoch ms) for the running record. */
function barOn(rowStart: number, record: SleepRecord, runsTo: number | null): Bar | null {
  const startTime = startTimeOf(record)
  if (record.type === 'despertar' || startTime === null) return null
  const from = wallOf(record.date, startTime)
  const to = wallEnd(record, startTime, from, runsTo)
  const rowEnd = rowStart + DAY_MS
  // A mark without length belongs to the row its moment is on.
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

function wallEnd(record: SleepRecord, startTime: string, from: number, runsTo: number | null): number {
  if (record.end_time !== null) {
    return wallOf(endDateOf(record.date, startTime, record.end_time), record.end_time)
  }
  // In the hour the autumn night repeats the wall may read earlier than the start.
  return runsTo === null ? from : Math.max(from, wallAt(runsTo))
}

/**
 * Where a bar is drawn on an axis `widthPx` wide: at least 8 px, moved back inside where it would leave the
 * axis's end.
 * @example barPixels({ start: 0.99, end: 1 }, 240) // { x: 232, width: 8 }
 */
export function barPixels(
  bar: { start: number; end: number },
  widthPx: number,
): { x: number; width: number } {
  const width = Math.min(widthPx, Math.max(MIN_BAR_PX, (bar.end - bar.start) * widthPx))
  return { x: Math.max(0, Math.min(bar.start * widthPx, widthPx - width)), width }
}

/**
 * Where an instant (epoch ms) lies on the axis of a row, by the wall clock: 0 at 08:00, 1 at 08:00 next day,
 * outside of these when the instant is on another row.
 */
export function tapeFraction(instant: number, rowDate: LocalDate): number {
  return (wallAt(instant) - wallOf(rowDate, DAY_START)) / DAY_MS
}

/** The row that contains an instant (epoch ms): before 08:00 in Madrid it is the day before's. */
export function rowDateAt(instant: number): LocalDate {
  const date = localDateAt(instant)
  return localTimeAt(instant) < DAY_START ? addDays(date, -1) : date
}
