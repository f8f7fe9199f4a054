import { describe, expect, it } from 'vitest'
import { DEFAULT_PLAN, defaultNap } from './plan.ts'
import { type PlanContent, planChanges, planHistory } from './plan-history.ts'

const { first_wake_window, naps_count, naps, night_bedtime } = DEFAULT_PLAN
const plan: PlanContent = { first_wake_window, naps_count, naps, night_bedtime }

describe('what changed from one plan to the next', () => {
  it('is nothing between equal ones, also where naps beyond the number are kept', () => {
    expect(planChanges(plan, { ...plan, naps: [...naps, defaultNap(3)] })).toEqual([])
  })

  it('is told in the order of the day', () => {
    const [first, second, third] = naps
    if (first === undefined || second === undefined || third === undefined) throw new Error('three naps')
    const after: PlanContent = {
      first_wake_window: '2h 00min',
      naps_count: 3,
      naps: [{ ...first, duration: 75 }, { ...second, wakeWindow: '3h 00min' }, third],
      night_bedtime: '20:00',
    }
    expect(planChanges(plan, after)).toEqual([
      { kind: 'first-window', from: '1h 30min', to: '2h 00min' },
      { kind: 'nap-duration', nap: 1, from: 90, to: 75 },
      { kind: 'nap-window', nap: 2, from: '2h 30min', to: '3h 00min' },
      { kind: 'bedtime', from: '19:30', to: '20:00' },
    ])
  })

  it('tells of a nap that went by their number alone', () => {
    expect(planChanges(plan, { ...plan, naps_count: 2 })).toEqual([{ kind: 'naps-count', from: 3, to: 2 }])
  })
})

describe('the plans of a family', () => {
  it('are the one in force and those before it, each with its days and what became different', () => {
    const first = { ...plan, first_wake_window: '1h 00min', last_day: '2025-07-01' }
    const second = { ...plan, first_wake_window: '1h 15min', last_day: '2025-07-20' }
    expect(
      planHistory(plan, [first, second]).map(({ from, to, changes }) => ({ from, to, changes })),
    ).toEqual([
      {
        from: '2025-07-20',
        to: null,
        changes: [{ kind: 'first-window', from: '1h 15min', to: '1h 30min' }],
      },
      {
        from: '2025-07-01',
        to: '2025-07-20',
        changes: [{ kind: 'first-window', from: '1h 00min', to: '1h 15min' }],
      },
      { from: null, to: '2025-07-01', changes: [] },
    ])
  })
})
