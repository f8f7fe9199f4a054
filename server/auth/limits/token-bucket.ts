import { LRUCache } from 'lru-cache'

/** Takes a token from the bucket of `key`. Returns 0 when there was one, else the milliseconds until there is one. */
export type TokenBucket = (key: string) => number

/** Beyond so many keys, the one that asked longest ago is forgotten; whoever keeps asking is remembered. */
const REMEMBERED_KEYS = 50_000

/** Makes a bucket for each key: it has `burst` tokens at first and gets one back every `refillMs`, up to `burst`. */
export function createTokenBucket(
  burst: number,
  refillMs: number,
  // A monotonic clock, because setting the machine's clock must not fill or empty a bucket. Whole milliseconds add up
  // without rounding errors.
  now: () => number = () => Math.trunc(performance.now()),
): TokenBucket {
  // A bucket is kept as the moment at which it is full again: each refill until then is one token that it lacks.
  // `maxSize` limits the keys because with `max` the cache would allocate the memory for all of them beforehand.
  const fullAt = new LRUCache<string, number>({ maxSize: REMEMBERED_KEYS, sizeCalculation: () => 1 })
  return (key) => {
    const present = now()
    const full = Math.max(present, fullAt.get(key) ?? 0)
    const wait = full + refillMs - (present + burst * refillMs)
    if (wait > 0) return wait
    fullAt.set(key, full + refillMs)
    return 0
  }
}
