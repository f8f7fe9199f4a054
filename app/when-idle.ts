/** For browsers without idle callbacks: by then the first screen is painted. */
const LATER_MS = 200

/** Runs `work` when the page has nothing else to do; the returned function takes it back. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, LATER_MS)
    return () => clearTimeout(timer)
  }
  let asked = 0
  // After a frame: what was just drawn is seen first.
  const frame = requestAnimationFrame(() => {
    asked = requestIdleCallback(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    cancelIdleCallback(asked)
  }
}
