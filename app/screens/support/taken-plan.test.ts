import { expect, it } from 'vitest'
import { DEFAULT_PLAN } from '../../../core/plan/plan.ts'
import { planDifferences } from '../../../core/plan/plan-differences.ts'
import { takenPlan, termsOf } from './taken-plan.ts'

it('takes all of a proposed plan but the bedtime, which no form of the family shows', () => {
  const own = { ...DEFAULT_PLAN, night_bedtime: '20:15' }
  const proposed = { ...DEFAULT_PLAN, first_wake_window: '2h 00min', night_bedtime: '19:45', id: 'proposal' }
  const taken = takenPlan(own, proposed)
  expect(taken).toEqual({ ...termsOf(DEFAULT_PLAN), first_wake_window: '2h 00min', night_bedtime: '20:15' })
  expect(planDifferences(own, taken).map(({ what }) => what)).toEqual(['window'])
})
