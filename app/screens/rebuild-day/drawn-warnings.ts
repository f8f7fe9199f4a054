import { type DrawnSleep, recordOfSleep } from '../../../core/rebuild/rebuild-day.ts'
import { type RecordWarning, warningsFor } from '../../../core/records/record-warnings.ts'
import {
  isOpen,
  recordsBetween,
  recordsSince,
  type SleepRecord,
  sortNewestFirst,
} from '../../../core/records/sleep-record.ts'
import { addDays, type LocalDate, type TimeZone } from '../../../core/time/time.ts'

/**
 * What looks odd about each drawn sleep, by its key: against the log, and against the others that are drawn.
 * @param records the log, newest first. @param now epoch milliseconds.
 */
export function drawnWarnings(
  date: LocalDate,
  sleeps: readonly DrawnSleep[],
  records: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
): ReadonlyMap<number, readonly RecordWarning[]> {
  const drawn = sleeps.map((sleep) => ({
    ...recordOfSleep(date, sleep, zone),
    id: `drawn ${sleep.key}`,
    user_id: '',
  }))
  // A drawn night may be the evening's before, and what lies beside it a day earlier still.
  const [from, to] = [addDays(date, -2), addDays(date, 1)]
  // A later one without an end says that an earlier one isn't running.
  const later = recordsSince(records, addDays(to, 1)).filter(isOpen)
  const all = sortNewestFirst([...later, ...recordsBetween(records, from, to), ...drawn])
  return new Map(sleeps.map(({ key }, index) => [key, warningsOf(drawn[index], all, now, zone)]))
}

function warningsOf(
  record: SleepRecord | undefined,
  all: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
) {
  return record === undefined ? [] : warningsFor(record, all, now, zone)
}
