import { describe, expect, it } from 'vitest'
import { type BornEntry, readBorn, usualNapsCount } from './first-days.ts'

const TODAY = '2025-08-11'
const entry: BornEntry = { by: 'age', date: '', count: '', unit: 'months' }

describe('readBorn', () => {
  it.each([
    [{ by: 'date', date: '2025-07-21' }, '2025-07-21'],
    [{ by: 'date', date: TODAY }, TODAY],
    [{ count: '3', unit: 'weeks' }, '2025-07-21'],
    [{ count: '0', unit: 'weeks' }, TODAY],
    [{ count: '10', unit: 'weeks' }, '2025-06-02'],
    [{ count: '7' }, '2025-01-11'],
    [{ count: '18' }, '2024-02-11'],
    [{ count: '2', unit: 'years' }, '2023-08-11'],
  ] as const)('%j: born %s', (said, birthDate) => {
    expect(readBorn({ ...entry, ...said }, TODAY)).toEqual({ ok: true, birthDate })
  })

  it.each([
    [{}, 'missing'],
    [{ count: ' ' }, 'missing'],
    [{ by: 'date' }, 'missing'],
    [{ by: 'date', date: '2025-08-12' }, 'future'],
    [{ by: 'date', date: '0202-05-01' }, 'too-old'],
    [{ count: '-3', unit: 'weeks' }, 'negative'],
    [{ count: 'tres' }, 'not-whole'],
    [{ count: '228' }, 'too-old'],
    // 991 weeks are some days short of 19 years.
    [{ count: '992', unit: 'weeks' }, 'too-old'],
    [{ count: '99999999', unit: 'weeks' }, 'too-old'],
  ] as const)('%j: refused, %s', (said, problem) => {
    expect(readBorn({ ...entry, ...said }, TODAY)).toEqual({ ok: false, problem })
  })
})

it.each([
  ['2025-07-21', 4],
  ['2025-03-12', 4],
  ['2025-03-11', 3],
  ['2024-11-12', 3],
  ['2024-11-11', 2],
  ['2023-08-11', 2],
])('usualNapsCount: born %s, %i naps', (birthDate, naps) => {
  expect(usualNapsCount(birthDate, TODAY)).toBe(naps)
})
