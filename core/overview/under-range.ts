import type { LookedAtDay } from './overview-day.ts'

/** One short day is a day, and two may be a cold; with the third it is how the baby sleeps now. */
const DAYS_IN_A_ROW = 3

/**
 * Whether the latest days were all under the range of the age. Only days that were logged as a whole count: half a
 * day's log looks like half a day's sleep. Days at the end that aren't over yet are left out.
 * @param days oldest first.
 */
export function isUnderRange(days: readonly LookedAtDay[]): boolean {
  const lastOver = days.findLastIndex(({ isOpen }) => !isOpen)
  const latest = days.slice(0, lastOver + 1).slice(-DAYS_IN_A_ROW)
  return latest.length === DAYS_IN_A_ROW && latest.every(({ counts, status }) => counts && status === 'under')
}
