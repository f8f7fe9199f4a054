import { describe, expect, it } from 'vitest'
import { siesta } from '../../../core/testing/records.ts'
import { emptyRowCache } from '../row-cache.ts'
import { olderMonths } from './older-months.ts'

const YEAR = Array.from({ length: 12 }, (_, index) => `2024-${String(index + 1).padStart(2, '0')}`)

function cacheWith(month: string, count: number) {
  const records = Array.from({ length: count }, (_, index) => ({
    ...siesta('2024-12-01', '10:00'),
    id: `nap-${index}`,
  }))
  return { ...emptyRowCache(), months: new Map([[month, records]]) }
}

describe('the pieces in which older months are read', () => {
  it('are newest first, hold each month once, and none that is here', () => {
    const pieces = olderMonths(YEAR, cacheWith('2024-12', 200))
    expect(pieces).toEqual([
      ['2024-11', '2024-10', '2024-09', '2024-08'],
      ['2024-07', '2024-06', '2024-05', '2024-04'],
      ['2024-03', '2024-02', '2024-01'],
    ])
  })

  it.each([
    [5, 12],
    [400, 2],
    [5_000, 1],
  ])('with %i records in the fullest month, are of %i months', (records, months) => {
    expect(olderMonths(YEAR, cacheWith('2025-01', records))[0]).toHaveLength(months)
  })

  it('are of a year where nothing is here yet, and none where nothing is missing', () => {
    expect(olderMonths(YEAR, emptyRowCache())).toHaveLength(1)
    expect(olderMonths(['2025-01'], cacheWith('2025-01', 1))).toEqual([])
  })
})
