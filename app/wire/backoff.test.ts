import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retryAfterMs, retryDelayMs } from './backoff.ts'

describe('retryDelayMs', () => {
  it('doubles from one second to ten', () => {
    expect([1, 2, 3, 4, 5, 50, 5000].map((failures) => retryDelayMs(failures, 0))).toEqual([
      1000, 2000, 4000, 8000, 10_000, 10_000, 10_000,
    ])
  })

  it('spreads over the second half of the wait', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), random, (failures, part) => {
        const longest = retryDelayMs(failures, 0)
        const delay = retryDelayMs(failures, part)
        expect(delay).toBeLessThanOrEqual(longest)
        expect(delay).toBeGreaterThanOrEqual(longest / 2)
      }),
    )
  })
})

describe('retryAfterMs', () => {
  it.each([
    ['2', 429, 2000],
    [' 0 ', 503, 0],
    ['86400', 429, 600_000],
    ['86400', 503, 30_000],
    ['86400', 200, 30_000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 429, null],
    ['-1', 429, null],
    ['', 429, null],
    [null, 429, null],
  ])('%j with a %d is %j', (header, status, ms) => {
    expect(retryAfterMs(header, status)).toBe(ms)
  })
})
