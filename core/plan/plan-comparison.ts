import type { DayRhythm } from '../day/day-rhythm.ts'
import { formatDuration } from '../records/durations.ts'
import { type PlanRhythm, wakeWindowAfter } from './plan.ts'
import { interpretWakeWindow } from './wake-windows.ts'

/** One value of the plan compared with what happened. */
export interface Compared {
  /** The plan's value as it is shown: '2h 15m - 2h 45m' for a window, '1h 30m' for a nap. Null: it has none. */
  planned: string | null
  /** The mean of what happened, in whole real minutes. Null: it never happened. */
  averageMin: number | null
  /** The number of days that the mean is of. */
  days: number
}

export interface PlanComparison {
  /** The wake windows before nap 1, nap 2 … */
  windows: Compared[]
  /** How long nap 1, nap 2 … were. */
  naps: Compared[]
  beforeBedtime: Compared
}

/** More naps aren't compared: nap by nap, the many naps of a newborn's day say little. */
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
