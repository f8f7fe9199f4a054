import type { LocalDate } from '../time/time.ts'
import { type PlanRhythm, plannedNaps, type SleepPlan } from './plan.ts'

/** What a plan says of the day. */
export type PlanContent = PlanRhythm & Pick<SleepPlan, 'night_bedtime'>

/** A plan that isn't in force any more. */
export interface PlanVersion extends PlanContent {
  /** The day on which it was changed. */
  last_day: LocalDate
}

/** One thing in which a plan differs from the one before. `nap` counts from 1. */
export type PlanChange =
  | { kind: 'first-window'; from: string; to: string }
  | { kind: 'naps-count'; from: number; to: number }
  | { kind: 'nap-duration'; nap: number; from: number; to: number }
  | { kind: 'nap-window'; nap: number; from: string; to: string }
  | { kind: 'bedtime'; from: string; to: string }

/** A plan with the days on which it was in force: on the day of a change both are. */
export interface PlanPeriod {
  plan: PlanContent
  /** Null: from the beginning, or from before anybody kept count. */
  from: LocalDate | null
  /** Null: it is in force. */
  to: LocalDate | null
  /** What became different with it; empty for the oldest. */
  changes: PlanChange[]
}

/** The plan in force and those before it, the latest first. @param versions in any order. */
export function planHistory(current: PlanContent, versions: readonly PlanVersion[]): PlanPeriod[] {
  const older = [...versions].sort((a, b) => (a.last_day < b.last_day ? 1 : -1))
  const all: { plan: PlanContent; to: LocalDate | null }[] = [
    { plan: current, to: null },
    ...older.map((plan) => ({ plan, to: plan.last_day })),
  ]
  return all.map(({ plan, to }, index) => {
    const before = all[index + 1]
    return {
      plan,
      from: before?.to ?? null,
      to,
      changes: before === undefined ? [] : planChanges(before.plan, plan),
    }
  })
}

/**
 * What is different from one plan to the next, in the order of the day. A nap that came or went is told by their number
 * alone, but for the wake windows of those that both have.
 * @example // the first nap of 90 minutes becomes one of 75
 * planChanges(before, after) // [{ kind: 'nap-duration', nap: 1, from: 90, to: 75 }]
 */
export function planChanges(before: PlanContent, after: PlanContent): PlanChange[] {
  const changes: PlanChange[] = []
  if (before.first_wake_window !== after.first_wake_window) {
    changes.push({ kind: 'first-window', from: before.first_wake_window, to: after.first_wake_window })
  }
  const [napsBefore, napsAfter] = [plannedNaps(before), plannedNaps(after)]
  if (napsBefore.length !== napsAfter.length) {
    changes.push({ kind: 'naps-count', from: napsBefore.length, to: napsAfter.length })
  }
  for (const [index, now] of napsAfter.entries()) {
    const then = napsBefore[index]
    if (then === undefined) continue
    const nap = index + 1
    if (then.duration !== now.duration) {
      changes.push({ kind: 'nap-duration', nap, from: then.duration, to: now.duration })
    }
    if (then.wakeWindow !== now.wakeWindow) {
      changes.push({ kind: 'nap-window', nap, from: then.wakeWindow, to: now.wakeWindow })
    }
  }
  if (before.night_bedtime !== after.night_bedtime) {
    changes.push({ kind: 'bedtime', from: before.night_bedtime, to: after.night_bedtime })
  }
  return changes
}
