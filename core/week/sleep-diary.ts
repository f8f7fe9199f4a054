import { type DayRhythm, dayRhythm } from '../day/day-rhythm.ts'
import type { PlanRhythm } from '../plan/plan.ts'
import { comparePlan, type PlanComparison } from '../plan/plan-comparison.ts'
import { napsOf, totalMinutes } from '../records/day-total.ts'
import { DISTURBANCES, type Disturbance, recordsBetween, type SleepRecord } from '../records/sleep-record.ts'
import { findRunningRecord } from '../records/still-asleep.ts'
import { withTwinsMerged } from '../records/twins.ts'
import { NOON } from '../time/day-parts.ts'
import { addDays, type LocalDate, type LocalTime, minuteOfDay, type TimeZone } from '../time/time.ts'
import {
  type AgeRange,
  averageDailySleep,
  countsInAverage,
  type DayRow,
  weeklyPattern,
} from './weekly-pattern.ts'

const MINUTES_OF_DAY = 24 * 60

/** Sums of one day's records, or their means over several days. */
interface DiaryCounts {
  /** One that two phones have logged counts once. */
  napCount: number
  /** Minutes of naps, as `nightMin` are of nights; time that two naps share counts once. */
  napMin: number
  nightMin: number
  /** Wake-ups in the middle of a sleep; these and the other two of a sleep that was logged twice as after a merge. */
  wakings: number
  feedings: number
  diaperChanges: number
}

/** A day of the diary: a row of the chart with its counts. The night that begins on the day belongs to it. */
export interface DiaryDay extends DayRow, DiaryCounts {
  disturbances: Disturbance[]
  rhythm: DayRhythm
}

/** The mean first wake-up and the mean bedtime of the days that count, wall times; null: there was none. */
interface DayTimes {
  wakeUp: LocalTime | null
  bedtime: LocalTime | null
}

export interface DiaryAverages extends DiaryCounts {
  /** How many days count: those that are over, with a wake-up and some sleep. */
  days: number
  totalMin: number
}

export interface DiaryWeek extends DayTimes {
  monday: LocalDate
  age: AgeRange | null
  days: DiaryDay[]
  /** The means of the week: minutes are whole, counts are not. Null: no day counts. */
  averages: DiaryAverages | null
}

/** A run of consecutive days, from the first to the last, both included. */
interface DayRun {
  from: LocalDate
  to: LocalDate
}

/** What a consultant or a paediatrician gets to see of some weeks. */
export interface SleepDiary extends DayTimes {
  from: LocalDate
  to: LocalDate
  /** Oldest first. */
  weeks: DiaryWeek[]
  averages: DiaryAverages | null
  plan: PlanComparison
  /** The disturbances that were logged, each with its days as runs. */
  disturbances: { disturbance: Disturbance; runs: DayRun[] }[]
}

export interface DiaryPeriod {
  lastMonday: LocalDate
  weeks: 2 | 4
  /** Null: not known. */
  birthDate: LocalDate | null
  plan: PlanRhythm
  /** Epoch milliseconds. */
  now: number
  zone: TimeZone
}

/**
 * Whole weeks of the log, up to the one that begins on `lastMonday`.
 * @param records the whole log, newest first.
 */
export function sleepDiary(records: readonly SleepRecord[], period: DiaryPeriod): SleepDiary {
  const { lastMonday, birthDate, plan, now, zone } = period
  const from = addDays(lastMonday, -7 * (period.weeks - 1))
  const to = addDays(lastMonday, 6)
  const weeks = Array.from({ length: period.weeks }, (_, index) =>
    diaryWeek(records, addDays(from, 7 * index), birthDate, now, zone),
  )
  const days = weeks.flatMap((week) => week.days)
  return {
    from,
    to,
    weeks,
    averages: averagesOf(days),
    ...timesOf(days),
    plan: comparePlan(
      plan,
      days.map(({ rhythm }) => rhythm),
    ),
    disturbances: disturbancesOf(days),
  }
}

/**
 * The week that begins on `monday`, with all that is counted.
 * @param records the whole log, newest first. @param birthDate null: not known. @param now epoch milliseconds.
 */
export function diaryWeek(
  records: readonly SleepRecord[],
  monday: LocalDate,
  birthDate: LocalDate | null,
  now: number,
  zone: TimeZone,
): DiaryWeek {
  const near = recordsBetween(records, addDays(monday, -1), addDays(monday, 7))
  const running = findRunningRecord(records, now, zone)
  const { age, days: rows } = weeklyPattern(records, monday, birthDate, now, zone)
  const days = rows.map(
    (row): DiaryDay => ({
      ...row,
      ...countsOf(row.records, running, now, zone),
      rhythm: dayRhythm(near, row.date, zone),
    }),
  )
  return { monday, age, days, averages: averagesOf(days), ...timesOf(days) }
}

function countsOf(
  records: readonly SleepRecord[],
  running: SleepRecord | null,
  now: number,
  zone: TimeZone,
): DiaryCounts & { disturbances: Disturbance[] } {
  const naps = records.filter(({ type }) => type === 'siesta')
  const nights = records.filter(({ type }) => type === 'noche')
  const once = withTwinsMerged(records, zone)
  return {
    napCount: napsOf(naps, zone).length,
    napMin: totalMinutes(naps, running, now, zone),
    nightMin: totalMinutes(nights, running, now, zone),
    wakings: sum(once.map((record) => record.wake_ups)),
    feedings: sum(once.map((record) => record.feedings)),
    diaperChanges: sum(once.map((record) => record.diaper_changes)),
    disturbances: DISTURBANCES.filter((one) =>
      records.some(({ disturbances }) => disturbances.includes(one)),
    ),
  }
}

function averagesOf(days: readonly DiaryDay[]): DiaryAverages | null {
  const totalMin = averageDailySleep(days)
  if (totalMin === null) return null
  const counted = days.filter(countsInAverage)
  const mean = (count: keyof DiaryCounts) => sum(counted.map((day) => day[count])) / counted.length
  return {
    days: counted.length,
    totalMin,
    napCount: mean('napCount'),
    napMin: Math.round(mean('napMin')),
    nightMin: Math.round(mean('nightMin')),
    wakings: mean('wakings'),
    feedings: mean('feedings'),
    diaperChanges: mean('diaperChanges'),
  }
}

function timesOf(days: readonly DiaryDay[]): DayTimes {
  const rhythms = days.filter(countsInAverage).map(({ rhythm }) => rhythm)
  return {
    wakeUp: meanTime(rhythms.flatMap(({ wakeUp }) => (wakeUp === null ? [] : [minuteOfDay(wakeUp)]))),
    bedtime: meanTime(rhythms.flatMap(({ bedtime }) => (bedtime === null ? [] : [minuteOfEvening(bedtime)]))),
  }
}

/** The minute of a bedtime since midnight; one after midnight counts on beyond 1440. @example '00:20' is 1460 */
export function minuteOfEvening(bedtime: LocalTime): number {
  return minuteOfDay(bedtime) + (bedtime < NOON ? MINUTES_OF_DAY : 0)
}

/** The mean of minutes since midnight, which may be beyond 24 hours: so 23:50 and 00:10 have the mean 00:00. */
function meanTime(minutes: readonly number[]): LocalTime | null {
  if (minutes.length === 0) return null
  return wallTimeOf(Math.round(sum(minutes) / minutes.length))
}

/** A whole minute since midnight as the wall shows it. @example wallTimeOf(1460) // '00:20' */
export function wallTimeOf(minute: number): LocalTime {
  const ofDay = minute % MINUTES_OF_DAY
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`
}

function disturbancesOf(days: readonly DiaryDay[]): SleepDiary['disturbances'] {
  return DISTURBANCES.map((disturbance) => ({
    disturbance,
    runs: runsOf(days.filter((day) => day.disturbances.includes(disturbance)).map(({ date }) => date)),
  })).filter(({ runs }) => runs.length > 0)
}

function runsOf(dates: readonly LocalDate[]): DayRun[] {
  const runs: DayRun[] = []
  for (const date of dates) {
    const last = runs.at(-1)
    if (last !== undefined && addDays(last.to, 1) === date) last.to = date
    else runs.push({ from: date, to: date })
  }
  return runs
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
