/** Milliseconds. The longest wait is three polls of a page that nobody tells of changes: a server can bear that. */
const RETRY_MS = { first: 1_000, longest: 10_000 }

/**
 * The wait before the next try in milliseconds, spread over half its length so that many phones don't return at once.
 * @param failures in a row, from 1.
 * @param random in [0, 1).
 */
export function retryDelayMs(
  failures: number,
  random: number,
  between: Partial<typeof RETRY_MS> = {},
): number {
  const { first, longest } = { ...RETRY_MS, ...between }
  return Math.min(longest, first * 2 ** (failures - 1)) * (1 - random / 2)
}

/**
 * The wait that `Retry-After` asks for, in milliseconds; null without one. It is read in seconds: dates are not used by
 * our servers and need a clock. At most ten minutes after a 429, else half a minute: a proxy whose server is away only
 * guesses how long it takes.
 */
export function retryAfterMs(header: string | null, status: number): number | null {
  if (header === null || !/^\d+$/.test(header.trim())) return null
  return Math.min(Number(header) * 1000, status === 429 ? 600_000 : 30_000)
}
