import { expect, it } from 'vitest'
import { DEFAULT_PLAN } from './plan.ts'
import { planHistory } from './plan-history.ts'

it('a family’s plans are the one in force and those before it, each with its days and what became different', () => {
  const first = { ...DEFAULT_PLAN, first_wake_window: '1h 00min', last_day: '2025-07-01' }
  const second = { ...DEFAULT_PLAN, first_wake_window: '1h 15min', last_day: '2025-07-20' }
  const history = planHistory(DEFAULT_PLAN, [first, second])
  expect(history.map(({ plan }) => plan)).toEqual([DEFAULT_PLAN, second, first])
  expect(planHistory(DEFAULT_PLAN, [second, first])).toEqual(history)
  const window = { what: 'window', napNumber: 0 }
  expect(history.map(({ from, to, changes }) => ({ from, to, changes }))).toEqual([
    { from: '2025-07-20', to: null, changes: [{ ...window, before: '1h 15min', after: '1h 30min' }] },
    { from: '2025-07-01', to: '2025-07-20', changes: [{ ...window, before: '1h 00min', after: '1h 15min' }] },
    { from: null, to: '2025-07-01', changes: [] },
  ])
})

it('neighbours that differ only in how they are written are one plan, with the days of both', () => {
  const respelled = { ...DEFAULT_PLAN, first_wake_window: '90min' }
  const other = { ...DEFAULT_PLAN, first_wake_window: '1h 00min' }
  const versions = [
    { ...DEFAULT_PLAN, last_day: '2025-07-20' },
    { ...respelled, last_day: '2025-07-10' },
    { ...other, last_day: '2025-07-01' },
    { ...other, last_day: '2025-06-20' },
  ]
  expect(planHistory(respelled, versions).map(({ from, to }) => ({ from, to }))).toEqual([
    { from: '2025-07-01', to: null },
    { from: null, to: '2025-07-01' },
  ])
  expect(planHistory(respelled, versions)[0]).toMatchObject({
    plan: respelled,
    changes: [{ before: '1h 00min', after: '90min' }],
  })
})
