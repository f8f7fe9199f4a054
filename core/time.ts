import type { LocalDate, LocalTime } from './sleep-record.ts'

/** The one zone of the product: a carer who travels still sees Madrid time. */
export const TIME_ZONE = 'Europe/Madrid'

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

const offsetFormat = new Intl.DateTimeFormat('en-US', { timeZone: TIME_ZONE, timeZoneName: 'longOffset' })

/** Madrid's distance from UTC in milliseconds, asked of Intl. */
function askOffset(instant: number): number {
  const text = offsetFormat.format(instant)
  // What follows 'GMT': '+02:00', nothing at all when it is 0, '-00:14:44' before 1901.
  const offset = text.slice(text.indexOf('GMT') + 3)
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6))
  const size = minutes * MINUTE_MS + Number(offset.slice(7)) * 1000
  return offset.startsWith('-') ? -size : size
}

// Intl takes microseconds per call, which thousands of records feel: it is asked once per UTC day.
const offsetAtDayStart = new Map<number, number>()
const changeInDay = new Map<number, number>()

function dayStartOffset(day: number): number {
  let offset = offsetAtDayStart.get(day)
  if (offset === undefined) {
    offset = askOffset(day * DAY_MS)
    offsetAtDayStart.set(day, offset)
  }
  return offset
}

/** The first instant in (low, high] whose offset is no longer that of `low`. */
function changeBetween(low: number, high: number): number {
  const before = askOffset(low)
  let same = low
  let changed = high
  while (changed - same > 1) {
    const middle = Math.floor((same + changed) / 2)
    if (askOffset(middle) === before) same = middle
    else changed = middle
  }
  return changed
}

function dayChange(day: number): number {
  let change = changeInDay.get(day)
  if (change === undefined) {
    change = changeBetween(day * DAY_MS, (day + 1) * DAY_MS)
    changeInDay.set(day, change)
  }
  return change
}

/**
 * Madrid's distance from UTC at an instant, in milliseconds: 7200000 in summer, 3600000 in winter.
 * @example offsetAt(Date.UTC(2025, 7, 11)) // 7200000
 */
export function offsetAt(instant: number): number {
  const day = Math.floor(instant / DAY_MS)
  const before = dayStartOffset(day)
  const after = dayStartOffset(day + 1)
  return before === after || instant < dayChange(day) ? before : after
}

/** True for a real calendar day 'YYYY-MM-DD', years 0001 to 9999. @example isLocalDate('2025-02-29') // false */
export function isLocalDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false
  const at = Date.parse(text)
  return !Number.isNaN(at) && dateText(at) === text
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
 * What the clock on a Madrid wall shows, as milliseconds since 1970-01-01T00:00 on that same wall.
 * Two wall readings subtract to wall time, which is not real time on the nights the clocks change.
 */
export function wallAt(instant: number): number {
  return instant + offsetAt(instant)
}

/**
 * The same count for a written date and time.
 * @example wallOf('1970-01-02', '00:01') // 86460000
 * @throws RangeError when either is malformed.
 */
export function wallOf(date: LocalDate, time: LocalTime): number {
  if (!isLocalDate(date) || !isLocalTime(time)) throw new RangeError(`Not a local time: ${date} ${time}`)
  return Date.parse(`${date}T${time}Z`)
}

/** The instant a Madrid wall shows `wall`. Shown twice: the first. Skipped: the instant the gap ends at. */
function instantOfWall(wall: number): number {
  const before = offsetAt(wall - DAY_MS)
  const after = offsetAt(wall + DAY_MS)
  const early = wall - before
  if (before === after || offsetAt(early) === before) return early
  const late = wall - after
  return offsetAt(late) === after ? late : changeBetween(late, early)
}

/** The Madrid calendar day of an instant. @example localDateAt(Date.UTC(2025, 7, 10, 22)) // '2025-08-11' */
export function localDateAt(instant: number): LocalDate {
  return dateText(wallAt(instant))
}

/**
 * The Madrid wall time of an instant, seconds dropped.
 * @example localTimeAt(Date.UTC(2025, 7, 11, 14, 20)) // '16:20'
 */
export function localTimeAt(instant: number): LocalTime {
  return new Date(wallAt(instant)).toISOString().slice(11, 16)
}

/**
 * The instant (epoch ms) of a Madrid wall time. A time the spring night skips is the instant the gap
 * ends at; one the autumn night shows twice is the first (product decision 3).
 * @example instantAt('2026-03-29', '02:30') === instantAt('2026-03-29', '03:00')
 * @throws RangeError when either is malformed.
 */
export function instantAt(date: LocalDate, time: LocalTime): number {
  return instantOfWall(wallOf(date, time))
}

/** The instant on `date` that has the Madrid time of day of `instant`, to the millisecond. */
export function sameTimeOn(date: LocalDate, instant: number): number {
  const wall = wallAt(instant)
  return instantOfWall(Date.parse(date) + wall - Math.floor(wall / DAY_MS) * DAY_MS)
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
  return date === today ? 'Hoy' : `${WEEKDAYS[weekdayOf(date)]} ${dayOfMonth(date)}`
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
