import { describe, expect, it } from 'vitest'
import { DEFAULT_PLAN } from '../../../core/plan/plan.ts'
import { planDifferences } from '../../../core/plan/plan-differences.ts'
import { checkDraft, draftOf } from '../plans/plan-draft.ts'
import type { Proposal } from './calls/remote-support.ts'
import {
  draftOnPlan,
  draftToSend,
  isSentence,
  proposalOfPlan,
  proposalProblem,
  proposedPlan,
  sentenceFor,
} from './proposal-draft.ts'

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

describe('a draft that was begun on a plan which the family has changed since', () => {
  const NAPS = [
    { duration: 60, wakeWindow: '2h' },
    { duration: 60, wakeWindow: '2h 30min' },
    { duration: 45, wakeWindow: '3h' },
  ]
  const begun: typeof DEFAULT_PLAN = { ...DEFAULT_PLAN, first_wake_window: '2h', naps: NAPS }
  const [, second, third] = NAPS
  const withNaps = (...naps: (typeof second)[]) => naps.flatMap((nap) => nap ?? [])

  function changed(edit: Partial<typeof begun>, since: Partial<typeof begun>) {
    const now = { ...begun, ...since }
    const draft = { ...proposalOfPlan(begun), form: draftOf({ ...begun, ...edit }) }
    const onPlan = draftOnPlan(draft, now)
    return planDifferences(now, proposedPlan(now, onPlan, checkDraft(onPlan.form)))
  }
  const firstNap = (duration: number, wakeWindow: string) => withNaps({ duration, wakeWindow }, second, third)

  it('changes what was changed in it, and nothing else', () => {
    const window = { what: 'window', napNumber: 0, before: '2h', after: '1h 45min' }
    const edit = { first_wake_window: '1h 45min' }
    expect(changed(edit, { naps: firstNap(90, '2h 15min'), night_bedtime: '20:45' })).toEqual([window])
    expect(changed(edit, { naps_count: 2, naps: withNaps(...firstNap(60, '2h').slice(0, 2)) })).toEqual([
      window,
    ])
    expect(changed(edit, { naps_count: 4, naps: [...NAPS, ...NAPS.slice(0, 1)] })).toEqual([window])
  })

  it('of one nap keeps what each has changed', () => {
    const differences = changed({ naps: firstNap(90, '2h') }, { naps: firstNap(60, '2h 45min') })
    expect(differences).toEqual([{ what: 'nap', napNumber: 1, before: '1h 0m', after: '1h 30m' }])
  })

  it('says what it says where both have changed the same value', () => {
    const differences = changed({ first_wake_window: '1h 45min' }, { first_wake_window: '2h 15min' })
    expect(differences).toMatchObject([{ before: '2h 15min', after: '1h 45min' }])
  })

  it('keeps the naps that it adds, whatever became of those before', () => {
    const added = { naps: [...NAPS, { duration: 30, wakeWindow: '2h' }] }
    const differences = changed({ ...added, naps_count: 4 }, { naps_count: 2, naps: NAPS.slice(0, 2) })
    expect(differences.map(({ what, napNumber, after }) => [what, napNumber, after])).toEqual([
      ['nap', 3, '45m'],
      ['window', 3, '3h 00min'],
      ['nap', 4, '30m'],
      ['window', 4, '2h 00min'],
    ])
  })
})

it('a draft on the plan that it was begun on stays as it is', () => {
  const draft = proposalOfPlan(DEFAULT_PLAN)
  expect(draftOnPlan(draft, { ...DEFAULT_PLAN })).toBe(draft)
})

describe('a draft that may have been sent before', () => {
  const draft = { ...proposalOfPlan(DEFAULT_PLAN), sentence: 'Una siesta menos.', id: 'primera' }
  const there = (answer: Proposal['answer'], id = draft.id): Proposal => ({
    ...DEFAULT_PLAN,
    id,
    sentence: draft.sentence,
    proposed_at: '2025-08-10T08:00:00Z',
    answer,
    answered_at: answer && '2025-08-10T09:00:00Z',
  })

  it('is the same proposal while nobody has answered it, or heard of it', () => {
    expect(draftToSend(draft, draft, [])).toBe(draft)
    expect(draftToSend(draft, draft, [there(null), there('declined', 'otra')])).toBe(draft)
  })

  it.each(['withdrawn', 'declined', 'taken'] as const)('is another one once that was %s', (answer) => {
    const sent = draftToSend(draft, draft, [there(answer)])
    expect(sent).toEqual({ ...draft, id: expect.any(String) })
    expect(sent.id).not.toBe(draft.id)
  })

  it('is another one on another plan', () => {
    const shown = { ...draft, before: { ...DEFAULT_PLAN, first_wake_window: '2h' } }
    expect(draftToSend(draft, shown, [there(null)])).toEqual({ ...shown, id: expect.any(String) })
    expect(draftToSend(draft, shown, [there(null)]).id).not.toBe(draft.id)
  })
})
