import { describe, expect, it } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

/** A store whose clock stands still, and that says how often it was asked. */
function storeAt() {
  const until = new Map<string, number>()
  const store = {
    now: 1e6,
    asked: 0,
    async reserve(key: string, stepMs: number, horizonMs: number) {
      store.asked += 1
      const end = Math.max(store.now, until.get(key) ?? 0)
      const isGiven = end + stepMs <= store.now + horizonMs
      if (isGiven) until.set(key, end + stepMs)
      return { isGiven, ms: (until.get(key) ?? 0) - store.now }
    },
  }
  return store
}

describe('a token bucket', () => {
  it('gives its burst at once, and then says how long a token takes to come back', async () => {
    const store = storeAt()
    const take = createTokenBucket(store, 3, 2000)
    expect([await take('a'), await take('a'), await take('a'), await take('a')]).toEqual([0, 0, 0, 2000])
    expect([await take('b'), await take('b')]).toEqual([0, 0])
    store.now += 1500
    const another = createTokenBucket(store, 3, 2000)
    expect(await another('a')).toBe(500)
    store.now += 500
    expect(await createTokenBucket(store, 3, 2000)('a')).toBe(0)
  })

  it('knows by itself who was refused a moment ago', async () => {
    const store = storeAt()
    const take = createTokenBucket(store, 1, 60_000)
    await take('a')
    const first = await take('a')
    const { asked } = store
    const then = await take('a')
    expect([store.asked, then > 0, then <= first]).toEqual([asked, true, true])
  })
})
