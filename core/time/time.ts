/** A calendar day on the zone's calendar, 'YYYY-MM-DD'. */
export type LocalDate = string

/** A wall-clock time in the zone, 'HH:mm'. */
export type LocalTime = string

/** The zone whose walls are read: an argument wherever an instant and a wall time meet, as `now` is one. */
export interface TimeZone {
  /** As IANA calls it, such as 'Atlantic/Canary'. */
  readonly name: string
  /** The zone's distance from UTC at an instant (epoch ms), in milliseconds; positive east of Greenwich. */
  offsetAt(instant: number): number
  /** The first instant in (low, high] whose offset is no longer that of `low`; `high` where none is. */
  changeBetween(low: number, high: number): number
}

export const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS

const WEEKDAYS = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'] as const
const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const

/** True for a real calendar day 'YYYY-MM-DD', years 0001 to 9999. @example isLocalDate('2025-02-29') // false */
export function isLocalDate(text: string): boolean {
  // Of a month or a day that no year has, some browsers make another date.
  if (!/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text) || text.startsWith('0000')) return false
  const at = Date.parse(text)
  // A day that its month lacks is read as one of the next month, which has another number.
  return !Number.isNaN(at) && new Date(at).getUTCDate() === Number(text.slice(8))
}

/** True for 'HH:mm' from 00:00 to 23:59. @example isLocalTime('24:00') // false */
export function isLocalTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** Minutes since midnight of a written time. @example minuteOfDay('19:30') // 1170 */
export function minuteOfDay(time: LocalTime): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/**
 * What the clock on a wall of the zone shows, as milliseconds since 1970-01-01T00:00 on that same wall.
 * Two wall readings subtract to wall time, which is not real time on the nights the clocks change.
 */
export function wallAt(instant: number, zone: TimeZone): number {
  return instant + zone.offsetAt(instant)
}

/**
 * A written date and time as {@link wallAt} counts: milliseconds since 1970-01-01T00:00 on a wall.
 * @example wallOf('1970-01-02', '00:01') // 86460000
 * @throws RangeError when either is malformed.
 */
export function wallOf(date: LocalDate, time: LocalTime): number {
  if (!isLocalDate(date) || !isLocalTime(time)) throw new RangeError(`Not a local time: ${date} ${time}`)
  return Date.parse(`${date}T${time}Z`)
}

/** The instant at which a wall shows `wall`: the first of two, and for a skipped time the end of the gap. */
function instantOfWall(wall: number, zone: TimeZone): number {
  const before = zone.offsetAt(wall - DAY_MS)
  const after = zone.offsetAt(wall + DAY_MS)
  const early = wall - before
  if (before === after || zone.offsetAt(early) === before) return early
  const late = wall - after
  return zone.offsetAt(late) === after ? late : zone.changeBetween(late, early)
}

/** The calendar day of an instant. @example localDateAt(Date.UTC(2025, 7, 10, 22), MADRID) // '2025-08-11' */
export function localDateAt(instant: number, zone: TimeZone): LocalDate {
  return dateText(wallAt(instant, zone))
}

/**
 * The wall time of an instant, seconds dropped.
 * @example localTimeAt(Date.UTC(2025, 7, 11, 14, 20), MADRID) // '16:20'
 */
export function localTimeAt(instant: number, zone: TimeZone): LocalTime {
  return new Date(wallAt(instant, zone)).toISOString().slice(11, 16)
}

/**
 * The instant (epoch ms) of a wall time. A time the spring night skips is the instant the gap
 * ends at; one the autumn night shows twice is the first (rule 5.9, change of hour).
 * @example instantAt('2026-03-29', '02:30', MADRID) === instantAt('2026-03-29', '03:00', MADRID)
 * @throws RangeError when either is malformed.
 */
export function instantAt(date: LocalDate, time: LocalTime, zone: TimeZone): number {
  return instantOfWall(wallOf(date, time), zone)
}

/** The instant on `date` that has the time of day of `instant`, to the millisecond. */
export function sameTimeOn(date: LocalDate, instant: number, zone: TimeZone): number {
  const wall = wallAt(instant, zone)
  return instantOfWall(Date.parse(date) + wall - Math.floor(wall / DAY_MS) * DAY_MS, zone)
}

/** The calendar day `days` later (earlier when negative). @example addDays('2025-12-31', 1) // '2026-01-01' */
export function addDays(date: LocalDate, days: number): LocalDate {
  return dateText(Date.parse(date) + days * DAY_MS)
}

/** 0 = Monday … 6 = Sunday. @example weekdayOf('2025-08-11') // 0 */
export function weekdayOf(date: LocalDate): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  // getUTCDay is documented as 0 (Sunday) to 6; the remainder of 7 stays in that range.
  return ((new Date(Date.parse(date)).getUTCDay() + 6) % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6
}

/** The Monday of the date's week. @example mondayOf('2025-08-17') // '2025-08-11' */
export function mondayOf(date: LocalDate): LocalDate {
  return addDays(date, -weekdayOf(date))
}

/** The diary's heading. @example dayHeading('2025-08-10', '2025-08-11') // 'Domingo 10' */
export function dayHeading(date: LocalDate, today: LocalDate): string {
  return date === today ? 'Hoy' : dayInFull(date)
}

/**
 * The same of a day that may be long ago: a week back and more with its month, in another year with its year as well.
 * @example unmistakableDay('2025-07-10', '2025-08-11') // 'Jueves 10 de julio'
 */
export function unmistakableDay(date: LocalDate, today: LocalDate): string {
  if (date > addDays(today, -7)) return dayHeading(date, today)
  const inYear = `${dayInFull(date)} de ${monthName(date)}`
  return yearOf(date) === yearOf(today) ? inYear : `${inYear} de ${yearOf(date)}`
}

/** @example dayInFull('2025-08-10') // 'Domingo 10' */
export function dayInFull(date: LocalDate): string {
  return `${WEEKDAYS[weekdayOf(date)]} ${dayOfMonth(date)}`
}

/** @example shortWeekday('2025-08-11') // 'lun' */
export function shortWeekday(date: LocalDate): string {
  return WEEKDAYS[weekdayOf(date)].slice(0, 3).toLowerCase()
}

/** The week that begins on `monday`. @example weekLabel('2025-07-28') // '28 de julio - 3 de agosto 2025' */
export function weekLabel(monday: LocalDate): string {
  return periodLabel(monday, addDays(monday, 6))
}

/**
 * Two different days and what lies between; month and year are said twice only when they differ.
 * @example periodLabel('2025-08-11', '2025-08-24') // '11 - 24 de agosto 2025'
 */
export function periodLabel(first: LocalDate, last: LocalDate): string {
  const end = `${dayOfMonth(last)} de ${monthName(last)} ${yearOf(last)}`
  if (yearOf(first) !== yearOf(last)) {
    return `${dayOfMonth(first)} de ${monthName(first)} ${yearOf(first)} - ${end}`
  }
  if (monthName(first) !== monthName(last)) return `${dayOfMonth(first)} de ${monthName(first)} - ${end}`
  return `${dayOfMonth(first)} - ${end}`
}

/** @example longDate('2025-01-05') // '5 de enero de 2025' */
export function longDate(date: LocalDate): string {
  return `${dayOfMonth(date)} de ${monthName(date)} de ${yearOf(date)}`
}

function dateText(wall: number): LocalDate {
  return new Date(wall).toISOString().slice(0, 10)
}

function dayOfMonth(date: LocalDate): number {
  return Number(date.slice(8))
}

function monthName(date: LocalDate): string | undefined {
  return MONTHS[Number(date.slice(5, 7)) - 1]
}

function yearOf(date: LocalDate): number {
  return Number(date.slice(0, 4))
}
