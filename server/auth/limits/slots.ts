import pLimit from 'p-limit'
import { tooBusy } from '../../http/errors.ts'

/**
 * Runs at most `limit` tasks at once, while up to `mostWaiting` others wait their turn. Throws 429 when the line is
 * full: by their turn nobody would wait for the answer any more, and it would cost no less than another.
 */
export function createSlots(limit: number, mostWaiting: number): <T>(task: () => Promise<T>) => Promise<T> {
  const line = pLimit(limit)
  return async (task) => {
    if (line.activeCount + line.pendingCount >= limit + mostWaiting) throw tooBusy()
    return line(task)
  }
}
