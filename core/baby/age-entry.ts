import { addDays, DAY_MS, isLocalDate, type LocalDate } from '../time/time.ts'
import { addMonths, ageOn, birthDateForAge, counted, MAX_AGE_MONTHS, MAX_AGE_YEARS } from './age.ts'

/** An age as the fields of a form show it. */
export interface AgeParts {
  years: number
  /** Beyond the years, 0 to 11. */
  months: number
  /** Whole weeks beyond the months, 0 to 4. */
  weeks: number
}

/** The fields of an age as they are typed. */
export type AgeTexts = { readonly [Part in keyof AgeParts]: string }

/** Why a field can't be taken; what is typed stays in it. */
export type AgeProblem = 'not-whole' | 'negative' | 'too-old'
export type BirthDateProblem = 'missing' | 'future' | 'too-old'

export interface BirthProblems {
  birthDate: BirthDateProblem | null
  years: AgeProblem | null
  months: AgeProblem | null
  weeks: AgeProblem | null
}

export type BirthReading = { ok: true; birthDate: LocalDate | null } | { ok: false; problems: BirthProblems }

export const NO_BIRTH_PROBLEMS: BirthProblems = { birthDate: null, years: null, months: null, weeks: null }
const PARTS = ['years', 'months', 'weeks'] as const

/** The most that each field takes by itself. */
const MOST: AgeParts = { years: MAX_AGE_YEARS, months: MAX_AGE_YEARS * 12 + MAX_AGE_MONTHS, weeks: 1000 }

/** @example agePartsOn('2025-01-01', '2025-08-11') // { years: 0, months: 7, weeks: 1 } */
export function agePartsOn(birthDate: LocalDate, date: LocalDate): AgeParts {
  const { years, months, totalMonths } = ageOn(birthDate, date)
  const sinceMonth = date < birthDate ? 0 : Date.parse(date) - Date.parse(addMonths(birthDate, totalMonths))
  return { years, months, weeks: Math.floor(sinceMonth / (7 * DAY_MS)) }
}

/** '2 meses y 1 semana', zero parts dropped. */
export function agePartsText({ years, months, weeks }: AgeParts): string {
  const parts = [
    years > 0 && counted(years, 'año', 'años'),
    months > 0 && counted(months, 'mes', 'meses'),
    weeks > 0 && counted(weeks, 'semana', 'semanas'),
  ].filter((part) => part !== false)
  const last = parts.pop() ?? counted(0, 'semana', 'semanas')
  return parts.length === 0 ? last : `${parts.join(', ')} y ${last}`
}

/** What the fields show of a birth date; zeros while it isn't known. */
export function ageTextsOn(birthDate: LocalDate | null, today: LocalDate): AgeTexts {
  const { years, months, weeks } = agePartsOn(birthDate ?? today, today)
  return { years: String(years), months: String(months), weeks: String(weeks) }
}

/**
 * The birth date that makes the age read as typed: the months move it as `birthDateForAge` says, the weeks by seven
 * days each. More weeks than a month has are counted from that day too: the age then reads in months.
 * @example birthDateForParts('2025-08-11', { years: 0, months: 0, weeks: 3 }, '2025-08-11') // '2025-07-21'
 */
export function birthDateForParts(current: LocalDate, typed: AgeParts, today: LocalDate): LocalDate {
  const moved = birthDateForAge(current, typed, today)
  if (typed.weeks === agePartsOn(current, today).weeks) return moved
  // A birth date after today has the age 0, so the weeks count from today.
  const from = moved < today ? moved : today
  const exact = addDays(from, 7 * (agePartsOn(from, today).weeks - typed.weeks))
  // Months differ in length: a few days earlier or later the age may read exactly as typed.
  const beside = [0, 1, -1, 2, -2, 3, -3].map((days) => addDays(exact, days))
  return beside.find((date) => date <= today && reads(agePartsOn(date, today), typed)) ?? exact
}

function reads(shown: AgeParts, typed: AgeParts): boolean {
  const months = typed.years * 12 + typed.months
  return shown.years * 12 + shown.months === months && shown.weeks === typed.weeks
}

/**
 * Reads what a form says of the birth: a date, and an age that moves it. An age that is the date's own leaves the date
 * alone (rule 5.15, birth date). Nothing is clamped: what can't be taken is reported, field by field.
 * @param date as typed; '' while it isn't known.
 * @param storedDate null: not known. Unchanged it is always taken, even if no form would take it as a new one.
 */
export function readBirth(
  { date, age }: { date: string; age: AgeTexts },
  storedDate: LocalDate | null,
  today: LocalDate,
): BirthReading {
  const known = isLocalDate(date) ? date : null
  const problem = known === storedDate ? null : birthDateProblem(date, today)
  // While no birth date is known, the field may stay empty.
  if (problem !== null && (date !== '' || storedDate !== null)) return refused({ birthDate: problem })
  const shown = ageTextsOn(known, today)
  if (PARTS.every((part) => age[part] === shown[part])) return { ok: true, birthDate: known }
  const typed = readAge(known ?? today, age, today)
  if (!typed.ok) return refused(typed.problems)
  // Zeros typed over zeros say nothing about a birth that isn't known.
  const saysNothing = known === null && PARTS.every((part) => readCount(age[part]) === 0)
  return { ok: true, birthDate: saysNothing ? null : typed.birthDate }
}

/** What is wrong with a birth date as typed; null: nothing is. */
export function birthDateProblem(typed: string, today: LocalDate): BirthDateProblem | null {
  if (!isLocalDate(typed)) return 'missing'
  if (typed > today) return 'future'
  return ageOn(typed, today).years > MAX_AGE_YEARS ? 'too-old' : null
}

/** The birth date that a typed age stands for. @param current the present birth date: the day of its month is kept. */
export function readAge(
  current: LocalDate,
  age: AgeTexts,
  today: LocalDate,
): { ok: true; birthDate: LocalDate } | { ok: false; problems: Partial<BirthProblems> } {
  const [years, months, weeks] = [readCount(age.years), readCount(age.months), readCount(age.weeks)]
  if (typeof years === 'string' || typeof months === 'string' || typeof weeks === 'string') {
    const problems = { years: problemOf(years), months: problemOf(months), weeks: problemOf(weeks) }
    return { ok: false, problems }
  }
  const typed = { years, months, weeks }
  const tooMuch = PARTS.find((part) => typed[part] > MOST[part])
  if (tooMuch !== undefined) return { ok: false, problems: { [tooMuch]: 'too-old' } }
  const birthDate = birthDateForParts(current, typed, today)
  const isTooOld = birthDate !== current && ageOn(birthDate, today).years > MAX_AGE_YEARS
  return isTooOld ? { ok: false, problems: { years: 'too-old' } } : { ok: true, birthDate }
}

/** A count of years, months or weeks: a whole number; left empty it is 0 (rule 5.14, age). */
export function readCount(text: string): number | AgeProblem {
  const typed = text.trim()
  if (/^-\s*\d/.test(typed)) return 'negative'
  return /^\d*$/.test(typed) ? Number(typed) : 'not-whole'
}

function problemOf(count: number | AgeProblem): AgeProblem | null {
  return typeof count === 'string' ? count : null
}

function refused(problems: Partial<BirthProblems>): BirthReading {
  return { ok: false, problems: { ...NO_BIRTH_PROBLEMS, ...problems } }
}
