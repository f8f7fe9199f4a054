import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { type LocalDate, mondayOf } from '../../../core/time/time.ts'

/**
 * The Monday of the week that a family's page opens on: this one, but as long as nothing was logged in it the latest
 * one that has something. On a Monday morning this week is still empty, and says nothing to a consultant.
 * @param records newest first.
 * @returns null: this week.
 */
export function openingWeek(records: readonly SleepRecord[], today: LocalDate): LocalDate | null {
  const latest = records.find(({ date }) => date <= today)
  if (latest === undefined) return null
  const monday = mondayOf(latest.date)
  return monday === mondayOf(today) ? null : monday
}
