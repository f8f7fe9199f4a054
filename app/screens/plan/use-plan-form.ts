import { useEffect, useState } from 'react'
import { type BabyInfo, knownBirthDate } from '../../../core/baby/age.ts'
import type { HabitBesidePlan } from '../../../core/habit/plan-habit.ts'
import type { PlanNap, SleepPlan } from '../../../core/plan/plan.ts'
import {
  birthOfForm,
  type PlanForm,
  type PlanFormErrors,
  planFormOf,
  validatePlanForm,
} from '../../../core/plan/plan-form.ts'
import { findRunningRecord } from '../../../core/records/still-asleep.ts'
import type { LocalDate } from '../../../core/time/time.ts'
import { clock } from '../../device/clock.ts'
import { useNow } from '../../device/use-now.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { useUnsavedInput } from '../../navigation/unsaved-input.ts'
import {
  changesToSave,
  editBirthDate,
  editedForm,
  editNap,
  editZone,
  isEdited,
  type PlanEdits,
  settleAge,
  withHabits,
  withoutSaved,
  withoutUnchanged,
} from './plan-edits.ts'
import { type SaveOutcome, saveChanges } from './plan-save.ts'
import { storedZone, zoneToSave } from './zone/zone-edits.ts'

interface EditedPlan {
  form: PlanForm
  /** As the form says it, its age laid over its date; null while that can't be read, or isn't known. */
  birthDate: LocalDate | null
  /** The zone's name as chosen, or as stored. */
  timeZone: string
  /** A sleep runs: by another clock its minutes would be others. */
  isZoneLocked: boolean
  /** How the age reads since it was not as typed. */
  ageReads: string | null
  /** null: everything can be saved. */
  errors: PlanFormErrors | null
  unsaved: boolean
  edit: (change: PlanEdits) => void
  editBirthDate: (typed: string) => void
  /** An age field is left. */
  settleAge: () => void
  editNap: (index: number, change: Partial<PlanNap>) => void
  editZone: (name: string) => void
  takeHabits: (habits: readonly HabitBesidePlan[]) => void
  /** null: something is malformed, and nothing was saved. */
  save: () => Promise<SaveOutcome | null>
}

/** The plan's form: what is stored, with what has been touched since the last save laid over it. */
export function usePlanForm(baby: BabyInfo, plan: SleepPlan, today: LocalDate): EditedPlan {
  const [edits, setEdits] = useState<PlanEdits>({})
  const [ageRead, setAgeRead] = useState<{ age: string; reads: string } | null>(null)
  const known = knownBirthDate(baby)
  const stored = planFormOf(baby, plan, today)
  const form = editedForm(stored, edits, today)
  const birth = birthOfForm(form, known, today)
  const checked = validatePlanForm(form, known, today)
  const isZoneLocked = useIsAsleep()
  const chosenZone = isZoneLocked ? undefined : edits.timeZone
  const timeZone = chosenZone ?? storedZone(baby)
  const unsaved = isEdited(stored, edits, today) || timeZone !== storedZone(baby)
  useUnsavedInput(unsaved)
  useWarningBeforeLeaving(unsaved)

  function change(edited: (current: PlanEdits) => PlanEdits): void {
    setEdits((current) => withoutUnchanged(stored, edited(current), known, today))
  }

  function settle(): PlanEdits {
    const settled = settleAge(stored, edits, known, today)
    setEdits(settled.edits)
    const age = ageKey(editedForm(stored, settled.edits, today))
    if (settled.reads !== null) setAgeRead({ age, reads: settled.reads })
    return settled.edits
  }

  async function save(): Promise<SaveOutcome | null> {
    // Sent with the enter key, the field is not left.
    const settled = settle()
    if (!checked.ok) return null
    const changes = changesToSave(edits, checked, baby, plan)
    Object.assign(changes.baby, zoneToSave(chosenZone, baby, clock.now()))
    const outcome = await saveChanges(changes)
    const isBabySaved = outcome.baby !== 'failed'
    const saved = {
      baby: isBabySaved,
      zone: isBabySaved && !isZoneLocked,
      plan: outcome.plan !== 'failed',
    }
    // What was typed while it was being saved is newer than what was saved.
    setEdits((current) => (current === settled ? withoutSaved(current, saved) : current))
    return outcome
  }

  return {
    form,
    birthDate: birth.ok ? birth.birthDate : null,
    timeZone,
    isZoneLocked,
    ageReads: ageRead?.age === ageKey(form) ? ageRead.reads : null,
    errors: checked.ok ? null : checked.errors,
    unsaved,
    edit: (fields) => change((current) => ({ ...current, ...fields })),
    editBirthDate: (typed) => change((current) => editBirthDate(current, typed)),
    settleAge: settle,
    editNap: (index, fields) => change((current) => editNap(current, index, fields)),
    editZone: (name) => change((current) => editZone(current, name, storedZone(baby))),
    takeHabits: (habits) => change((current) => withHabits(current, habits)),
    save,
  }
}

function useIsAsleep(): boolean {
  const { records, open, zone } = useBabyData()
  return findRunningRecord(records, useNow(), zone, open) !== null
}

/** The age that its reading is about: the next digit makes it untrue. */
function ageKey({ ageYears, ageMonths, ageWeeks }: PlanForm): string {
  return [ageYears, ageMonths, ageWeeks].join(' ')
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
