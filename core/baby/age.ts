import { addDays, DAY_MS, type LocalDate } from '../time/time.ts'

/** One per user, spelled as on the wire (rule 3.1, baby). */
export interface BabyInfo {
  id: string
  user_id: string
  name: string
  birth_date: LocalDate
  /** A column of ours: false while the date is only the day the account began, and no age can be told from it. */
  birth_date_known: boolean
  /** Columns of ours: an IANA name, and the day from which it holds. Missing or null: Madrid, as ever. */
  time_zone?: string
  time_zone_since?: LocalDate | null
  /** A column of ours: what the account of the family is called where others log too. */
  owner_name?: string | null
}

/** When the baby was born; null while nobody has said it. */
export function knownBirthDate(baby: Pick<BabyInfo, 'birth_date' | 'birth_date_known'>): LocalDate | null {
  return baby.birth_date_known ? baby.birth_date : null
}

/** The name a new profile has (rule 3.1, baby). */
export const DEFAULT_BABY_NAME = 'Mi bebé'

/** The baby's name; null as long as nobody has given one. */
export function givenName({ name }: Pick<BabyInfo, 'name'>): string | null {
  return name === DEFAULT_BABY_NAME ? null : name
}

/** The most characters that the database takes. */
export const MAX_BABY_NAME_LENGTH = 80

/** The most that the fields of an age take. The limit of years is our own: the database takes any date from 2000 on. */
export const MAX_AGE_YEARS = 18
export const MAX_AGE_MONTHS = 11

export interface Age {
  years: number
  /** Months beyond the years, 0 to 11. */
  months: number
  totalMonths: number
  /** Days since birth, in all. */
  days: number
}

/**
 * The age on a calendar day. In a month that lacks the day of the birth its last day counts instead, so a baby
 * born on 31 January is one month old on 28 February. Before the birth date everything is 0.
 * @example ageOn('2025-01-11', '2025-08-11') // { years: 0, months: 7, totalMonths: 7, days: 212 }
 */
export function ageOn(birthDate: LocalDate, date: LocalDate): Age {
  if (date < birthDate) return { years: 0, months: 0, totalMonths: 0, days: 0 }
  const born = partsOf(birthDate)
  const on = partsOf(date)
  const anniversary = Math.min(born.day, daysInMonth(on.month))
  const totalMonths = on.month - born.month - (on.day < anniversary ? 1 : 0)
  return {
    years: Math.floor(totalMonths / 12),
    months: totalMonths % 12,
    totalMonths,
    days: (Date.parse(date) - Date.parse(birthDate)) / DAY_MS,
  }
}

/** '1 año y 2 meses', zero parts dropped; days under one full month. @example ageText(ageOn(…)) // '12 días' */
export function ageText(age: Age): string {
  if (age.totalMonths === 0) return counted(age.days, 'día', 'días')
  const parts: string[] = []
  if (age.years > 0) parts.push(counted(age.years, 'año', 'años'))
  if (age.months > 0) parts.push(counted(age.months, 'mes', 'meses'))
  return parts.join(' y ')
}

/**
 * The birth date that makes the age read as typed on `today`: the present one moved by the months changed,
 * its day kept (or the month's last). An age that is not changed leaves the date alone (rule 5.15, birth date).
 * @example birthDateForAge('2025-01-11', { years: 0, months: 8 }, '2025-08-11') // '2024-12-11'
 */
export function birthDateForAge(
  current: LocalDate,
  age: { years: number; months: number },
  today: LocalDate,
): LocalDate {
  const typed = age.years * 12 + age.months
  const now = ageOn(current, today).totalMonths
  if (typed === now) return current
  // A birth date after today has the age of 0 months, so the shift counts from today.
  let shifted = addMonths(current < today ? current : today, now - typed)
  // When the day of the month was shortened, the age may be a month too high: a day later it is right.
  while (ageOn(shifted, today).totalMonths > typed) shifted = addDays(shifted, 1)
  return shifted
}

/** Months counted from year 0, and the day of the month. */
function partsOf(date: LocalDate): { month: number; day: number } {
  return { month: Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1, day: Number(date.slice(8)) }
}

function daysInMonth(month: number): number {
  return partsOf(addDays(firstOf(month + 1), -1)).day
}

/** The same day so many months later; the month's last where it lacks that day. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const { month, day } = partsOf(date)
  const target = month + months
  return addDays(firstOf(target), Math.min(day, daysInMonth(target)) - 1)
}

function firstOf(month: number): LocalDate {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`
}

export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
