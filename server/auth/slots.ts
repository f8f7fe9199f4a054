import { HttpError } from '../errors.ts'

/** Who comes back then finds the line shorter, or is sent away again for nothing but a header. */
const COME_BACK_AFTER_SECONDS = 5

/**
 * Runs at most `limit` tasks at once; up to `mostWaiting` others wait their turn. Throws 429 when the line is full: an
 * answer nobody waits for any more would cost as much as one that somebody does.
 */
export function createSlots(limit: number, mostWaiting: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = limit
  return async (task) => {
    if (free > 0) free--
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw lineIsFull()
    try {
      return await task()
    } finally {
      // The slot goes to whoever is next, or back.
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}

function lineIsFull(): HttpError {
  return new HttpError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    headers: { 'Retry-After': String(COME_BACK_AFTER_SECONDS) },
  })
}
