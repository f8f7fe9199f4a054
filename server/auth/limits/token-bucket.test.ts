import { describe, expect, it } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

describe('a token bucket', () => {
  /** Tries a bucket so many times; returns how many tokens it gave, and how long the first refusal has to wait. */
  function ask(take: (key: string) => number, tries: number, key = 'a'): [given: number, wait: number] {
    const waits = Array.from({ length: tries }, () => take(key))
    return [waits.filter((wait) => wait === 0).length, waits.find((wait) => wait > 0) ?? 0]
  }

  it('gives its burst at once, then a token per refill, and fills up again while nobody asks', () => {
    let now = 1e6
    const take = createTokenBucket(30, 2000, () => now)
    expect(ask(take, 40)).toEqual([30, 2000])
    now += 1999
    expect(ask(take, 2)).toEqual([0, 1])
    now += 1
    expect(ask(take, 2)).toEqual([1, 2000])
    now += 10_000
    expect(ask(take, 40)).toEqual([5, 2000])
    now += 59_000
    expect(ask(take, 40)).toEqual([29, 1000])
    now += 1e9
    expect(ask(take, 40)).toEqual([30, 2000])
  })

  it('remembers whoever keeps asking, however many others come', () => {
    const take = createTokenBucket(1, 1000, () => 0)
    const waits = Array.from({ length: 60_000 }, (_, other) => {
      take(`other ${other}`)
      return other % 1000 === 0 ? take('a') : 1000
    })
    expect(waits.filter((wait) => wait === 0)).toHaveLength(1)
  })

  it('is another one for each key', () => {
    const take = createTokenBucket(2, 1000, () => 0)
    expect([ask(take, 3, 'a'), ask(take, 3, 'b'), ask(take, 1, 'a')]).toEqual([
      [2, 1000],
      [2, 1000],
      [0, 1000],
    ])
  })
})
