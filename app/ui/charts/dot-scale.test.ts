import { expect, it } from 'vitest'
import { dotScale, placeFromTop } from './dot-scale.ts'

it('spans all values, and at least as much as is asked for', () => {
  expect(dotScale([500, 700, 600], 120)).toEqual({ low: 500, high: 700 })
  expect(dotScale([600, 620], 120)).toEqual({ low: 550, high: 670 })
  expect(dotScale([], 2)).toEqual({ low: -1, high: 1 })
})

it('places the highest value at the top', () => {
  const scale = { low: 500, high: 700 }
  expect([700, 600, 500].map((value) => placeFromTop(value, scale))).toEqual([0, 0.5, 1])
})
