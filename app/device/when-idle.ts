/** For browsers without idle callbacks: by then the first screen is painted. */
const LATER_MS = 200

/** A browser may never find a page idle that draws nothing new; the work is done all the same. */
const LATEST_MS = 1_000

const waiting = new Set<() => void>()
let isAsked = false

/** Runs `work` when the page has nothing else to do; the returned function takes it back. */
export function whenIdle(work: () => void): () => void {
  waiting.add(work)
  askForTime()
  return () => waiting.delete(work)
}

/** One work a frame: the browser would run all of them in one go, and a tap meanwhile would wait for all. */
function askForTime(): void {
  if (isAsked || waiting.size === 0) return
  isAsked = true
  requestAnimationFrame(() => whenFree(runNext))
}

/**
 * Runs `work` as soon as nothing else is to be done, or soon; in a page out of sight too, which draws no frames. The
 * returned function takes it back.
 */
export function whenFree(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const idle = requestIdleCallback(work, { timeout: LATEST_MS })
    return () => cancelIdleCallback(idle)
  }
  const timer = setTimeout(work, LATER_MS)
  return () => clearTimeout(timer)
}

function runNext(): void {
  isAsked = false
  const [next] = waiting
  if (next !== undefined) waiting.delete(next)
  next?.()
  askForTime()
}
