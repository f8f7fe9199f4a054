import { describe, expect, it } from 'vitest'
import { barPixels, MIN_BAR_PX } from './bar-pixels.ts'

it('is 8 px wide at least (rule 9.9, axis and bars)', () => {
  expect(MIN_BAR_PX).toBe(8)
})

describe('barPixels', () => {
  it.each([
    ['to scale', 0.25, 0.5, 240, 60, 60],
    ['the whole axis', 0, 1, 240, 0, 240],
    ['at least 8 px', 0.5, 0.501, 240, 120, 8],
    ['without length', 0, 0, 240, 0, 8],
    ['moved back at the end', 0.99, 1, 240, 232, 8],
    ['at the very end', 1, 1, 240, 232, 8],
    ['on an axis narrower than that', 0.5, 0.6, 5, 0, 5],
    ['before there is an axis', 0.5, 0.6, 0, 0, 0],
  ])('%s', (_, start, end, widthPx, x, width) => {
    expect(barPixels({ start, end }, widthPx)).toEqual({ x, width })
  })
})
