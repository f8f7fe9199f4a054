import type { SleepRecord } from '../records/sleep-record.ts'
import { findRunningRecord } from '../records/still-asleep.ts'
import { addDays, type LocalDate, localDateAt, type TimeZone } from '../time/time.ts'
import { FORTNIGHT_DAYS, type Fortnight } from './fortnight.ts'
import { fortnightsOfLog, type TrendChange, trendChange } from './sleep-trend.ts'

/** A support of a family by a consultant, both days included. */
export interface SupportDays {
  startsOn: LocalDate
  endsOn: LocalDate
}

/**
 * How the baby sleeps at the end of a support beside how it was. `earlier` is that of the 14 days before the support
 * ('before'), or of its first 14 ('first') where those before weren't logged.
 */
export type SupportReport =
  /** The days to compare aren't over before `comparableOn`. */
  | { kind: 'early'; against: 'before' | 'first'; comparableOn: LocalDate }
  /** The support ends before there are two fortnights to compare. */
  | { kind: 'short' }
  /** One of the two sides has too few days that count. */
  | { kind: 'few'; side: 'earlier' | 'last'; known: number; earlier: Fortnight; last: Fortnight }
  | ComparedReport

/** A report that has something to say. */
export interface ComparedReport {
  kind: 'compared'
  against: 'before' | 'first'
  earlier: Fortnight
  last: Fortnight
  change: TrendChange
}

/**
 * Compares the last 14 days of a support that are over with how the family came to it. The days before the support say
 * that best: nothing had been changed yet. Families often begin to log with the support, though, and then its first
 * 14 days stand for it. Which days count, and what is noticeable, is as everywhere (rule 10.35, getting better).
 * @param records the whole log, newest first.
 * @param now epoch milliseconds.
 */
export function supportReport(
  records: readonly SleepRecord[],
  { startsOn, endsOn }: SupportDays,
  now: number,
  zone: TimeZone,
): SupportReport {
  const fortnight = fortnightsOfLog(records, findRunningRecord(records, now, zone), now, zone)
  const today = localDateAt(now, zone)
  const yesterday = addDays(today, -1)
  const lastFrom = addDays(endsOn < yesterday ? endsOn : yesterday, 1 - FORTNIGHT_DAYS)
  const before = fortnight(addDays(startsOn, -FORTNIGHT_DAYS))
  // As long as the days before the support aren't over, enough of them may still be logged.
  const against = today >= startsOn && before.figures.total.usual === null ? 'first' : 'before'
  // No day may stand on both sides.
  const earliest = against === 'before' ? startsOn : addDays(startsOn, FORTNIGHT_DAYS)
  const comparableOn = addDays(earliest, FORTNIGHT_DAYS)
  if (comparableOn > addDays(endsOn, 1)) return { kind: 'short' }
  if (lastFrom < earliest) return { kind: 'early', against, comparableOn }
  const earlier = against === 'before' ? before : fortnight(startsOn)
  const last = fortnight(lastFrom)
  for (const [side, { figures }] of [
    ['earlier', earlier],
    ['last', last],
  ] as const) {
    const { known, usual } = figures.total
    if (usual === null) return { kind: 'few', side, known, earlier, last }
  }
  return { kind: 'compared', against, earlier, last, change: trendChange(last, earlier) }
}
