import { useEffect, useState } from 'react'
import type { BabyInfo } from '../../../core/age.ts'
import type { PlanNap, SleepPlan } from '../../../core/plan.ts'
import { type PlanForm, type PlanFormErrors, planFormOf, validatePlanForm } from '../../../core/plan-form.ts'
import type { LocalDate } from '../../../core/sleep-record.ts'
import { useUnsavedInput } from '../../unsaved-input.ts'
import { changesToSave, editedForm, editNap, isEdited, type PlanEdits, withoutSaved } from './plan-edits.ts'
import { type SaveOutcome, saveChanges } from './plan-save.ts'

interface EditedPlan {
  form: PlanForm
  /** null: everything can be saved. */
  errors: PlanFormErrors | null
  unsaved: boolean
  edit: (change: PlanEdits) => void
  editNap: (index: number, change: Partial<PlanNap>) => void
  /** null: something is malformed, and nothing was saved. */
  save: () => Promise<SaveOutcome | null>
}

/** The plan's form: what is stored, with what has been touched since the last save laid over it. */
export function usePlanForm(baby: BabyInfo, plan: SleepPlan, today: LocalDate): EditedPlan {
  const [edits, setEdits] = useState<PlanEdits>({})
  const stored = planFormOf(baby, plan, today)
  const form = editedForm(stored, edits)
  const checked = validatePlanForm(form, baby.birth_date, today)
  const unsaved = isEdited(stored, edits)
  useUnsavedInput(unsaved)
  useWarningBeforeLeaving(unsaved)

  async function save(): Promise<SaveOutcome | null> {
    if (!checked.ok) return null
    const outcome = await saveChanges(changesToSave(edits, checked, baby, plan))
    const saved = { baby: outcome.baby !== 'failed', plan: outcome.plan !== 'failed' }
    // What was typed while it was being saved is newer than what was saved.
    setEdits((current) => (current === edits ? withoutSaved(current, saved) : current))
    return outcome
  }

  return {
    form,
    errors: checked.ok ? null : checked.errors,
    unsaved,
    edit: (change) => setEdits((current) => ({ ...current, ...change })),
    editNap: (index, change) => setEdits((current) => editNap(current, index, change)),
    save,
  }
}

/** Closing the page would lose what isn't saved: the browser asks first. */
function useWarningBeforeLeaving(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved])
}
