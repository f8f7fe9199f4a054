import {
  ageOn,
  type BabyInfo,
  birthDateForAge,
  DEFAULT_BABY_NAME,
  MAX_AGE_MONTHS,
  MAX_AGE_YEARS,
  MAX_BABY_NAME_LENGTH,
} from './age.ts'
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
import { type LocalDate, parseCount } from './sleep-record.ts'
import { formatWakeWindow, parseWakeWindow } from './wake-windows.ts'

/** What the plan screen holds while it is edited. */
export interface PlanForm {
  name: string
  /** As typed; what is not a number counts as 0. */
  ageYears: string
  ageMonths: string
  firstWakeWindow: string
  napsCount: NapsCount
  /** At least `napsCount` entries; those beyond it wait for the count to come back up. */
  naps: readonly PlanNap[]
}

/** An example to show beside each malformed wake window; null where the text is fine. */
export interface PlanFormErrors {
  firstWakeWindow: string | null
  naps: (string | null)[]
}

export type PlanFormResult =
  | { ok: true; baby: Pick<BabyInfo, 'name' | 'birth_date'>; plan: PlanRhythm }
  | { ok: false; errors: PlanFormErrors }

/** Opens the form on what is stored. */
export function planFormOf(baby: BabyInfo, plan: SleepPlan, today: LocalDate): PlanForm {
  const age = ageOn(baby.birth_date, today)
  return withNapsCount(
    {
      name: baby.name,
      ageYears: String(age.years),
      ageMonths: String(age.months),
      firstWakeWindow: plan.first_wake_window,
      napsCount: plan.naps_count,
      naps: plan.naps,
    },
    plan.naps_count,
  )
}

/** Changes the nap count; 4 → 2 → 4 brings the dropped entries back (product, finer points). */
export function withNapsCount(form: PlanForm, napsCount: NapsCount): PlanForm {
  const naps = form.naps.length < napsCount ? changeNapsCount(form.naps, napsCount) : form.naps
  return { ...form, napsCount, naps }
}

/** Changes one nap of the form. */
export function withNap(form: PlanForm, index: number, change: Partial<PlanNap>): PlanForm {
  return { ...form, naps: form.naps.map((nap, at) => (at === index ? { ...nap, ...change } : nap)) }
}

/**
 * What the form saves: the age as a birth date, the wake windows in their normal form, only the naps that
 * count. Or, when any of those windows is malformed, which ones: then nothing is saved.
 * @param birthDate the one stored; it moves only when the age in the form is another.
 * @param today the Madrid calendar day.
 */
export function validatePlanForm(form: PlanForm, birthDate: LocalDate, today: LocalDate): PlanFormResult {
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
  if (first.kind === 'malformed' || naps.length < shown.length) {
    const firstExample = first.kind === 'malformed' ? first.example : null
    return { ok: false, errors: { firstWakeWindow: firstExample, naps: examples } }
  }
  const age = {
    years: parseCount(form.ageYears, Math.max(MAX_AGE_YEARS, ageOn(birthDate, today).years)),
    months: parseCount(form.ageMonths, MAX_AGE_MONTHS),
  }
  return {
    ok: true,
    baby: { name: savedName(form.name), birth_date: birthDateForAge(birthDate, age, today) },
    plan: { first_wake_window: formatWakeWindow(first.minutes), naps_count: form.napsCount, naps },
  }
}

/** A name left empty is the one a new profile has. Counted in characters, as the database does. */
function savedName(typed: string): string {
  return Array.from(typed.trim()).slice(0, MAX_BABY_NAME_LENGTH).join('') || DEFAULT_BABY_NAME
}

/** The nearest stop of the nap slider. */
function onSlider(durationMin: number): number {
  const stop = Math.round(durationMin / NAP_DURATION_STEP) * NAP_DURATION_STEP
  return Math.min(Math.max(stop, NAP_DURATION_MIN), NAP_DURATION_MAX)
}
