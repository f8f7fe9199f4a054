import { type SleepStatus, sleepStatus } from '../baby/recommendations.ts'
import { recordsBetween, type SleepRecord } from '../records/sleep-record.ts'
import { addDays, type LocalDate, type LocalTime, minuteOfDay, type TimeZone } from '../time/time.ts'
import { type DiaryAverages, type DiaryWeek, diaryWeek, minuteOfEvening } from './sleep-diary.ts'

/** A mean of a week and that of the week before; null where no day counts. */
export interface Beside<Value> {
  week: Value | null
  before: Value | null
  /** The week less the week before: minutes, or a count. */
  change: number | null
}

/** «¿Duerme bastante, va a mejor?»: the means of the printed diary, of two weeks. */
export interface WeekComparison {
  /** How many days count. */
  days: { week: number; before: number }
  /** How the week's mean compares with the recommended range; null for few days, and where the age isn't known. */
  status: SleepStatus | null
  /** Minutes of sleep in a day. */
  total: Beside<number>
  night: Beside<number>
  napMin: Beside<number>
  /** Naps a day to one decimal, as shown; so are the wakings. */
  napCount: Beside<number>
  wakings: Beside<number>
  bedtime: Beside<LocalTime>
  wakeUp: Beside<LocalTime>
}

/** With fewer days a mean says little: one bad night would be half of it. */
const ENOUGH_DAYS = 3

/** @example isFew(2) // true */
export function isFew(days: number): boolean {
  return days < ENOUGH_DAYS
}

/**
 * The week that begins on `monday` beside the one before it.
 * @param records the whole log, newest first, or as much as holds the two weeks, a day on either side and the running
 * record. @param birthDate null: not known. @param now epoch milliseconds.
 */
export function compareWeeks(
  records: readonly SleepRecord[],
  monday: LocalDate,
  birthDate: LocalDate | null,
  now: number,
  zone: TimeZone,
): WeekComparison {
  const week = diaryWeek(records, monday, birthDate, now, zone)
  const before = diaryWeek(records, addDays(monday, -7), birthDate, now, zone)
  const beside = <Value>(
    read: (week: DiaryWeek) => Value | null,
    less: (one: Value, other: Value) => number,
  ) => besideOf(read(week), read(before), less)
  const mean = (read: (averages: DiaryAverages) => number) =>
    beside(({ averages }) => (averages === null ? null : toDecimal(read(averages))), decimalLess)
  return {
    days: { week: daysOf(week), before: daysOf(before) },
    status: statusOf(week),
    total: mean((averages) => averages.totalMin),
    night: mean((averages) => averages.nightMin),
    napMin: mean((averages) => averages.napMin),
    napCount: mean((averages) => averages.napCount),
    wakings: mean((averages) => averages.wakings),
    bedtime: beside(
      ({ bedtime }) => bedtime,
      (one, other) => minuteOfEvening(one) - minuteOfEvening(other),
    ),
    wakeUp: beside(
      ({ wakeUp }) => wakeUp,
      (one, other) => minuteOfDay(one) - minuteOfDay(other),
    ),
  }
}

/** The part of a log that a comparison reads, besides the running record. */
export function recordsToCompare(records: readonly SleepRecord[], monday: LocalDate): readonly SleepRecord[] {
  return recordsBetween(records, addDays(monday, -8), addDays(monday, 7))
}

function daysOf({ averages }: DiaryWeek): number {
  return averages?.days ?? 0
}

function statusOf({ averages, age }: DiaryWeek): SleepStatus | null {
  if (averages === null || age === null || isFew(averages.days)) return null
  return sleepStatus(averages.totalMin, age.range)
}

function besideOf<Value>(
  week: Value | null,
  before: Value | null,
  less: (one: Value, other: Value) => number,
): Beside<Value> {
  return { week, before, change: week === null || before === null ? null : less(week, before) }
}

/** The difference of two means that are rounded for the screen, so that the three numbers of a line agree. */
function decimalLess(one: number, other: number): number {
  return toDecimal(one - other)
}

/** Rounds to one decimal, which leaves minutes as they are: those are whole. */
function toDecimal(count: number): number {
  return Math.round(count * 10) / 10
}
