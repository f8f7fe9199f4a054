import { useMemo } from 'react'
import type { LocalDate, SleepRecord } from '../../../core/sleep-record.ts'
import { type WeeklyPattern, weeklyPattern } from '../../../core/weekly-pattern.ts'

/** Goes through the whole log once per change, week and minute, not once per render. */
export function useWeeklyPattern(
  records: readonly SleepRecord[],
  monday: LocalDate,
  birthDate: LocalDate,
  now: number,
): WeeklyPattern {
  return useMemo(() => weeklyPattern(records, monday, birthDate, now), [records, monday, birthDate, now])
}
