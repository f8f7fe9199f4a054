import { expect, it } from 'vitest'
import { DEFAULT_PLAN } from './plan.ts'
import { planDifferences } from './plan-differences.ts'

it('finds nothing between plans that only spell a window differently, or keep a nap beyond their count', () => {
  const same = {
    ...DEFAULT_PLAN,
    first_wake_window: '90 min',
    naps: [...DEFAULT_PLAN.naps, { duration: 15, wakeWindow: '1h' }],
  }
  expect(planDifferences(DEFAULT_PLAN, same)).toEqual([])
})

it('tells windows, lengths and the bedtime in the order of the day', () => {
  const [first, second, third] = DEFAULT_PLAN.naps
  if (!first || !second || !third) throw new Error('The default plan has three naps')
  const other = {
    ...DEFAULT_PLAN,
    first_wake_window: '2h 00min',
    naps: [{ ...first, duration: 60 }, second, { ...third, wakeWindow: '3h' }],
    night_bedtime: '20:00',
  }
  expect(planDifferences(DEFAULT_PLAN, other)).toEqual([
    { what: 'window', napNumber: 0, before: '1h 30min', after: '2h 00min' },
    { what: 'nap', napNumber: 1, before: '1h 30m', after: '1h 0m' },
    { what: 'window', napNumber: 3, before: '2h 45min', after: '3h' },
    { what: 'bedtime', napNumber: null, before: '19:30', after: '20:00' },
  ])
})

it('tells a nap that only one of them has', () => {
  expect(planDifferences(DEFAULT_PLAN, { ...DEFAULT_PLAN, naps_count: 2 })).toEqual([
    { what: 'nap', napNumber: 3, before: '45m', after: null },
    { what: 'window', napNumber: 3, before: '2h 45min', after: null },
  ])
  expect(planDifferences({ ...DEFAULT_PLAN, naps_count: 2 }, DEFAULT_PLAN)).toEqual([
    { what: 'nap', napNumber: 3, before: null, after: '45m' },
    { what: 'window', napNumber: 3, before: null, after: '2h 45min' },
  ])
})
