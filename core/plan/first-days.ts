import { ageOn, type BabyInfo, DEFAULT_BABY_NAME } from '../baby/age.ts'
import {
  type AgeProblem,
  type AgeTexts,
  type BirthDateProblem,
  birthDateProblem,
  readAge,
} from '../baby/age-entry.ts'
import type { LocalDate } from '../time/time.ts'
import { changeNapsCount, DEFAULT_PLAN, type NapsCount, type PlanRhythm } from './plan.ts'

export type AgeUnit = keyof AgeTexts

/** What a new family types about the birth: a date, or a count of weeks, months or years. */
export interface BornEntry {
  by: 'date' | 'age'
  date: string
  count: string
  unit: AgeUnit
}

export type BornReading =
  | { ok: true; birthDate: LocalDate }
  | { ok: false; problem: AgeProblem | BirthDateProblem }

/** The birth date that was typed, or that follows from the typed age. @param today the calendar day. */
export function readBorn({ by, date, count, unit }: BornEntry, today: LocalDate): BornReading {
  if (by === 'date') {
    const problem = birthDateProblem(date, today)
    return problem === null ? { ok: true, birthDate: date } : { ok: false, problem }
  }
  // The plan's form reads an empty field as 0; here an empty field means that nothing was entered.
  if (count.trim() === '') return { ok: false, problem: 'missing' }
  const age = readAge(today, { years: '0', months: '0', weeks: '0', [unit]: count }, today)
  return age.ok ? age : { ok: false, problem: age.problems[unit] ?? 'too-old' }
}

/**
 * How many naps a day are usual at an age: four in the first five months, three until nine, then two (a plan has two to
 * four). It is only what a new plan begins with, and no rule of docs/rules.md: carers and consultancy change it. Null
 * where they have done so, and while no birth is said.
 */
export function usualNapsCount(
  plan: PlanRhythm,
  birthDate: LocalDate | null,
  today: LocalDate,
): NapsCount | null {
  if (birthDate === null || !isUntouched(plan)) return null
  const { totalMonths } = ageOn(birthDate, today)
  if (totalMonths < 5) return 4
  return totalMonths < 9 ? 3 : 2
}

/** Whether the rhythm is still the one that each new family begins with. */
function isUntouched(plan: PlanRhythm): boolean {
  const { first_wake_window, naps } = DEFAULT_PLAN
  return (
    plan.first_wake_window === first_wake_window &&
    plan.naps.length === naps.length &&
    naps.every(({ duration, wakeWindow }, index) => {
      const nap = plan.naps[index]
      return nap?.duration === duration && nap.wakeWindow === wakeWindow
    })
  )
}

interface FirstDaysEntry {
  /** Null: nobody has typed in the field, so the name stays, whoever has given it meanwhile. */
  typedName: string | null
  birthDate: LocalDate
  naps: NapsCount
}

interface FirstDaysPatch {
  baby: Partial<Pick<BabyInfo, 'name'>> & Pick<BabyInfo, 'birth_date' | 'birth_date_known'>
  plan: Partial<PlanRhythm>
}

/** What the first questions change of the baby and of its plan. */
export function firstDaysPatch(
  { typedName, birthDate, naps }: FirstDaysEntry,
  plan: PlanRhythm,
): FirstDaysPatch {
  const name = typedName === null ? {} : { name: typedName.trim() || DEFAULT_BABY_NAME }
  return {
    baby: { ...name, birth_date: birthDate, birth_date_known: true },
    plan: naps === plan.naps_count ? {} : { naps_count: naps, naps: changeNapsCount(plan.naps, naps) },
  }
}
