import type { PlanTerms } from '../../../core/plan/plan-differences.ts'
import { sameValue } from '../../local/outbox.ts'

/** The values of a plan and nothing else of what it stands in. */
export function termsOf({ first_wake_window, naps_count, naps, night_bedtime }: PlanTerms): PlanTerms {
  return { first_wake_window, naps_count, naps, night_bedtime }
}

/**
 * What a family's plan becomes by a proposal. Its bedtime stays: no form of the family shows it, so that nobody could
 * see what was changed, or change it back, and the drawing of a plan says when its night begins by its windows.
 */
export function takenPlan(own: PlanTerms, proposed: PlanTerms): PlanTerms {
  return { ...termsOf(proposed), night_bedtime: own.night_bedtime }
}

/**
 * What takes a taken plan back: the values of before, where they still are as the proposal set them. What another carer
 * has changed meanwhile stays; the naps and their count are one thing.
 */
export function givenBack(before: PlanTerms, taken: PlanTerms, now: PlanTerms): Partial<PlanTerms> {
  const { first_wake_window, naps_count, naps } = before
  const isStill = (field: keyof PlanTerms) => sameValue(now[field], taken[field])
  return {
    ...(isStill('first_wake_window') && { first_wake_window }),
    ...(isStill('naps') && isStill('naps_count') && { naps_count, naps }),
  }
}
