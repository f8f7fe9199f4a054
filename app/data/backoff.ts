const FIRST_RETRY_MS = 1_000
/** Three polls of a page that is well: a server that comes back is no busier for it. */
const LONGEST_RETRY_MS = 10_000

/**
 * The wait before the next try, spread over half its length so that many phones don't return at once.
 * @param failures in a row, from 1.
 * @param random in [0, 1).
 */
export function retryDelayMs(failures: number, random: number, longestMs = LONGEST_RETRY_MS): number {
  const longest = Math.min(longestMs, FIRST_RETRY_MS * 2 ** (failures - 1))
  return longest * (1 - random / 2)
}

/** `Retry-After` in seconds; dates are not used by our servers and need a clock. At most ten minutes. */
export function retryAfterMs(header: string | null): number | null {
  if (header === null || !/^\d+$/.test(header.trim())) return null
  return Math.min(Number(header) * 1000, 600_000)
}
