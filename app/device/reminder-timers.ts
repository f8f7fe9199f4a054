/** A nap's window is 30 minutes long: a timer that a sleeping phone fires later than that says nothing. */
export const LATEST_AFTER_MS = 30 * 60_000

/**
 * Runs `fire` at each item's instant, epoch milliseconds of the same clock as `now`. Future ones only. Timers stand
 * still while a phone sleeps, and so does its count of the time that has passed: how late one is, the date says.
 * Returns what clears them all.
 */
export function startTimers<Item extends { at: number }>(
  items: readonly Item[],
  now: number,
  fire: (item: Item) => void,
): () => void {
  const timers = items
    .filter((item) => item.at > now)
    .map((item) => {
      const delayMs = item.at - now
      const dueAt = Date.now() + delayMs
      return setTimeout(() => {
        if (Date.now() - dueAt <= LATEST_AFTER_MS) fire(item)
      }, delayMs)
    })
  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}
