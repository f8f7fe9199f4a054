/** Time that passes, which no change of the phone's clock touches. */
export interface Timers {
  /** In milliseconds since some moment. */
  now(): number
  /** Calls `work` once, `ms` milliseconds from now; the returned function prevents it. */
  after(ms: number, work: () => void): () => void
}

export const realTimers: Timers = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
