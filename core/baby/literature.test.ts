import { describe, expect, it } from 'vitest'
import { literatureSleep } from './literature.ts'
import { recommendedSleep } from './recommendations.ts'

describe('literatureSleep', () => {
  it.each([
    [0, 'who', 14, 17, 11, 19],
    [3, 'who', 14, 17, 11, 19],
    [4, 'who', 12, 16, 10, 18],
    [11, 'who', 12, 16, 10, 18],
    [12, 'who', 11, 14, 9, 16],
    [35, 'who', 11, 14, 9, 16],
    [36, 'who', 10, 13, 8, 14],
    [59, 'who', 10, 13, 8, 14],
    [60, 'aasm', 10, 13, 8, 14],
    [71, 'aasm', 10, 13, 8, 14],
    [72, 'aasm', 9, 12, 7, 12],
    [144, 'aasm', 9, 12, 7, 12],
  ])(
    'at %i months: %s, %i to %i h; may be appropriate: %i to %i h',
    (months, source, min, max, least, most) => {
      expect(literatureSleep(months)).toEqual({
        source,
        recommended: { minMin: min * 60, maxMin: max * 60 },
        mayBeAppropriate: { minMin: least * 60, maxMin: most * 60 },
      })
    },
  )

  it('recommends a part of what may be appropriate, and asks for no more than the provider at the least', () => {
    for (let months = 0; months <= 216; months += 1) {
      const { recommended, mayBeAppropriate } = literatureSleep(months)
      expect(mayBeAppropriate.minMin).toBeLessThan(recommended.minMin)
      expect(mayBeAppropriate.maxMin).toBeGreaterThanOrEqual(recommended.maxMin)
      expect(recommended.minMin).toBeLessThanOrEqual(recommendedSleep(months).minMin)
    }
  })
})
