import { expect, it } from 'vitest'
import { DEFAULT_PLAN } from '../../../core/plan/plan.ts'
import { planDifferences } from '../../../core/plan/plan-differences.ts'
import { checkDraft, draftOf } from '../plans/plan-draft.ts'
import { isSentence, proposalOfPlan, proposalProblem, proposedPlan, sentenceFor } from './proposal-draft.ts'

/** What a proposal with the naps and windows of a template changes for a family, and whether it can be sent. */
function proposed(template: typeof DEFAULT_PLAN, sentence = 'Una siesta menos.') {
  const family = { ...DEFAULT_PLAN, night_bedtime: '21:15' }
  const text = { ...proposalOfPlan(family), form: draftOf(template), sentence }
  const checked = checkDraft(text.form)
  const plan = proposedPlan(family, text, checked)
  const differences = planDifferences(family, plan)
  return { plan, differences, problem: proposalProblem(text, checked, differences) }
}

it("keeps the family's own bedtime, whatever the template has", () => {
  const { plan, differences } = proposed({ ...DEFAULT_PLAN, naps_count: 2, night_bedtime: '19:30' })
  expect(plan).toMatchObject({ naps_count: 2, night_bedtime: '21:15' })
  expect(differences.map(({ what }) => what)).toEqual(['nap', 'window'])
})

it("can't propose the plan in force, not even with another bedtime", () => {
  expect(proposed(DEFAULT_PLAN).problem).toBe('same')
})

it('wants more of its sentence than the words that it begins with', () => {
  const other = { ...DEFAULT_PLAN, first_wake_window: '2h' }
  expect(proposed(other, proposalOfPlan(DEFAULT_PLAN).sentence).problem).toBe('sentence')
  expect(proposed(other).problem).toBeNull()
})

it('names a window that nobody can read before all else, and shows it as it was typed', () => {
  const { plan, problem } = proposed({ ...DEFAULT_PLAN, first_wake_window: 'pronto' }, '')
  expect(problem).toBe('malformed')
  expect(plan.first_wake_window).toBe('pronto')
})

it('begins its sentence as fits what is changed, until somebody has written in it', () => {
  const { sentence } = proposalOfPlan(DEFAULT_PLAN)
  const one = { ...DEFAULT_PLAN, naps_count: 2 } as const
  const two = { ...one, first_wake_window: '2h' }
  const shown = (template: typeof DEFAULT_PLAN, written = sentence) =>
    sentenceFor(written, proposed(template).differences)
  // A nap that goes takes the window after it along.
  expect(proposed(one).differences).toHaveLength(2)
  expect([shown(DEFAULT_PLAN), shown(one), shown(two)]).toEqual([
    'Un solo cambio: ',
    'Un solo cambio: ',
    'Varios cambios: ',
  ])
  expect(shown(one, 'Varios cambios: ')).toBe('Un solo cambio: ')
  expect(isSentence('Varios cambios:')).toBe(false)
  for (const written of ['', 'Un solo cambio: dos siestas'])
    expect(sentenceFor(written, proposed(two).differences)).toBe(written)
})
