const FIRST_MS = 250
const LONGEST_MS = 10_000

/** How long to wait before the next try, after so many that failed: twice as long each time, and never very long. */
export function growingPause(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** failures)
}
