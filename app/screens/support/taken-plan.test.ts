import { describe, expect, it } from 'vitest'
import { changeNapsCount, DEFAULT_PLAN } from '../../../core/plan/plan.ts'
import { planDifferences } from '../../../core/plan/plan-differences.ts'
import { givenBack, takenPlan, termsOf } from './taken-plan.ts'

it('takes all of a proposed plan but the bedtime, which no form of the family shows', () => {
  const own = { ...DEFAULT_PLAN, night_bedtime: '20:15' }
  const proposed = { ...DEFAULT_PLAN, first_wake_window: '2h 00min', night_bedtime: '19:45', id: 'proposal' }
  const taken = takenPlan(own, proposed)
  expect(taken).toEqual({ ...termsOf(DEFAULT_PLAN), first_wake_window: '2h 00min', night_bedtime: '20:15' })
  expect(planDifferences(own, taken).map(({ what }) => what)).toEqual(['window'])
})

describe('a taken plan that is taken back', () => {
  const before = termsOf(DEFAULT_PLAN)
  const two = { naps_count: 2, naps: changeNapsCount(DEFAULT_PLAN.naps, 2) } as const
  const four = { naps_count: 4, naps: changeNapsCount(DEFAULT_PLAN.naps, 4) } as const
  const taken = takenPlan(before, { ...before, ...two, first_wake_window: '2h 00min' })
  const { first_wake_window, naps_count, naps } = before

  it('is as it was before', () => {
    expect(givenBack(before, taken, taken)).toEqual({ first_wake_window, naps_count, naps })
  })

  it('keeps what another carer has changed meanwhile, the naps with their count', () => {
    expect(givenBack(before, taken, { ...taken, first_wake_window: '1h 45min' })).toEqual({
      naps_count,
      naps,
    })
    expect(givenBack(before, taken, { ...taken, ...four, night_bedtime: '20:45' })).toEqual({
      first_wake_window,
    })
    const longer = { naps: two.naps.map((nap) => ({ ...nap, duration: 105 })) }
    expect(givenBack(before, taken, { ...taken, ...longer })).toEqual({ first_wake_window })
  })
})
