import { expect, it } from 'vitest'
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
  const { merged, both } = mergeTemplates(BEFORE, mineAs({ name: 'Tres y media', to_months: 8 }), theirs)
  expect(merged).toMatchObject({
    name: 'Tres y media',
    from_months: 5,
    to_months: 8,
    first_wake_window: '1h 50min',
    naps_count: 2,
  })
  expect(both).toEqual([])
})

it('names what both have changed, an age as one, and lets mine stand until it is looked at', () => {
  const theirs = { ...BEFORE, name: 'Otro nombre', from_months: 7, first_wake_window: '1h 50min' }
  const mine = mineAs({ name: 'Mi nombre', to_months: 6, first_wake_window: '1h 50min' })
  const { merged, both } = mergeTemplates(BEFORE, mine, theirs)
  expect(both).toEqual(['name', 'ages'])
  expect(merged).toMatchObject({ name: 'Mi nombre', from_months: 5, to_months: 6 })
})

it('of a new one, of which an answer was lost, all is mine', () => {
  const { merged, both } = mergeTemplates(null, mineAs({ name: 'Mi nombre' }), BEFORE)
  expect([merged.name, both]).toEqual(['Mi nombre', []])
})
