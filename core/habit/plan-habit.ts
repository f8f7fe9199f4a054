import { type PlanRhythm, wakeWindowAfter } from '../plan/plan.ts'
import {
  formatWakeWindow,
  interpretWakeWindow,
  parseWakeWindow,
  WAKE_WINDOW_RANGE_MIN,
} from '../plan/wake-windows.ts'
import type { SleepRecord } from '../records/sleep-record.ts'
import { addDays, type LocalDate } from '../time/time.ts'
import { quartilesOf } from './quartiles.ts'
import { HABIT_DAYS, type HabitPeriod, type TeachingDay, teachingDays } from './teaching-days.ts'
import { FEWEST_DAYS, type SleepPlace, sleepAt, WIDEST_RANGE_MIN } from './usual-sleep.ts'

/** A wake window of the plan that the baby hasn't kept for a week. */
export interface HabitBesidePlan {
  /** Naps before it: the plan holds it beside the last of those, and that before the first nap by itself. */
  napsTaken: number
  isBeforeBedtime: boolean
  /** As the plan shows it: '2h 15m - 2h 45m'. */
  planned: string
  /** Minutes the baby is usually awake there. */
  usualMin: number
  /** How many days the habit rests on. */
  days: number
  /** The plan's own text for the habit, in steps of 5 minutes: '2h 40min'. */
  window: string
}

/** More minutes than this lie between the plan and a habit that is spoken of. */
const DIFFERENCE_MIN = 20
/** So many days in a row the habit was another one. */
const DAYS_IN_A_ROW = 7
const STEP_MIN = 5

/**
 * The plan's wake windows from which the habit has been more than 20 minutes away, in the same direction, on each of
 * the last seven days (rule 10.30, predictions). A window that can't be read is left out.
 * @param newestFirst the log, newest first.
 */
export function habitsBesidePlan(
  newestFirst: readonly SleepRecord[],
  plan: PlanRhythm,
  period: HabitPeriod,
): HabitBesidePlan[] {
  const days = teachingDays(newestFirst, period, HABIT_DAYS + DAYS_IN_A_ROW - 1)
  const windows = Array.from({ length: plan.naps_count + 1 }, (_, napsTaken) => napsTaken)
  return windows.flatMap((napsTaken) => besidePlan(days, plan, napsTaken, period.today) ?? [])
}

function besidePlan(
  days: readonly TeachingDay[],
  plan: PlanRhythm,
  napsTaken: number,
  today: LocalDate,
): HabitBesidePlan | null {
  const isBeforeBedtime = napsTaken === plan.naps_count
  const place: SleepPlace = isBeforeBedtime ? { kind: 'bedtime' } : { kind: 'nap', napNumber: napsTaken + 1 }
  const text = wakeWindowAfter(plan, napsTaken)
  const [window, planned] = [
    parseWakeWindow(text),
    interpretWakeWindow(text, { beforeBedtime: isBeforeBedtime }),
  ]
  if (window.kind === 'malformed' || planned === null) return null
  // A nap's window is a range of half an hour, and its middle is what the plan means.
  const halfRange = isBeforeBedtime ? 0 : WAKE_WINDOW_RANGE_MIN / 2
  const plannedMin = window.minutes + halfRange
  const dates = Array.from({ length: DAYS_IN_A_ROW }, (_, index) => addDays(today, -index))
  // The window before a night that came after more naps, or fewer, is another window than the plan's last.
  const alike = isBeforeBedtime ? days.filter(({ naps }) => naps.length === plan.naps_count) : days
  const habits = dates.map((date) => habitOn(alike, place, date))
  const [latest] = habits
  const isAway = (sign: number) =>
    habits.every((habit) => habit !== null && sign * (habit.usualMin - plannedMin) > DIFFERENCE_MIN)
  if (!latest || !(isAway(1) || isAway(-1))) return null
  const usual = Math.round((latest.usualMin - halfRange) / STEP_MIN) * STEP_MIN
  return {
    napsTaken,
    isBeforeBedtime,
    planned,
    ...latest,
    window: formatWakeWindow(Math.max(STEP_MIN, usual)),
  }
}

/** The middle of the windows at that place, as the fortnight before `date` has them; null: there is no habit. */
function habitOn(
  days: readonly TeachingDay[],
  place: SleepPlace,
  date: LocalDate,
): { usualMin: number; days: number } | null {
  const from = addDays(date, -HABIT_DAYS)
  const windows = days
    .filter((day) => day.date >= from && day.date < date)
    .flatMap((day) => sleepAt(day, place)?.windowMin ?? [])
  if (windows.length < FEWEST_DAYS) return null
  const { low, middle, high } = quartilesOf(windows)
  return high - low > WIDEST_RANGE_MIN ? null : { usualMin: Math.round(middle), days: windows.length }
}
