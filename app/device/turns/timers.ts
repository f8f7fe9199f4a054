import { phoneNow } from '../clock.ts'

/** Time that passes, which no change of the phone's clock touches. */
export interface Timers {
  /** In milliseconds since some moment. It may stand still while the phone sleeps. */
  now(): number
  /** What the phone's clock says, in epoch milliseconds: it goes on while the phone sleeps, and may be set. */
  phoneNow(): number
  /** Calls `work` once, `ms` milliseconds from now; the returned function prevents it. */
  after(ms: number, work: () => void): () => void
}

export const realTimers: Timers = {
  now: () => performance.now(),
  phoneNow,
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
