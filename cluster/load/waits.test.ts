import { expect, it } from 'vitest'
import { type Done, longestWaitMs, stillMissing } from './waits.ts'

const FALL_AT = 10_000

function done(deed: Done['deed'], begunAt: number, doneAt: number, phone = 0): Done {
  return { phone, deed, begunAt, doneAt }
}

it('tells how long the phone waited that waited longest, for each by itself', () => {
  const all = [
    done('read', 11_000, 14_000),
    done('read', 20_000, 20_100, 1),
    done('save', 12_000, 31_000),
    done('hear', 12_000, 31_500, 1),
  ]
  const waits = (['read', 'save', 'hear'] as const).map((deed) => longestWaitMs(all, deed, FALL_AT))
  expect(waits).toEqual([3_000, 19_000, 19_500])
})

it('counts from the fall on for who waited already, and leaves out what was over by then', () => {
  const all = [done('read', 2_000, 9_000), done('read', 8_000, 12_500)]
  expect(longestWaitMs(all, 'read', FALL_AT)).toBe(2_500)
  expect(longestWaitMs([], 'read', FALL_AT)).toBe(0)
})

it('misses each phone that hasn’t done everything which it began since the fall', () => {
  const all = [done('read', 9_999, 10_500), done('save', 10_000, 10_500), done('hear', 10_001, 12_000)]
  expect(stillMissing(all, 1, FALL_AT)).toEqual(['0 read'])
  expect(stillMissing([...all, done('read', 10_600, 10_700)], 1, FALL_AT)).toEqual([])
  expect(stillMissing([], 2, FALL_AT)).toHaveLength(6)
})
