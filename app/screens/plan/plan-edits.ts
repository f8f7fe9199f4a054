import type { BabyInfo } from '../../../core/age.ts'
import {
  DEFAULT_PLAN,
  defaultNap,
  type NapsCount,
  type PlanNap,
  type PlanShape,
  planShape,
  type SleepPlan,
} from '../../../core/plan.ts'
import { type PlanForm, type PlanFormResult, withNap, withNapsCount } from '../../../core/plan-form.ts'
import { parseWakeWindow } from '../../../core/wake-windows.ts'

/**
 * What has been touched since the last save, and nothing else: the rest of the form follows what is stored,
 * so a change that arrives from another phone neither overwrites what is being typed nor is undone by saving.
 */
export interface PlanEdits {
  name?: string
  /** As typed. */
  years?: string
  months?: string
  firstWakeWindow?: string
  napsCount?: NapsCount
  /** By place in the plan; entries beyond the count wait for it to come back up. */
  naps?: Readonly<Record<number, Partial<PlanNap>>>
}

const BABY_FIELDS = ['name', 'years', 'months'] as const
const PLAN_FIELDS = ['firstWakeWindow', 'napsCount', 'naps'] as const

export function editNap(edits: PlanEdits, index: number, change: Partial<PlanNap>): PlanEdits {
  return { ...edits, naps: { ...edits.naps, [index]: { ...edits.naps?.[index], ...change } } }
}

/** The form as it stands: what is stored with the edits laid over it. */
export function editedForm(stored: PlanForm, edits: PlanEdits): PlanForm {
  let form: PlanForm = {
    ...stored,
    name: edits.name ?? stored.name,
    ageYears: edits.years ?? stored.ageYears,
    ageMonths: edits.months ?? stored.ageMonths,
    firstWakeWindow: edits.firstWakeWindow ?? stored.firstWakeWindow,
  }
  form = withNapsCount(form, edits.napsCount ?? stored.napsCount)
  for (const [index, change] of Object.entries(edits.naps ?? {})) form = withNap(form, Number(index), change)
  return form
}

export interface PlanChanges {
  baby: Partial<Pick<BabyInfo, 'name' | 'birth_date'>>
  plan: Partial<Pick<SleepPlan, 'first_wake_window' | 'naps_count' | 'naps'>>
}

/** Only what differs from what is stored, of what was edited. */
export function changesToSave(
  edits: PlanEdits,
  form: PlanFormResult & { ok: true },
  baby: BabyInfo,
  plan: SleepPlan,
): PlanChanges {
  const changes: PlanChanges = { baby: {}, plan: {} }
  if (edits.name !== undefined && form.baby.name !== baby.name) changes.baby.name = form.baby.name
  if (form.baby.birth_date !== baby.birth_date) changes.baby.birth_date = form.baby.birth_date
  if (edits.firstWakeWindow !== undefined && form.plan.first_wake_window !== plan.first_wake_window) {
    changes.plan.first_wake_window = form.plan.first_wake_window
  }
  if (form.plan.naps_count !== plan.naps_count) changes.plan.naps_count = form.plan.naps_count
  const napsTouched = edits.naps !== undefined || changes.plan.naps_count !== undefined
  if (napsTouched && !sameNaps(form.plan.naps, plan.naps)) changes.plan.naps = form.plan.naps
  return changes
}

function sameNaps(some: readonly PlanNap[], others: readonly PlanNap[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ duration, wakeWindow }, index) => {
      const other = others[index]
      return duration === other?.duration && wakeWindow === other.wakeWindow
    })
  )
}

/** Whether the form reads otherwise than what is stored; typing something and taking it back doesn't count. */
export function isEdited(stored: PlanForm, edits: PlanEdits): boolean {
  const form = editedForm(stored, edits)
  return (
    form.name !== stored.name ||
    form.ageYears !== stored.ageYears ||
    form.ageMonths !== stored.ageMonths ||
    form.firstWakeWindow !== stored.firstWakeWindow ||
    form.napsCount !== stored.napsCount ||
    !sameNaps(form.naps.slice(0, form.napsCount), stored.naps.slice(0, stored.napsCount))
  )
}

/** What stays edited after a save: the part that failed. */
export function withoutSaved(edits: PlanEdits, saved: { baby: boolean; plan: boolean }): PlanEdits {
  const left = { ...edits }
  if (saved.baby) for (const field of BABY_FIELDS) delete left[field]
  if (saved.plan) for (const field of PLAN_FIELDS) delete left[field]
  return left
}

/** The day's shape while it is edited: a window that can't be read keeps the room of the usual one. */
export function shapeOf(form: PlanForm): PlanShape | null {
  const readable = (text: string, usual: string) => (parseWakeWindow(text).kind === 'window' ? text : usual)
  return planShape({
    first_wake_window: readable(form.firstWakeWindow, DEFAULT_PLAN.first_wake_window),
    naps_count: form.napsCount,
    naps: form.naps.map((nap, index) => ({
      ...nap,
      wakeWindow: readable(nap.wakeWindow, defaultNap(index).wakeWindow),
    })),
  })
}
