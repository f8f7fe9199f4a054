import { describe, expect, it } from 'vitest'
import type { DayRhythm } from '../day/day-rhythm.ts'
import { DEFAULT_PLAN, type PlanRhythm } from './plan.ts'
import { comparePlan } from './plan-comparison.ts'

type Nap = Omit<DayRhythm['naps'][number], 'start'>

const day = (naps: readonly Nap[], bedtimeWindowMin: number | null = null): DayRhythm => ({
  wakeUp: null,
  naps: naps.map((nap) => ({ start: '10:00', ...nap })),
  bedtime: null,
  bedtimeWindowMin,
})

const plan: PlanRhythm = {
  first_wake_window: '1h 30min',
  naps_count: 2,
  naps: [
    { duration: 90, wakeWindow: '2h 15min' },
    { duration: 45, wakeWindow: '3h 00min' },
  ],
}

describe('comparePlan', () => {
  it('puts the mean of the days beside what the plan has, in whole minutes', () => {
    const days = [
      day(
        [
          { windowMin: 100, durationMin: 60 },
          { windowMin: 150, durationMin: 40 },
        ],
        200,
      ),
      day([{ windowMin: 105, durationMin: 75 }], 230),
    ]
    expect(comparePlan(plan, days)).toEqual({
      windows: [
        { planned: '1h 30m - 2h 0m', averageMin: 103, days: 2 },
        { planned: '2h 15m - 2h 45m', averageMin: 150, days: 1 },
      ],
      naps: [
        { planned: '1h 30m', averageMin: 68, days: 2 },
        { planned: '45m', averageMin: 40, days: 1 },
      ],
      // The window before bedtime is one moment; that of a nap is half an hour wide.
      beforeBedtime: { planned: '3h 0m', averageMin: 215, days: 2 },
    })
  })

  it('shows the plan alone when there is nothing to set against it', () => {
    const nothing = { averageMin: null, days: 0 }
    expect(comparePlan(plan, [])).toEqual({
      windows: [
        { planned: '1h 30m - 2h 0m', ...nothing },
        { planned: '2h 15m - 2h 45m', ...nothing },
      ],
      naps: [
        { planned: '1h 30m', ...nothing },
        { planned: '45m', ...nothing },
      ],
      beforeBedtime: { planned: '3h 0m', ...nothing },
    })
  })

  it('passes over what is not known', () => {
    const days = [day([{ windowMin: null, durationMin: 60 }]), day([{ windowMin: 90, durationMin: null }])]
    expect(comparePlan(plan, days).windows[0]).toMatchObject({ averageMin: 90, days: 1 })
    expect(comparePlan(plan, days).naps[0]).toMatchObject({ averageMin: 60, days: 1 })
  })

  it('has a line for naps beyond the plan, five naps in all', () => {
    const nap = { windowMin: 60, durationMin: 30 }
    expect(comparePlan(plan, [day([nap, nap, nap])]).naps).toEqual([
      { planned: '1h 30m', averageMin: 30, days: 1 },
      { planned: '45m', averageMin: 30, days: 1 },
      { planned: null, averageMin: 30, days: 1 },
    ])
    expect(comparePlan(plan, [day(Array(8).fill(nap))]).windows).toHaveLength(5)
    expect(comparePlan(plan, [day(Array(8).fill(nap))]).windows[2]?.planned).toBeNull()
  })

  it('says nothing of a plan that cannot be read, or is shorter than its own count', () => {
    const broken: PlanRhythm = {
      ...DEFAULT_PLAN,
      first_wake_window: 'pronto',
      naps: DEFAULT_PLAN.naps.slice(0, 2),
    }
    const compared = comparePlan(broken, [])
    expect(compared.windows.map(({ planned }) => planned)).toEqual([
      null,
      '2h 15m - 2h 45m',
      '2h 30m - 3h 0m',
    ])
    expect(compared.naps.map(({ planned }) => planned)).toEqual(['1h 30m', '2h 0m', null])
    expect(compared.beforeBedtime.planned).toBe('2h 30m')
  })
})
