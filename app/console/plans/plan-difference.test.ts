import { describe, expect, it } from 'vitest'
import { DEFAULT_PLAN, type PlanRhythm, planShape } from '../../../core/plan/plan.ts'
import { onOneScale, planDifferences } from './plan-difference.ts'

const with_ = (change: Partial<PlanRhythm>): PlanRhythm => ({ ...DEFAULT_PLAN, ...change })
const [first, second, third] = DEFAULT_PLAN.naps as [
  PlanRhythm['naps'][0],
  PlanRhythm['naps'][0],
  PlanRhythm['naps'][0],
]

describe('what one plan changes in another', () => {
  it('is nothing where only the writing of a window differs', () => {
    expect(planDifferences(DEFAULT_PLAN, with_({ first_wake_window: '1h30' }))).toEqual([])
  })

  it('names each window and each duration, in the order of the day', () => {
    const after = with_({
      first_wake_window: '2h 00min',
      naps: [first, { ...second, duration: 90 }, { ...third, wakeWindow: '3h 00min' }],
    })
    expect(planDifferences(DEFAULT_PLAN, after)).toEqual([
      { kind: 'window', beforeNap: 1, from: '1h 30min', to: '2h 00min' },
      { kind: 'duration', nap: 2, from: 120, to: 90 },
      { kind: 'bedtime-window', from: '2h 45min', to: '3h 00min' },
    ])
  })

  it('names a nap that goes, and the window before bedtime that comes of it', () => {
    expect(planDifferences(DEFAULT_PLAN, with_({ naps_count: 2 }))).toEqual([
      { kind: 'dropped-nap', nap: 3 },
      { kind: 'bedtime-window', from: '2h 45min', to: '2h 30min' },
    ])
  })

  it('names a nap that comes, with the window before it', () => {
    const after = with_({
      naps_count: 4,
      naps: [first, second, third, { duration: 30, wakeWindow: '2h 45min' }],
    })
    expect(planDifferences(DEFAULT_PLAN, after)).toEqual([
      { kind: 'new-nap', nap: 4, duration: 30, window: '2h 45min' },
    ])
  })
})

it('draws the shorter day shorter by as much as it is', () => {
  const long = planShape(DEFAULT_PLAN)
  const short = planShape(with_({ naps_count: 2 }))
  if (long === null || short === null) throw new Error('both plans have a day')
  const [drawnLong, drawnShort] = onOneScale(long, short)
  expect(drawnLong).toEqual(long)
  expect(drawnShort.nightStart / drawnLong.nightStart).toBeCloseTo(short.dayMin / long.dayMin)
  expect(onOneScale(short, long)).toEqual([drawnShort, drawnLong])
  // The first nap begins at the same minute of both.
  expect(drawnShort.naps[0]?.start).toBeCloseTo(drawnLong.naps[0]?.start ?? 0)
})
