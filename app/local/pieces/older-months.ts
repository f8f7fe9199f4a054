import type { RowCache } from '../row-cache.ts'

/** So many records are read in some twenty milliseconds on a slow phone, which a tap may wait. */
const RECORDS_AT_ONCE = 800
/** Older months may hold many more than those that are here. */
const MONTHS_AT_ONCE = 12

/**
 * The months that aren't in the cache yet, newest first, in pieces to read one after the other. How many months make a
 * piece is reckoned from the fullest of those that are here.
 */
export function olderMonths(names: readonly string[], { months }: Pick<RowCache, 'months'>): string[][] {
  const missing = names.filter((name) => !months.has(name)).reverse()
  const fullest = Math.max(1, ...[...months.values()].map(({ length }) => length))
  const atOnce = Math.min(MONTHS_AT_ONCE, Math.max(1, Math.floor(RECORDS_AT_ONCE / fullest)))
  return Array.from({ length: Math.ceil(missing.length / atOnce) }, (_, index) =>
    missing.slice(index * atOnce, (index + 1) * atOnce),
  )
}
