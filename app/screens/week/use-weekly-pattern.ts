import { useMemo } from 'react'
import {
  findRunningRecord,
  insertSorted,
  type LocalDate,
  recordsBetween,
  type SleepRecord,
} from '../../../core/sleep-record.ts'
import { addDays } from '../../../core/time.ts'
import { weeklyPattern } from '../../../core/weekly-pattern.ts'

/** The week's pattern and the running record. `now` is epoch ms; the records are newest first, and may be of years. */
export function useWeeklyPattern(
  records: readonly SleepRecord[],
  monday: LocalDate,
  birthDate: LocalDate,
  now: number,
) {
  const running = useMemo(() => findRunningRecord(records, now), [records, now])
  const pattern = useMemo(() => {
    // A night reaches in from the day before. A running record outside the week says that an open one inside isn't.
    const near = recordsBetween(records, addDays(monday, -1), addDays(monday, 7))
    const log = running === null ? near : insertSorted(near, running)
    return weeklyPattern(log, monday, birthDate, now)
  }, [records, running, monday, birthDate, now])
  return { pattern, running }
}
