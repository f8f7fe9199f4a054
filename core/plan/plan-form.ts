import { type BabyInfo, DEFAULT_BABY_NAME, knownBirthDate, MAX_BABY_NAME_LENGTH } from '../baby/age.ts'
import {
  ageTextsOn,
  type BirthProblems,
  type BirthReading,
  NO_BIRTH_PROBLEMS,
  readBirth,
} from '../baby/age-entry.ts'
import type { LocalDate } from '../time/time.ts'
import {
  changeNapsCount,
  NAP_DURATION_MAX,
  NAP_DURATION_MIN,
  NAP_DURATION_STEP,
  type NapsCount,
  type PlanNap,
  type PlanRhythm,
  type SleepPlan,
} from './plan.ts'
import { formatWakeWindow, parseWakeWindow } from './wake-windows.ts'

/** What the plan screen holds while it is edited. */
export interface PlanForm {
  name: string
  /** The birth date as typed; '' while it isn't known. A typed age moves it. */
  birthDate: string
  /** The age as typed, in three fields. */
  ageYears: string
  ageMonths: string
  ageWeeks: string
  firstWakeWindow: string
  napsCount: NapsCount
  /** At least `napsCount` entries; those beyond it wait for the count to come back up. */
  naps: readonly PlanNap[]
}

/** What is wrong with the birth, and an example to show beside each malformed wake window; null where all is fine. */
export interface PlanFormErrors {
  birth: BirthProblems
  firstWakeWindow: string | null
  naps: (string | null)[]
}

export type PlanFormResult =
  | { ok: true; baby: { name: string; birth_date: LocalDate | null }; plan: PlanRhythm }
  | { ok: false; errors: PlanFormErrors }

/** Opens the form on what is stored. */
export function planFormOf(baby: BabyInfo, plan: SleepPlan, today: LocalDate): PlanForm {
  const birthDate = knownBirthDate(baby)
  const age = ageTextsOn(birthDate, today)
  return withNapsCount(
    {
      name: baby.name,
      birthDate: birthDate ?? '',
      ageYears: age.years,
      ageMonths: age.months,
      ageWeeks: age.weeks,
      firstWakeWindow: plan.first_wake_window,
      napsCount: plan.naps_count,
      naps: plan.naps,
    },
    plan.naps_count,
  )
}

/** Changes the nap count; 4 → 2 → 4 brings the dropped entries back (rule 4.19, nap count). */
export function withNapsCount(form: PlanForm, napsCount: NapsCount): PlanForm {
  const naps = form.naps.length < napsCount ? changeNapsCount(form.naps, napsCount) : form.naps
  return { ...form, napsCount, naps }
}

/** Changes one nap of the form. */
export function withNap(form: PlanForm, index: number, change: Partial<PlanNap>): PlanForm {
  return { ...form, naps: form.naps.map((nap, at) => (at === index ? { ...nap, ...change } : nap)) }
}

/** The birth date that the form says, or what is wrong with it. @param known the stored birth date, if there is one. */
export function birthOfForm(form: PlanForm, known: LocalDate | null, today: LocalDate): BirthReading {
  const age = { years: form.ageYears, months: form.ageMonths, weeks: form.ageWeeks }
  return readBirth({ date: form.birthDate, age }, known, today)
}

/**
 * What the form saves: the age as a birth date (null: still not known), the wake windows in their normal form, and only
 * the naps that count. When any of it can't be taken, the errors, and nothing is saved.
 * @param known the stored birth date, if there is one; it moves only when the form says another.
 * @param today the calendar day.
 */
export function validatePlanForm(form: PlanForm, known: LocalDate | null, today: LocalDate): PlanFormResult {
  const birth = birthOfForm(form, known, today)
  const first = parseWakeWindow(form.firstWakeWindow)
  const shown = changeNapsCount(form.naps, form.napsCount)
  const naps: PlanNap[] = []
  const examples: (string | null)[] = []
  for (const nap of shown) {
    const window = parseWakeWindow(nap.wakeWindow)
    if (window.kind === 'malformed') {
      examples.push(window.example)
    } else {
      examples.push(null)
      naps.push({ duration: onSlider(nap.duration), wakeWindow: formatWakeWindow(window.minutes) })
    }
  }
  if (!birth.ok || first.kind === 'malformed' || naps.length < shown.length) {
    const birthProblems = birth.ok ? NO_BIRTH_PROBLEMS : birth.problems
    const firstExample = first.kind === 'malformed' ? first.example : null
    return { ok: false, errors: { birth: birthProblems, firstWakeWindow: firstExample, naps: examples } }
  }
  return {
    ok: true,
    baby: { name: savedName(form.name), birth_date: birth.birthDate },
    plan: { first_wake_window: formatWakeWindow(first.minutes), naps_count: form.napsCount, naps },
  }
}

/** The name to save: the default one for an empty field; cut to the length, in characters, that the database takes. */
function savedName(typed: string): string {
  return Array.from(typed.trim()).slice(0, MAX_BABY_NAME_LENGTH).join('') || DEFAULT_BABY_NAME
}

/** The nearest stop of the nap slider. */
function onSlider(durationMin: number): number {
  const stop = Math.round(durationMin / NAP_DURATION_STEP) * NAP_DURATION_STEP
  return Math.min(Math.max(stop, NAP_DURATION_MIN), NAP_DURATION_MAX)
}
