import { formatDuration } from '../records/durations.ts'
import { plannedNaps, type SleepPlan } from './plan.ts'
import { parseWakeWindow } from './wake-windows.ts'

export type PlanTerms = Pick<SleepPlan, 'first_wake_window' | 'naps_count' | 'naps' | 'night_bedtime'>

/** One value of a plan that another plan has differently. */
export interface PlanDifference {
  /** `nap` is how long a nap is, `window` how long the baby is awake after it; after nap 0 is after waking up. */
  what: 'nap' | 'window' | 'bedtime'
  /** From 1; 0 for the first window; null for the bedtime. */
  napNumber: number | null
  /** As each plan has it; null: that plan has no such nap. */
  before: string | null
  after: string | null
}

/**
 * What would change with another plan, in the order of the day. Windows that only are spelled differently are alike.
 * @example '1h 30min' and '90min' are no difference
 */
export function planDifferences(before: PlanTerms, after: PlanTerms): PlanDifference[] {
  const [old, next] = [plannedNaps(before), plannedNaps(after)]
  const places = Array.from({ length: Math.max(old.length, next.length) }, (_, index) => index)
  const lengthOf = (nap: (typeof old)[number] | undefined) => (nap ? formatDuration(nap.duration) : null)
  const all: PlanDifference[] = [
    { what: 'window', napNumber: 0, before: before.first_wake_window, after: after.first_wake_window },
    ...places.flatMap((index): PlanDifference[] => [
      { what: 'nap', napNumber: index + 1, before: lengthOf(old[index]), after: lengthOf(next[index]) },
      {
        what: 'window',
        napNumber: index + 1,
        before: old[index]?.wakeWindow ?? null,
        after: next[index]?.wakeWindow ?? null,
      },
    ]),
    { what: 'bedtime', napNumber: null, before: before.night_bedtime, after: after.night_bedtime },
  ]
  return all.filter((pair) => readable(pair.before) !== readable(pair.after))
}

function readable(text: string | null): string | number | null {
  if (text === null) return null
  const window = parseWakeWindow(text)
  return window.kind === 'window' ? window.minutes : text.trim()
}
