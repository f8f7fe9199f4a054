import { longestStretch } from '../day/longest-stretch.ts'
import { quartilesOf } from '../habit/quartiles.ts'
import { recordsBetween, type SleepRecord } from '../records/sleep-record.ts'
import { addDays, type LocalDate, type TimeZone } from '../time/time.ts'
import { type DiaryDay, diaryWeek, minuteOfEvening } from './sleep-diary.ts'
import { countsInAverage } from './weekly-pattern.ts'

/** How many days are one side of the comparison. */
export const FORTNIGHT_DAYS = 14

/** Half of a fortnight: with fewer days a few odd ones would decide. */
export const DAYS_NEEDED = 7

/**
 * What two fortnights are compared by. Minutes a day: `total`, `night`, `napMin`; `stretch`: the longest one of the
 * night; `bedtime`: the minute at which it began, since the midnight before, beyond 1440 after midnight; counts a day:
 * `wakings`, `napCount`.
 */
export const FIGURES = ['total', 'night', 'stretch', 'wakings', 'bedtime', 'napMin', 'napCount'] as const
export type FigureName = (typeof FIGURES)[number]

/** A figure of each of the 14 days, oldest first, and of all of them. */
interface Figure {
  /** Null: not known of that day. */
  values: (number | null)[]
  /** Of how many days it is known. */
  known: number
  /** The mean, as whole minutes or with one decimal; of bedtimes the median. Null with too few days. */
  usual: number | null
}

export interface Fortnight {
  from: LocalDate
  to: LocalDate
  /** Oldest first. */
  days: DiaryDay[]
  figures: Readonly<Record<FigureName, Figure>>
  /** Half of the nights began between these two, minutes as those of `bedtime`. Null with too few nights. */
  bedtimeRange: { from: number; to: number } | null
}

/**
 * The 14 days that begin on `from`, of which the days count that are over (rule 10.11, finished days).
 * @param records newest first, those of the fortnight, a day on either side, and the running record.
 * @param wakingsSince the evening from which on a night without a waking is known to have had none; null: none is.
 * @param now epoch milliseconds.
 */
export function fortnightFrom(
  records: readonly SleepRecord[],
  from: LocalDate,
  wakingsSince: LocalDate | null,
  now: number,
  zone: TimeZone,
): Fortnight {
  const days = [from, addDays(from, 7)].flatMap((first) => diaryWeek(records, first, null, now, zone).days)
  const ofCounting = (read: (day: DiaryDay) => number) =>
    days.map((day) => (countsInAverage(day) ? read(day) : null))
  const bedtimes = days.map(bedtimeOf)
  const stretches = days.map((day, index) =>
    wakingsSince === null || day.date < wakingsSince || bedtimes[index] === null
      ? null
      : longestStretch(recordsBetween(records, day.date, addDays(day.date, 1)), day.date, zone),
  )
  const known = knownOf(bedtimes)
  return {
    from,
    to: addDays(from, FORTNIGHT_DAYS - 1),
    days,
    figures: {
      total: figureOf(
        ofCounting((day) => day.totalSleep),
        wholeMean,
      ),
      night: figureOf(
        ofCounting((day) => day.nightMin),
        wholeMean,
      ),
      stretch: figureOf(stretches, wholeMean),
      wakings: figureOf(
        ofCounting((day) => day.wakings),
        decimalMean,
      ),
      bedtime: figureOf(bedtimes, (minutes) => Math.round(quartilesOf(minutes).middle)),
      napMin: figureOf(
        ofCounting((day) => day.napMin),
        wholeMean,
      ),
      napCount: figureOf(
        ofCounting((day) => day.napCount),
        decimalMean,
      ),
    },
    bedtimeRange: known.length < DAYS_NEEDED ? null : rangeOf(known),
  }
}

function bedtimeOf(day: DiaryDay): number | null {
  const { bedtime } = day.rhythm
  return countsInAverage(day) && bedtime !== null ? minuteOfEvening(bedtime) : null
}

function figureOf(values: (number | null)[], usual: (known: readonly number[]) => number): Figure {
  const known = knownOf(values)
  return { values, known: known.length, usual: known.length < DAYS_NEEDED ? null : usual(known) }
}

function knownOf(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function wholeMean(values: readonly number[]): number {
  return Math.round(mean(values))
}

function decimalMean(values: readonly number[]): number {
  return Math.round(mean(values) * 10) / 10
}

function rangeOf(minutes: readonly number[]): { from: number; to: number } {
  const { low, high } = quartilesOf(minutes)
  return { from: Math.round(low), to: Math.round(high) }
}
