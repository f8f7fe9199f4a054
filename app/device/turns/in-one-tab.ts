import type { Timers } from './timers.ts'

/** A tab that holds a lock for so long is asleep. */
const STEAL_AFTER_MS = 30_000

/** The Web Locks of a browser. */
export type Locks = Pick<LockManager, 'request'>

interface TabParts {
  /** Undefined without HTTPS: then no tab waits for another. */
  locks: Locks | undefined
  timers: Timers
}

/**
 * Does `work` in one tab of the phone at a time, of all work by that name. A tab that sleeps is robbed of its turn, and
 * goes on where it was when it wakes up; so does one that was only slow. `work` has to bear that.
 */
export async function inOneTab<Result>(
  name: string,
  work: () => Promise<Result>,
  { locks, timers }: TabParts,
): Promise<Result> {
  if (locks === undefined) return work()
  const begun: Promise<Result>[] = []
  const begin = () => {
    const own = work()
    begun.push(own)
    return own
  }
  const waiting = new AbortController()
  const stopWaiting = timers.after(STEAL_AFTER_MS, () => waiting.abort())
  try {
    return await locks.request(name, { signal: waiting.signal }, begin)
  } catch {
    // Another tab stole the lock: what was begun here ends by itself.
    const [own] = begun
    if (own !== undefined) return own
  } finally {
    stopWaiting()
  }
  try {
    return await locks.request(name, { steal: true }, begin)
  } catch {
    return begun[0] ?? work()
  }
}
