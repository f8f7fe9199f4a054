import type { LocalDate } from '../time/time.ts'
import { type PlanDifference, type PlanTerms, planDifferences } from './plan-differences.ts'

/** A plan that isn't in force any more. */
export interface PlanVersion extends PlanTerms {
  /** The day on which it was changed. */
  last_day: LocalDate
}

/** A plan with the days on which it was in force: on the day of a change both are. */
export interface PlanPeriod {
  plan: PlanTerms
  /** Null: from the beginning, or from before anybody kept count. */
  from: LocalDate | null
  /** Null: it is in force. */
  to: LocalDate | null
  /** What became different with it; empty for the oldest. */
  changes: PlanDifference[]
}

/**
 * The plan in force and those before it, the latest first. What was changed and taken back within a day leaves the same
 * plan twice: that is one, with the days of both.
 * @param versions in any order.
 */
export function planHistory(current: PlanTerms, versions: readonly PlanVersion[]): PlanPeriod[] {
  const older = [...versions].sort((a, b) => (a.last_day < b.last_day ? 1 : -1))
  let latest: PlanPeriod = { plan: current, from: null, to: null, changes: [] }
  const history = [latest]
  for (const version of older) {
    latest.changes = planDifferences(version, latest.plan)
    if (latest.changes.length === 0) continue
    latest.from = version.last_day
    latest = { plan: version, from: null, to: version.last_day, changes: [] }
    history.push(latest)
  }
  return history
}
