import { addDays, localDateAt } from '../../core/time.ts'
import { clock } from './clock.ts'
import type { Image, Moment } from './image.ts'
import type { LocalDb } from './local-db.ts'
import { monthOf } from './months.ts'

/* A start waits for what it shows, not for years: first the last months, then the others in pieces, newest first. */

/** More than any screen shows when it opens: today, this week, a sleep that was never ended. */
const RECENT_DAYS = 60
/** A piece is a task of some tens of milliseconds on a slow phone. */
const MONTHS_AT_ONCE = 12

/** The recent months; for someone who comes back after longer, everything: a sleep may still run since then. */
export async function firstMonths(db: LocalDb): Promise<Moment> {
  const recent = monthOf({ date: addDays(localDateAt(clock.now()), -RECENT_DAYS) })
  const moment = await db.read({ from: recent })
  return moment.months.some(({ records }) => records.length > 0) ? moment : db.read('all')
}

/** The months that aren't in the image yet, in pieces to read one after the other. */
export function olderMonths(names: readonly string[], { months }: Pick<Image, 'months'>): string[][] {
  const missing = names.filter((name) => !months.has(name)).reverse()
  return Array.from({ length: Math.ceil(missing.length / MONTHS_AT_ONCE) }, (_, index) =>
    missing.slice(index * MONTHS_AT_ONCE, (index + 1) * MONTHS_AT_ONCE),
  )
}
