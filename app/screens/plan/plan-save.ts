import { updateBaby, updatePlan } from '../../changes/changes.ts'
import type { ToastMessage } from '../../ui/overlays/toasts.ts'
import { common } from '../../words/entrance.es.ts'
import { failures, planScreen } from '../../words/screens.es.ts'
import type { PlanChanges } from './plan-edits.ts'

type PartOutcome = 'saved' | 'unchanged' | 'failed'

export interface SaveOutcome {
  baby: PartOutcome
  plan: PartOutcome
}

/** Saves baby and plan; one that fails doesn't take the other with it. */
export async function saveChanges({ baby, plan }: PlanChanges): Promise<SaveOutcome> {
  const [babyOutcome, planOutcome] = await Promise.all([
    outcomeOf(baby, updateBaby),
    outcomeOf(plan, updatePlan),
  ])
  return { baby: babyOutcome, plan: planOutcome }
}

async function outcomeOf<Patch extends object>(
  patch: Patch,
  save: (patch: Patch) => Promise<void>,
): Promise<PartOutcome> {
  if (Object.keys(patch).length === 0) return 'unchanged'
  return save(patch).then(
    () => 'saved' as const,
    () => 'failed' as const,
  )
}

/** One toast says it all: only one shows at a time (rule 4.25, one toast). */
export function saveToast({ baby, plan }: SaveOutcome): ToastMessage {
  const failed = [baby === 'failed' && failures.baby, plan === 'failed' && failures.plan].filter(Boolean)
  if (failed.length > 0) return { title: common.error, detail: failed.join(' '), tone: 'failure' }
  if (baby === 'saved' && plan === 'unchanged') return success(planScreen.babyUpdated)
  if (plan === 'saved' && baby === 'unchanged') return success(planScreen.planUpdated)
  return { title: planScreen.allSaved, detail: planScreen.allSavedDetail }
}

function success(detail: string): ToastMessage {
  return { title: common.success, detail }
}
