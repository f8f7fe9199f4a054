import { dayProgress } from '../day/day-progress.ts'
import { wakingsLoggedSince } from '../day/longest-stretch.ts'
import { recordsOfDay, totalMinutes } from '../records/day-total.ts'
import { insertSorted, recordsBetween, type SleepRecord } from '../records/sleep-record.ts'
import { findRunningRecord } from '../records/still-asleep.ts'
import { addDays, type LocalDate, localDateAt, type TimeZone } from '../time/time.ts'
import {
  DAYS_NEEDED,
  FIGURES,
  type FigureName,
  FORTNIGHT_DAYS,
  type Fortnight,
  fortnightFrom,
} from './fortnight.ts'
import { countsInAverage } from './weekly-pattern.ts'

/** «Is it getting better?»: the last 14 days beside the 14 before, and beside the first ones of the log. */
export interface SleepTrend {
  last: Fortnight
  before: Fortnight
  /** Null as long as the log's first 14 days aren't over before the other two fortnights begin. */
  first: Fortnight | null
  /** Days that count among the last 14 are too few to say anything of them. */
  isFew: boolean
}

/** What became of each figure from an earlier fortnight to a later one: the later less the earlier. */
export interface TrendChange {
  /** Minutes, or a count; null where either side has too few days. */
  by: Readonly<Record<FigureName, number | null>>
  /** The figures whose change is large enough to be put in words. */
  noticed: readonly FigureName[]
  /** Whether the time of falling asleep varies less or more than it did; null: about the same, or not known. */
  spread: 'less' | 'more' | null
}

/** A smaller change of a mean of so few days is chance as easily as not. Minutes, or a count. */
const NOTICEABLE: Readonly<Record<FigureName, number>> = {
  total: 15,
  night: 15,
  stretch: 15,
  wakings: 0.5,
  bedtime: 15,
  napMin: 15,
  napCount: 0.5,
}
/** By so many minutes the range of bedtimes must be narrower or wider. */
const NOTICEABLE_SPREAD_MIN = 15

/**
 * The trend up to `until` or up to yesterday, whichever is earlier: today is never over. Days that aren't over, or lack
 * a wake-up, don't count (rule 10.35, getting better).
 * @param records the whole log, newest first; with a part of it the first fortnight would be a wrong one.
 * @param now epoch milliseconds.
 */
export function sleepTrend(
  records: readonly SleepRecord[],
  until: LocalDate,
  now: number,
  zone: TimeZone,
): SleepTrend {
  const yesterday = addDays(localDateAt(now, zone), -1)
  const to = until < yesterday ? until : yesterday
  const running = findRunningRecord(records, now, zone)
  const fortnight = fortnightsOfLog(records, running, now, zone)
  const last = fortnight(addDays(to, 1 - FORTNIGHT_DAYS))
  const before = fortnight(addDays(last.from, -FORTNIGHT_DAYS))
  const firstDay = firstDayThatCounts(records, running, now, zone)
  const isFirstEarlier = firstDay !== null && addDays(firstDay, FORTNIGHT_DAYS) <= before.from
  return {
    last,
    before,
    first: isFirstEarlier ? fortnight(firstDay) : null,
    isFew: last.figures.total.known < DAYS_NEEDED,
  }
}

/** Reads the fortnights of a whole log, each by its first day. */
export function fortnightsOfLog(
  records: readonly SleepRecord[],
  running: SleepRecord | null,
  now: number,
  zone: TimeZone,
): (from: LocalDate) => Fortnight {
  const wakingsSince = wakingsLoggedSince(records)
  return (from) => {
    const near = recordsBetween(records, addDays(from, -1), addDays(from, FORTNIGHT_DAYS))
    return fortnightFrom(running === null ? near : insertSorted(near, running), from, wakingsSince, now, zone)
  }
}

/** Whether there is an earlier fortnight with enough days to stand beside the last one. */
export function isComparable({ isFew, before, first }: SleepTrend): boolean {
  return !isFew && [before, first].some((earlier) => earlier !== null && earlier.figures.total.usual !== null)
}

/** What changed from one fortnight to a later one. */
export function trendChange(later: Fortnight, earlier: Fortnight): TrendChange {
  const changeOf = (name: FigureName) => {
    const [now, then] = [later.figures[name].usual, earlier.figures[name].usual]
    // One decimal, as both are shown with; minutes are whole.
    return now === null || then === null ? null : Math.round((now - then) * 10) / 10
  }
  // Every name is in the list that the record is made of.
  const by = Object.fromEntries(FIGURES.map((name) => [name, changeOf(name)])) as TrendChange['by']
  return {
    by,
    noticed: FIGURES.filter((name) => Math.abs(by[name] ?? 0) >= NOTICEABLE[name]),
    spread: spreadChange(later.bedtimeRange, earlier.bedtimeRange),
  }
}

function spreadChange(
  later: Fortnight['bedtimeRange'],
  earlier: Fortnight['bedtimeRange'],
): TrendChange['spread'] {
  if (later === null || earlier === null) return null
  const change = later.to - later.from - (earlier.to - earlier.from)
  if (Math.abs(change) < NOTICEABLE_SPREAD_MIN) return null
  return change < 0 ? 'less' : 'more'
}

/** The log begins with it: a stray record before doesn't, nor does a day that nobody logged as a whole. */
function firstDayThatCounts(
  records: readonly SleepRecord[],
  running: SleepRecord | null,
  now: number,
  zone: TimeZone,
): LocalDate | null {
  const counts = (date: LocalDate) => {
    const near = recordsBetween(records, date, addDays(date, 1))
    const totalSleep = totalMinutes(recordsOfDay(near, date), running, now, zone)
    return countsInAverage({
      totalSleep,
      hasWakeUp: true,
      progress: dayProgress(near, date, running, now, zone),
    })
  }
  return records.findLast(({ type, date }) => type === 'despertar' && counts(date))?.date ?? null
}
