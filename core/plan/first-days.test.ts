import { describe, expect, it } from 'vitest'
import { type BornEntry, firstDaysPatch, readBorn, usualNapsCount } from './first-days.ts'
import { changeNapsCount, DEFAULT_PLAN, defaultNap } from './plan.ts'

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
])('usualNapsCount: born %s, %i naps beside the plan of a new family', (birthDate, naps) => {
  expect(usualNapsCount(DEFAULT_PLAN, birthDate, TODAY)).toBe(naps)
})

describe('usualNapsCount', () => {
  it('is not known while no birth is said', () => {
    expect(usualNapsCount(DEFAULT_PLAN, null, TODAY)).toBeNull()
  })

  it.each([
    { naps_count: 4, naps: changeNapsCount(DEFAULT_PLAN.naps, 4) },
    { first_wake_window: '2h 00min' },
    { naps: [{ ...defaultNap(0), duration: 60 }, defaultNap(1), defaultNap(2)] },
    { naps: [defaultNap(0), defaultNap(1), { ...defaultNap(2), wakeWindow: '3h 00min' }] },
  ] as const)('takes no place in a plan that somebody has changed: %j', (change) => {
    const plan = { ...DEFAULT_PLAN, ...change, naps: [...(change.naps ?? DEFAULT_PLAN.naps)] }
    expect(usualNapsCount(plan, '2023-08-11', TODAY)).toBeNull()
  })
})

describe('firstDaysPatch', () => {
  const born = { birth_date: '2025-02-11', birth_date_known: true }
  const entry = { typedName: null, birthDate: '2025-02-11', naps: 3 } as const

  it('leaves a name and naps that nobody has touched as they are', () => {
    expect(firstDaysPatch(entry, DEFAULT_PLAN)).toEqual({ baby: born, plan: {} })
  })

  it('has the name that was typed, and the default one for a field that was emptied', () => {
    expect(firstDaysPatch({ ...entry, typedName: ' Leo ' }, DEFAULT_PLAN).baby).toEqual({
      name: 'Leo',
      ...born,
    })
    expect(firstDaysPatch({ ...entry, typedName: ' ' }, DEFAULT_PLAN).baby).toEqual({
      name: 'Mi bebé',
      ...born,
    })
  })

  it('has other naps than the plan’s', () => {
    const naps = [defaultNap(0), defaultNap(1)]
    expect(firstDaysPatch({ ...entry, naps: 2 }, DEFAULT_PLAN).plan).toEqual({ naps_count: 2, naps })
  })
})
