import { type DrawnSleep, recordOfSleep } from '../../../core/rebuild/rebuild-day.ts'
import { type RecordWarning, warningsFor } from '../../../core/records/record-warnings.ts'
import { recordsBetween, type SleepRecord, sortNewestFirst } from '../../../core/records/sleep-record.ts'
import { addDays, type LocalDate, type TimeZone } from '../../../core/time/time.ts'

/**
 * What looks odd about each drawn sleep, by its key: against the log, and against the others that are drawn.
 * @param records the log, newest first. @param open those of it that have no end. @param now epoch milliseconds.
 */
export function drawnWarnings(
  date: LocalDate,
  sleeps: readonly DrawnSleep[],
  records: readonly SleepRecord[],
  open: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
): ReadonlyMap<number, readonly RecordWarning[]> {
  const drawn = new Map(
    sleeps.map((sleep) => [
      sleep.key,
      { ...recordOfSleep(date, sleep, zone), id: `drawn ${sleep.key}`, user_id: '' },
    ]),
  )
  // A drawn night may be the evening's before, and what lies beside it a day earlier still.
  const logged = recordsBetween(records, addDays(date, -2), addDays(date, 1))
  const all = sortNewestFirst([...logged, ...drawn.values()])
  const surroundings = { records: all, open, now, zone }
  return new Map([...drawn].map(([key, record]) => [key, warningsFor(record, surroundings)]))
}
