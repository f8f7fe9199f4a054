/** What phones do: they read, save, and hear of what another one has saved. */
export const DEEDS = ['read', 'save', 'hear'] as const
export type Deed = (typeof DEEDS)[number]

/** One of them that was done in the end, on a clock in milliseconds that only goes forward. */
export interface Done {
  phone: number
  deed: Deed
  begunAt: number
  doneAt: number
}

/** Returns who has done less than everything that they have begun since then, as `phone deed`. */
export function stillMissing(done: readonly Done[], phones: number, since: number): string[] {
  const seen = new Set(
    done.filter(({ begunAt }) => begunAt >= since).map(({ phone, deed }) => `${phone} ${deed}`),
  )
  const all = Array.from({ length: phones }, (_, phone) => DEEDS.map((deed) => `${phone} ${deed}`)).flat()
  return all.filter((wanted) => !seen.has(wanted))
}

/**
 * Returns how long the phone waited that waited longest: from when it wanted something, or from the fall on, until it
 * had it. Somebody always begins right after a fall, so while nobody is served that is how long it takes.
 */
export function longestWaitMs(done: readonly Done[], deed: Deed, fallAt: number): number {
  const waits = done
    .filter((one) => one.deed === deed && one.doneAt > fallAt)
    .map(({ begunAt, doneAt }) => doneAt - Math.max(begunAt, fallAt))
  return Math.max(0, ...waits)
}
