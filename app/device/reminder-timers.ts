/** A nap's window is 30 minutes long: a timer that a sleeping phone fires later than that says nothing. */
export const LATEST_AFTER_MS = 30 * 60_000

const LOOK_AGAIN_MS = 60_000

/** A timer that is to wait longer than this comes at once. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

/**
 * Runs `fire` at each item's instant, epoch milliseconds of the same clock as `now`. Future ones only. Returns what
 * clears them all: what has come due by then, while the phone slept, is fired first.
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

/**
 * One timer waits for the instant: in a hidden page, a timer that is set by a timer may come a minute late. Timers
 * stand still while a phone sleeps, and its clock may be put right meanwhile, so the date is looked at each minute too.
 */
function startTimer(dueAt: number, fire: () => void): () => void {
  let isOver = false
  const clear = () => {
    isOver = true
    clearTimeout(atInstant)
    clearInterval(eachMinute)
  }
  const look = () => {
    const lateMs = Date.now() - dueAt
    if (isOver || lateMs < 0) return
    clear()
    if (lateMs <= LATEST_AFTER_MS) fire()
  }
  const wait = () =>
    setTimeout(
      () => {
        look()
        if (!isOver) atInstant = wait()
      },
      Math.min(dueAt - Date.now(), LONGEST_WAIT_MS),
    )
  let atInstant = wait()
  const eachMinute = setInterval(look, LOOK_AGAIN_MS)
  return () => {
    look()
    clear()
  }
}
