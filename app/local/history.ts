import { addDays, type LocalDate, localDateAt } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { clock } from '../device/clock.ts'
import type { Missing } from './baby-data.ts'
import type { LocalDb } from './local-db.ts'
import { monthOf } from './months.ts'
import type { Snapshot } from './row-cache.ts'

/*
 * The app starts with the recent months only, and reads or downloads the older ones afterwards: a start mustn't wait
 * for years.
 */

/** More than any screen shows when it opens, in any zone: today, this week, a sleep that was never ended. */
const RECENT_DAYS = 60

/** The first of the recent months ('YYYY-MM'). */
export function firstRecentMonth(): string {
  return monthOf({ date: addDays(localDateAt(clock.now(), MADRID), -RECENT_DAYS) })
}

/** Why what was logged on that day may not be here while some of the log is missing; null: it is here. */
export function missingOn(missing: Missing | null, date: LocalDate): Missing | null {
  return monthOf({ date }) >= firstRecentMonth() ? null : missing
}

/** Reads the recent months; when nothing was logged in them, everything: a sleep may be running since long ago. */
export async function firstMonths(db: LocalDb): Promise<Snapshot> {
  const snapshot = await db.read({ from: firstRecentMonth() })
  return snapshot.months.some(({ records }) => records.length > 0) ? snapshot : db.read('all')
}
