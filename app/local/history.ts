import { addDays, type LocalDate, localDateAt } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { clock } from '../device/clock.ts'
import type { Missing } from './baby-data.ts'
import type { LocalDb } from './local-db.ts'
import { monthOf } from './months.ts'
import type { RowCache, Snapshot } from './row-cache.ts'

/*
 * The app starts with the recent months only, and reads or downloads the older ones afterwards: a start mustn't wait
 * for years.
 */

/** More than any screen shows when it opens, in any zone: today, this week, a sleep that was never ended. */
const RECENT_DAYS = 60
/** So many months are read in some tens of milliseconds on a slow phone, which a tap may wait. */
const MONTHS_AT_ONCE = 12

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

/** The months that aren't in the cache yet, newest first, in pieces to read one after the other. */
export function olderMonths(names: readonly string[], { months }: Pick<RowCache, 'months'>): string[][] {
  const missing = names.filter((name) => !months.has(name)).reverse()
  return Array.from({ length: Math.ceil(missing.length / MONTHS_AT_ONCE) }, (_, index) =>
    missing.slice(index * MONTHS_AT_ONCE, (index + 1) * MONTHS_AT_ONCE),
  )
}
