/** A nap's window is 30 minutes long: a timer that a sleeping phone fires later than that says nothing. */
export const LATEST_AFTER_MS = 30 * 60_000

const LOOK_AGAIN_MS = 60_000

/**
 * Runs `fire` at each item's instant, epoch milliseconds of the same clock as `now`. Future ones only. Timers stand
 * still while a phone sleeps, and its clock may be put right meanwhile: what the time is, the date says, each minute.
 * Returns what clears them all.
 */
export function startTimers<Item extends { at: number }>(
  items: readonly Item[],
  now: number,
  fire: (item: Item) => void,
): () => void {
  const stops = items
    .filter((item) => item.at > now)
    .map((item) => startTimer(Date.now() + item.at - now, () => fire(item)))
  return () => {
    for (const stop of stops) stop()
  }
}

function startTimer(dueAt: number, fire: () => void): () => void {
  const wait = () => setTimeout(look, Math.min(dueAt - Date.now(), LOOK_AGAIN_MS))
  const look = () => {
    const lateMs = Date.now() - dueAt
    if (lateMs < 0) timer = wait()
    else if (lateMs <= LATEST_AFTER_MS) fire()
  }
  let timer = wait()
  return () => clearTimeout(timer)
}
