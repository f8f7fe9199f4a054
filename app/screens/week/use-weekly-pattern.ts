import { useMemo } from 'react'
import { insertSorted, recordsBetween, type SleepRecord } from '../../../core/records/sleep-record.ts'
import { findRunningRecord } from '../../../core/records/still-asleep.ts'
import { addDays, type LocalDate } from '../../../core/time/time.ts'
import { weeklyPattern } from '../../../core/week/weekly-pattern.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'

/**
 * The week's pattern and the running record. `now` is epoch ms; the records are newest first, and may be of years;
 * `open` are those that haven't ended.
 * @param birthDate null: not known.
 */
export function useWeeklyPattern(
  { records, open }: { records: readonly SleepRecord[]; open: readonly SleepRecord[] },
  monday: LocalDate,
  birthDate: LocalDate | null,
  now: number,
) {
  const zone = useTimeZone()
  const running = useMemo(() => findRunningRecord(records, now, zone, open), [records, open, now, zone])
  const pattern = useMemo(() => {
    // A night reaches in from the day before. A running record outside the week says that an open one inside isn't.
    const near = recordsBetween(records, addDays(monday, -1), addDays(monday, 7))
    const log = running === null ? near : insertSorted(near, running)
    return weeklyPattern(log, monday, birthDate, now, zone)
  }, [records, running, monday, birthDate, now, zone])
  return { pattern, running }
}
