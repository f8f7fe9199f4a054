import {
  ageOn,
  type BabyInfo,
  birthDateForAge,
  DEFAULT_BABY_NAME,
  MAX_AGE_MONTHS,
  MAX_AGE_YEARS,
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
import type { LocalDate } from './sleep-record.ts'
import { formatWakeWindow, parseWakeWindow } from './wake-windows.ts'

/** What the plan screen holds while it is edited. */
export interface PlanForm {
  name: string
  ageYears: number
  ageMonths: number
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
      ageYears: Math.min(age.years, MAX_AGE_YEARS),
      ageMonths: age.months,
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
  const windows = shown.map((nap) => parseWakeWindow(nap.wakeWindow))
  if (first.kind === 'malformed' || windows.some((window) => window.kind === 'malformed')) {
    return {
      ok: false,
      errors: {
        firstWakeWindow: first.kind === 'malformed' ? first.example : null,
        naps: windows.map((window) => (window.kind === 'malformed' ? window.example : null)),
      },
    }
  }
  return {
    ok: true,
    baby: { name: form.name.trim() || DEFAULT_BABY_NAME, birth_date: typedBirthDate(form, birthDate, today) },
    plan: {
      first_wake_window: formatWakeWindow(first.minutes),
      naps_count: form.napsCount,
      naps: shown.map((nap) => ({
        duration: onSlider(nap.duration),
        wakeWindow: normalForm(nap.wakeWindow),
      })),
    },
  }
}

function typedBirthDate(form: PlanForm, birthDate: LocalDate, today: LocalDate): LocalDate {
  const age = {
    years: Math.min(Math.max(form.ageYears, 0), MAX_AGE_YEARS),
    months: Math.min(Math.max(form.ageMonths, 0), MAX_AGE_MONTHS),
  }
  return birthDateForAge(birthDate, age, today)
}

/** The nearest stop of the nap slider. */
function onSlider(durationMin: number): number {
  const stop = Math.round(durationMin / NAP_DURATION_STEP) * NAP_DURATION_STEP
  return Math.min(Math.max(stop, NAP_DURATION_MIN), NAP_DURATION_MAX)
}

function normalForm(text: string): string {
  const window = parseWakeWindow(text)
  return window.kind === 'window' ? formatWakeWindow(window.minutes) : text
}
