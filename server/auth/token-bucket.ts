import { setBounded } from './set-bounded.ts'

/** Takes one token of `key`: 0 when there was one, else the milliseconds until there is. */
export type TokenBucket = (key: string) => number

const REMEMBERED_KEYS = 50_000

/** Every key has `burst` tokens at first and gets one back every `refillMs`, up to `burst` again. */
export function createTokenBucket(
  burst: number,
  refillMs: number,
  // Monotonic: a clock that is set must not open or close a bucket. Whole milliseconds: they add up exactly.
  now: () => number = () => Math.trunc(performance.now()),
): TokenBucket {
  // One number says it all: a bucket that is full in n refills has n tokens less.
  const fullAt = new Map<string, number>()
  return (key) => {
    const present = now()
    const full = Math.max(present, fullAt.get(key) ?? 0)
    const wait = full + refillMs - (present + burst * refillMs)
    if (wait > 0) return wait
    setBounded(fullAt, key, full + refillMs, REMEMBERED_KEYS)
    return 0
  }
}
