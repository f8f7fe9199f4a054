import type { PlanRhythm } from '../../../core/plan/plan.ts'
import {
  type PlanForm,
  type PlanFormErrors,
  validatePlanForm,
  withNapsCount,
} from '../../../core/plan/plan-form.ts'
import type { LocalTime } from '../../../core/time/time.ts'

/** The plan of nobody yet: what a proposal and a template hold. */
export interface Plan extends PlanRhythm {
  night_bedtime: LocalTime
}

/** The baby of the app's form stays empty: a draft is about the plan alone. */
const NO_BABY = { name: '', birthDate: '', ageYears: '', ageMonths: '', ageWeeks: '' }

/** Opens the app's form on a plan, without a baby. */
export function draftOf(plan: PlanRhythm): PlanForm {
  const draft = {
    ...NO_BABY,
    firstWakeWindow: plan.first_wake_window,
    napsCount: plan.naps_count,
    naps: plan.naps,
  }
  return withNapsCount(draft, plan.naps_count)
}

export type CheckedDraft =
  | { ok: true; plan: PlanRhythm }
  | { ok: false; errors: Pick<PlanFormErrors, 'firstWakeWindow' | 'naps'> }

/** What a draft says, by the rules of the app's own form. */
export function checkDraft(draft: PlanForm): CheckedDraft {
  // Without a baby the day counts for nothing.
  const checked = validatePlanForm(draft, null, '2000-01-01')
  return checked.ok ? { ok: true, plan: checked.plan } : checked
}
