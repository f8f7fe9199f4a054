import type { DayRhythm } from './day-rhythm.ts'
import { formatDuration } from './durations.ts'
import { type PlanRhythm, wakeWindowAfter } from './plan.ts'
import { interpretWakeWindow } from './wake-windows.ts'

/** One number of the plan beside what happened. */
export interface Compared {
  /** As the plan is read: '2h 15m - 2h 45m' for a window, '1h 30m'. Null: the plan has none, or none to be read. */
  planned: string | null
  /** The mean of real minutes, whole. Null: it never happened. */
  averageMin: number | null
  /** On how many days it did. */
  days: number
}

export interface PlanComparison {
  /** The wake windows before nap 1, nap 2 … */
  windows: Compared[]
  /** How long nap 1, nap 2 … were. */
  naps: Compared[]
  beforeBedtime: Compared
}

/** A newborn's day of many naps would say little, nap by nap. */
const MOST_NAPS = 5

/**
 * The plan beside the days of the log, nap by nap: all naps of the plan, and those taken beyond it, up to five.
 * @param days as `dayRhythm` reads them; a day counts where its number is known.
 */
export function comparePlan(plan: PlanRhythm, days: readonly DayRhythm[]): PlanComparison {
  const taken = Math.max(0, ...days.map((day) => day.naps.length))
  const places = Array.from(
    { length: Math.max(plan.naps_count, Math.min(taken, MOST_NAPS)) },
    (_, index) => index,
  )
  const planned = (napsTaken: number, beforeBedtime: boolean) =>
    interpretWakeWindow(wakeWindowAfter(plan, napsTaken), { beforeBedtime })
  return {
    windows: places.map((index) => ({
      planned: index < plan.naps_count ? planned(index, false) : null,
      ...meanOf(days.map((day) => day.naps[index]?.windowMin)),
    })),
    naps: places.map((index) => ({
      planned: (index < plan.naps_count && formatDuration(plan.naps[index]?.duration)) || null,
      ...meanOf(days.map((day) => day.naps[index]?.durationMin)),
    })),
    beforeBedtime: {
      planned: planned(plan.naps_count, true),
      ...meanOf(days.map((day) => day.bedtimeWindowMin)),
    },
  }
}

function meanOf(values: readonly (number | null | undefined)[]): Pick<Compared, 'averageMin' | 'days'> {
  const known = values.filter((value) => typeof value === 'number')
  const sum = known.reduce((total, value) => total + value, 0)
  return { averageMin: known.length === 0 ? null : Math.round(sum / known.length), days: known.length }
}
