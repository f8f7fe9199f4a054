import { expect, it } from 'vitest'
import { BLOCK, RowHeights } from './row-heights.ts'

const SEEN: [number, number] = [0, 800]

it('draws the blocks in sight, and leaves the room of the others', () => {
  const heights = new RowHeights(50)
  expect(heights.between(...SEEN, 5000)).toEqual({ first: 0, end: 2 * BLOCK, before: 0, after: 4980 * 50 })
  expect(heights.between(2500, 3300, 5000)).toEqual({
    first: 5 * BLOCK,
    end: 7 * BLOCK,
    before: 2500,
    after: 4930 * 50,
  })
})

it('goes by what was measured, and by its mean for the rest', () => {
  const heights = new RowHeights(50)
  heights.measure(0, 2000)
  expect(heights.between(2500, 3300, 100)).toMatchObject({ first: BLOCK, before: 2000, after: 8 * 2000 })
})

it('draws all of a short list, and the end of one that has become shorter', () => {
  const heights = new RowHeights(50)
  expect(heights.between(...SEEN, 3)).toEqual({ first: 0, end: 3, before: 0, after: 0 })
  expect(heights.between(90_000, 91_000, 45)).toMatchObject({ first: 40, end: 45, before: 2000 })
  expect(heights.between(...SEEN, 0)).toEqual({ first: 0, end: 0, before: 0, after: 0 })
})
