import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts guesses by key, as many as are allowed within a time. */
export interface GuessCounter {
  /** Counts one. Returns null when it was allowed, else the milliseconds until one is again. */
  count(key: string): Promise<number | null>
  /** Counts one, allowed or not, and returns how many there are. */
  add(key: string): Promise<number>
  /** Takes one back. */
  takeBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

/** Beyond so many keys, the one that guessed longest ago is forgotten: whoever makes up keys takes no more memory. */
const REMEMBERED_KEYS = 50_000

/** @param duration in seconds. */
export function createGuessCounter(
  limits: { points: number; duration: number },
  rememberedKeys = REMEMBERED_KEYS,
): GuessCounter {
  const limiter = new RateLimiterMemory(limits)
  // The library keeps each key until its time is over, however many there are. This says which it is to drop before.
  const known = new LRUCache<string, true>({
    maxSize: rememberedKeys,
    sizeCalculation: () => 1,
    dispose: (_, key, why) => {
      if (why === 'evict') void limiter.delete(key)
    },
  })
  const seen = (key: string) => {
    if (known.get(key) === undefined) known.set(key, true)
    return key
  }
  return {
    async count(key) {
      try {
        await limiter.consume(seen(key))
        return null
      } catch (rejection) {
        if (rejection instanceof RateLimiterRes) return rejection.msBeforeNext
        throw rejection
      }
    },
    add: async (key) => (await limiter.penalty(seen(key))).consumedPoints,
    async takeBack(key) {
      await limiter.reward(seen(key))
    },
    async forget(key) {
      known.delete(key)
      await limiter.delete(key)
    },
  }
}
