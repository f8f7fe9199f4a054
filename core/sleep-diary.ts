import { type DayRhythm, dayRhythm } from './day-rhythm.ts'
import { totalMinutes } from './day-total.ts'
import type { PlanRhythm } from './plan.ts'
import { comparePlan, type PlanComparison } from './plan-comparison.ts'
import type { Recommendation } from './recommendations.ts'
import {
  DISTURBANCES,
  type Disturbance,
  findRunningRecord,
  type LocalDate,
  type LocalTime,
  recordsBetween,
  type SleepRecord,
} from './sleep-record.ts'
import { addDays, minuteOfDay } from './time.ts'
import { averageDailySleep, type DayRow, weeklyPattern } from './weekly-pattern.ts'

/** Sums of one day's records, or their means over several days. */
interface DiaryCounts {
  napCount: number
  /** Minutes, as is nightMin; time that records share counts once in each. */
  napMin: number
  nightMin: number
  /** Wake-ups in the middle of a sleep. */
  wakeUps: number
  feedings: number
  diaperChanges: number
}

/** A row of the chart with all that is counted. It has the night that begins on it. */
export interface DiaryDay extends DayRow, DiaryCounts {
  disturbances: Disturbance[]
}

export interface DiaryAverages extends DiaryCounts {
  /** How many days count: those with a wake-up and some sleep. */
  days: number
  totalMin: number
}

export interface DiaryWeek {
  monday: LocalDate
  ageMonths: number
  range: Recommendation
  days: DiaryDay[]
  /** Minutes are whole, counts are not. Null: no day counts. */
  averages: DiaryAverages | null
}

/** Days in a row, both included. */
interface DayRun {
  from: LocalDate
  to: LocalDate
}

/** What a consultant or a paediatrician gets to see of some weeks. */
export interface SleepDiary {
  from: LocalDate
  to: LocalDate
  /** Oldest first. */
  weeks: DiaryWeek[]
  averages: DiaryAverages | null
  /** Means of the days' first wake-up and of bedtime. */
  wakeUp: LocalTime | null
  bedtime: LocalTime | null
  plan: PlanComparison
  /** Each with its days: those that follow one another as one run. */
  notes: { disturbance: Disturbance; runs: DayRun[] }[]
}

export interface DiaryPeriod {
  lastMonday: LocalDate
  weeks: 2 | 4
  birthDate: LocalDate
  plan: PlanRhythm
  /** Epoch milliseconds. */
  now: number
}

/**
 * Whole weeks of the log, up to the one that begins on `lastMonday`.
 * @param records the whole log, newest first.
 */
export function sleepDiary(records: readonly SleepRecord[], period: DiaryPeriod): SleepDiary {
  const { lastMonday, birthDate, plan, now } = period
  const from = addDays(lastMonday, -7 * (period.weeks - 1))
  const to = addDays(lastMonday, 6)
  const near = recordsBetween(records, addDays(from, -1), addDays(to, 1))
  const running = findRunningRecord(records, now)
  const weeks = Array.from({ length: period.weeks }, (_, index): DiaryWeek => {
    const { monday, ageMonths, range, days } = weeklyPattern(
      records,
      addDays(from, 7 * index),
      birthDate,
      now,
    )
    const counted = days.map((day): DiaryDay => ({ ...day, ...countsOf(day.records, running, now) }))
    return { monday, ageMonths, range, days: counted, averages: averagesOf(counted) }
  })
  const days = weeks.flatMap((week) => week.days)
  const rhythms = days.map(({ date }) => dayRhythm(near, date))
  return {
    from,
    to,
    weeks,
    averages: averagesOf(days),
    wakeUp: meanTime(rhythms, 'wakeUp'),
    bedtime: meanTime(rhythms, 'bedtime'),
    plan: comparePlan(plan, rhythms),
    notes: notesOf(days),
  }
}

function countsOf(
  records: readonly SleepRecord[],
  running: SleepRecord | null,
  now: number,
): DiaryCounts & { disturbances: Disturbance[] } {
  const naps = records.filter(({ type }) => type === 'siesta')
  const nights = records.filter(({ type }) => type === 'noche')
  return {
    napCount: naps.length,
    napMin: totalMinutes(naps, running, now),
    nightMin: totalMinutes(nights, running, now),
    wakeUps: sum(records.map((record) => record.wake_ups)),
    feedings: sum(records.map((record) => record.feedings)),
    diaperChanges: sum(records.map((record) => record.diaper_changes)),
    disturbances: DISTURBANCES.filter((one) =>
      records.some(({ disturbances }) => disturbances.includes(one)),
    ),
  }
}

function averagesOf(days: readonly DiaryDay[]): DiaryAverages | null {
  const totalMin = averageDailySleep(days)
  if (totalMin === null) return null
  const counted = days.filter((day) => day.hasWakeUp && day.totalSleep > 0)
  const mean = (count: keyof DiaryCounts) => sum(counted.map((day) => day[count])) / counted.length
  return {
    days: counted.length,
    totalMin,
    napCount: mean('napCount'),
    napMin: Math.round(mean('napMin')),
    nightMin: Math.round(mean('nightMin')),
    wakeUps: mean('wakeUps'),
    feedings: mean('feedings'),
    diaperChanges: mean('diaperChanges'),
  }
}

/** Bedtimes are of the evening and wake-ups of the day, so their plain mean never goes round the clock. */
function meanTime(rhythms: readonly DayRhythm[], moment: 'wakeUp' | 'bedtime'): LocalTime | null {
  const times = rhythms.map((rhythm) => rhythm[moment]).filter((time) => time !== null)
  if (times.length === 0) return null
  const mean = Math.round(sum(times.map(minuteOfDay)) / times.length)
  return `${String(Math.floor(mean / 60)).padStart(2, '0')}:${String(mean % 60).padStart(2, '0')}`
}

function notesOf(days: readonly DiaryDay[]): SleepDiary['notes'] {
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
