import { ageOn } from '../baby/age.ts'
import {
  type AgeProblem,
  type AgeTexts,
  type BirthDateProblem,
  birthDateProblem,
  readAge,
} from '../baby/age-entry.ts'
import type { LocalDate } from '../time/time.ts'
import type { NapsCount } from './plan.ts'

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
 * four). It is only what a new plan begins with, and no rule of docs/rules.md: carers and consultancy change it.
 */
export function usualNapsCount(birthDate: LocalDate, today: LocalDate): NapsCount {
  const { totalMonths } = ageOn(birthDate, today)
  if (totalMonths < 5) return 4
  return totalMonths < 9 ? 3 : 2
}
