import { LRUCache } from 'lru-cache'
import type { LimitStore } from './limit-store.ts'

/** Takes a token from the bucket of `key`. Returns 0 when there was one, else the milliseconds until there is one. */
export type TokenBucket = (key: string) => Promise<number>

/** So many refusals are known here, so that a flood of calls that are refused anyway doesn't reach the database. */
const REMEMBERED_REFUSALS = 50_000

/** Makes a bucket for each key: it has `burst` tokens at first and gets one back every `refillMs`, up to `burst`. */
export function createTokenBucket(
  store: Pick<LimitStore, 'reserve'>,
  burst: number,
  refillMs: number,
): TokenBucket {
  // `maxSize` limits the keys because with `max` the cache would allocate the memory for all of them beforehand. The
  // clock is a monotonic one, because setting the machine's clock must not fill or empty a bucket.
  const refusedUntil = new LRUCache<string, number>({
    maxSize: REMEMBERED_REFUSALS,
    sizeCalculation: () => 1,
  })
  return async (key) => {
    const known = (refusedUntil.get(key) ?? 0) - performance.now()
    if (known > 0) return known
    // A bucket is kept as the moment at which it is full again: each refill until then is one token that it lacks.
    const horizonMs = burst * refillMs
    const { isGiven, ms } = await store.reserve(key, refillMs, horizonMs)
    if (isGiven) return 0
    const wait = Math.max(1, ms + refillMs - horizonMs)
    refusedUntil.set(key, performance.now() + wait)
    return wait
  }
}
