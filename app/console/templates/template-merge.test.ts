import { describe, expect, it } from 'vitest'
import { DEFAULT_PLAN } from '../../../core/plan/plan.ts'
import { planOf, type Template } from '../plans/remote-templates.ts'
import { checkTemplate, templateDraftOf } from './template-draft.ts'
import { mergeTemplates } from './template-merge.ts'

const BEFORE: Template = {
  id: 'a',
  updated_at: '2025-08-11T10:00:00Z',
  name: 'Tres siestas',
  from_months: 5,
  to_months: 9,
  ...planOf(DEFAULT_PLAN),
  naps: [...DEFAULT_PLAN.naps],
}

function mineAs(change: Partial<Template>) {
  const checked = checkTemplate(templateDraftOf({ ...BEFORE, ...change }))
  if (!checked.ok) throw new Error('it can be saved')
  return checked.template
}

it('keeps what each of two has changed', () => {
  const theirs = { ...BEFORE, first_wake_window: '1h 50min', naps_count: 2 as const }
  const mine = mineAs({ name: 'Tres y media', to_months: 8 })
  const { merged, both, isTheirs } = mergeTemplates(templateDraftOf(BEFORE), mine, theirs)
  expect(merged).toMatchObject({
    name: 'Tres y media',
    from_months: 5,
    to_months: 8,
    first_wake_window: '1h 50min',
    naps_count: 2,
  })
  expect([both, isTheirs]).toEqual([[], true])
})

it('names what both have changed, an age as one, and lets mine stand until it is looked at', () => {
  const theirs = { ...BEFORE, name: 'Otro nombre', from_months: 7, first_wake_window: '1h 50min' }
  const mine = mineAs({ name: 'Mi nombre', to_months: 6, first_wake_window: '1h 50min' })
  const { merged, both } = mergeTemplates(templateDraftOf(BEFORE), mine, theirs)
  expect(both).toEqual(['name', 'ages'])
  expect(merged).toMatchObject({ name: 'Mi nombre', from_months: 5, to_months: 6 })
})

describe('of one that was sent without an answer', () => {
  const sent = mineAs({ name: 'Mi nombre' })
  const draft = { ...templateDraftOf(BEFORE), unheard: [{ typed: sent, sent }] }
  const stands = { ...BEFORE, ...sent, updated_at: '2025-08-11T11:00:00Z' }

  it.each([
    ['typed again in the same part', { name: 'Otro nombre' }],
    ['typed in another part', { name: 'Mi nombre', to_months: 8 }],
    ['put back as it was', {}],
  ])('what is %s is all mine, and nobody else’s', (_what, change) => {
    const mine = mineAs(change)
    expect(mergeTemplates(draft, mine, stands)).toEqual({ merged: mine, both: [], isTheirs: false })
  })

  it('what somebody else has changed since is theirs alone', () => {
    const theirs = { ...stands, first_wake_window: '1h 50min', from_months: 4 }
    const { merged, both, isTheirs } = mergeTemplates(draft, mineAs({ name: 'Otro', to_months: 8 }), theirs)
    expect(merged).toMatchObject({ name: 'Otro', first_wake_window: '1h 50min' })
    expect([both, isTheirs]).toEqual([['ages'], true])
  })

  it('what was brought together before it was sent stays theirs', () => {
    const together = { ...sent, first_wake_window: '1h 50min' }
    const of = { ...draft, unheard: [{ typed: sent, sent: together }] }
    const { merged, both, isTheirs } = mergeTemplates(of, sent, { ...stands, ...together })
    expect(merged).toEqual(together)
    expect([both, isTheirs]).toEqual([[], true])
  })

  it('a new one is mine, and what somebody else has changed in it theirs', () => {
    const of = { ...templateDraftOf(null), unheard: draft.unheard }
    const mine = mineAs({ name: 'Otro nombre' })
    expect(mergeTemplates(of, mine, stands)).toEqual({ merged: mine, both: [], isTheirs: false })
    const { merged, isTheirs } = mergeTemplates(of, mine, { ...stands, first_wake_window: '1h 50min' })
    expect(merged).toEqual({ ...mine, first_wake_window: '1h 50min' })
    expect(isTheirs).toBe(true)
  })
})
