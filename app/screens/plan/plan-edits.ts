import { type BabyInfo, knownBirthDate } from '../../../core/baby/age.ts'
import { agePartsOn, agePartsText, ageTextsOn } from '../../../core/baby/age-entry.ts'
import type { HabitBesidePlan } from '../../../core/habit/plan-habit.ts'
import {
  DEFAULT_PLAN,
  defaultNap,
  type NapsCount,
  type PlanNap,
  type PlanShape,
  planShape,
  type SleepPlan,
} from '../../../core/plan/plan.ts'
import {
  birthOfForm,
  type PlanForm,
  type PlanFormResult,
  withNap,
  withNapsCount,
} from '../../../core/plan/plan-form.ts'
import { parseWakeWindow } from '../../../core/plan/wake-windows.ts'
import { isLocalDate, type LocalDate } from '../../../core/time/time.ts'

/**
 * What has been touched since the last save, and nothing else: the rest of the form follows what is stored,
 * so a change that arrives from another phone neither overwrites what is being typed nor is undone by saving.
 */
export interface PlanEdits {
  name?: string
  /** As typed; the age below is laid over it. */
  birthDate?: string
  /** An IANA name. */
  timeZone?: string
  years?: string
  months?: string
  weeks?: string
  firstWakeWindow?: string
  napsCount?: NapsCount
  /** By place in the plan; entries beyond the count wait for it to come back up. */
  naps?: Readonly<Record<number, Partial<PlanNap>>>
}

const AGE_FIELDS = ['years', 'months', 'weeks'] as const
const BIRTH_FIELDS = ['birthDate', ...AGE_FIELDS] as const
const BABY_FIELDS = ['name', ...BIRTH_FIELDS] as const
const PLAN_FIELDS = ['firstWakeWindow', 'napsCount', 'naps'] as const
/** The form has them by the same names. */
const SAME_IN_FORM = ['name', 'firstWakeWindow', 'napsCount'] as const

export function editNap(edits: PlanEdits, index: number, change: Partial<PlanNap>): PlanEdits {
  return { ...edits, naps: { ...edits.naps, [index]: { ...edits.naps?.[index], ...change } } }
}

/** Puts the baby's own wake windows where the form has the plan's. */
export function withHabits(edits: PlanEdits, habits: readonly HabitBesidePlan[]): PlanEdits {
  let edited = edits
  for (const { napsTaken, window } of habits) {
    if (napsTaken > 0) edited = editNap(edited, napsTaken - 1, { wakeWindow: window })
    else edited = { ...edited, firstWakeWindow: window }
  }
  return edited
}

/** A birth date that is typed says the age too: what was typed of that before is gone. */
export function editBirthDate(edits: PlanEdits, birthDate: string): PlanEdits {
  return { ...withoutFields(edits, AGE_FIELDS), birthDate }
}

/**
 * What reads as it is stored is no edit: saving it would undo what another phone has changed meanwhile, and an age that
 * was put back would be another one some days later.
 * @param known the stored birth date, if there is one.
 */
export function withoutUnchanged(
  stored: PlanForm,
  edits: PlanEdits,
  known: LocalDate | null,
  today: LocalDate,
): PlanEdits {
  const form = editedForm(stored, edits, today)
  const birth = birthOfForm(form, known, today)
  const isBirthStored = birth.ok && birth.birthDate === known && sameAge(form, stored)
  const naps = napsBeside(stored, edits)
  const left = withoutFields(edits, [
    ...SAME_IN_FORM.filter((field) => edits[field] === stored[field]),
    ...(isBirthStored ? BIRTH_FIELDS : []),
    'naps',
  ])
  return naps.length === 0 ? left : { ...left, naps: Object.fromEntries(naps) }
}

/** What each nap's edits change of it; one that the count alone brings is the default one. */
function napsBeside(stored: PlanForm, edits: PlanEdits): [place: string, change: Partial<PlanNap>][] {
  return Object.entries(edits.naps ?? {}).flatMap(([place, { duration, wakeWindow }]) => {
    const nap = stored.naps[Number(place)] ?? defaultNap(Number(place))
    const change: Partial<PlanNap> = {}
    if (duration !== undefined && duration !== nap.duration) change.duration = duration
    if (wakeWindow !== undefined && wakeWindow !== nap.wakeWindow) change.wakeWindow = wakeWindow
    return Object.keys(change).length === 0 ? [] : [[place, change] as const]
  })
}

/** The zone that is stored is no edit: saving it would undo what another phone has chosen meanwhile. */
export function editZone(edits: PlanEdits, name: string, stored: string): PlanEdits {
  return name === stored ? withoutFields(edits, ['timeZone']) : { ...edits, timeZone: name }
}

/**
 * An age field is left: 18 months become 1 year and 6 months where it shows. Answers how the age reads now when that is
 * not as typed. What can't be taken stays as it is.
 */
export function settleAge(
  stored: PlanForm,
  edits: PlanEdits,
  known: LocalDate | null,
  today: LocalDate,
): { edits: PlanEdits; reads: string | null } {
  const form = editedForm(stored, edits, today)
  const birth = birthOfForm(form, known, today)
  if (!birth.ok || birth.birthDate === null) return { edits, reads: null }
  const shown = ageTextsOn(birth.birthDate, today)
  const typed = { years: form.ageYears, months: form.ageMonths, weeks: form.ageWeeks }
  if (AGE_FIELDS.every((field) => typed[field] === shown[field])) return { edits, reads: null }
  const settled = { ...edits, ...shown }
  const again = birthOfForm(editedForm(stored, settled, today), known, today)
  const isAsTyped = AGE_FIELDS.every((field) => Number(typed[field]) === Number(shown[field]))
  // Ten weeks are some days more than the two months and one week they read as: the date holds all of them.
  const isSame = again.ok && again.birthDate === birth.birthDate
  return {
    edits: withoutUnchanged(stored, isSame ? settled : editBirthDate(edits, birth.birthDate), known, today),
    reads: isAsTyped ? null : agePartsText(agePartsOn(birth.birthDate, today)),
  }
}

/** The form as it stands: what is stored with the edits laid over it. */
export function editedForm(stored: PlanForm, edits: PlanEdits, today: LocalDate): PlanForm {
  const birthDate = edits.birthDate ?? stored.birthDate
  const age =
    edits.birthDate !== undefined && isLocalDate(edits.birthDate)
      ? ageTextsOn(edits.birthDate, today)
      : { years: stored.ageYears, months: stored.ageMonths, weeks: stored.ageWeeks }
  let form: PlanForm = {
    ...stored,
    name: edits.name ?? stored.name,
    birthDate,
    ageYears: edits.years ?? age.years,
    ageMonths: edits.months ?? age.months,
    ageWeeks: edits.weeks ?? age.weeks,
    firstWakeWindow: edits.firstWakeWindow ?? stored.firstWakeWindow,
  }
  form = withNapsCount(form, edits.napsCount ?? stored.napsCount)
  for (const [index, change] of Object.entries(edits.naps ?? {})) form = withNap(form, Number(index), change)
  return form
}

export interface PlanChanges {
  baby: Partial<Omit<BabyInfo, 'id' | 'user_id'>>
  plan: Partial<Pick<SleepPlan, 'first_wake_window' | 'naps_count' | 'naps'>>
}

/** Only what differs from what is stored, of what was edited. */
export function changesToSave(
  edits: PlanEdits,
  form: PlanFormResult & { ok: true },
  baby: BabyInfo,
  plan: SleepPlan,
): PlanChanges {
  const { birth_date } = form.baby
  const changes: PlanChanges = { baby: {}, plan: {} }
  if (edits.name !== undefined && form.baby.name !== baby.name) changes.baby.name = form.baby.name
  if (birth_date !== null && birth_date !== knownBirthDate(baby)) {
    changes.baby.birth_date = birth_date
    // Someone may be born on the very day the account began: the date alone would change nothing.
    if (!baby.birth_date_known) changes.baby.birth_date_known = true
  }
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

function sameAge(form: PlanForm, other: PlanForm): boolean {
  return (['ageYears', 'ageMonths', 'ageWeeks'] as const).every((field) => form[field] === other[field])
}

/** Whether the form reads otherwise than what is stored; typing something and taking it back doesn't count. */
export function isEdited(stored: PlanForm, edits: PlanEdits, today: LocalDate): boolean {
  const form = editedForm(stored, edits, today)
  return (
    form.name !== stored.name ||
    form.birthDate !== stored.birthDate ||
    !sameAge(form, stored) ||
    form.firstWakeWindow !== stored.firstWakeWindow ||
    form.napsCount !== stored.napsCount ||
    !sameNaps(form.naps.slice(0, form.napsCount), stored.naps.slice(0, stored.napsCount))
  )
}

/** What stays edited after a save: the part that failed, and a zone that waits for the end of a sleep. */
export function withoutSaved(
  edits: PlanEdits,
  saved: { baby: boolean; zone: boolean; plan: boolean },
): PlanEdits {
  return withoutFields(edits, [
    ...(saved.baby ? BABY_FIELDS : []),
    ...(saved.zone ? (['timeZone'] as const) : []),
    ...(saved.plan ? PLAN_FIELDS : []),
  ])
}

function withoutFields(edits: PlanEdits, fields: readonly (keyof PlanEdits)[]): PlanEdits {
  const left = { ...edits }
  for (const field of fields) delete left[field]
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
