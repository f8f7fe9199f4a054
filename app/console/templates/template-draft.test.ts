import { expect, it } from 'vitest'
import { checkTemplate, templateDraftOf } from './template-draft.ts'

const named = { ...templateDraftOf(null), name: ' Tres siestas ', from: '5', to: '9' }

it('saves the name without spaces around it, the months as numbers and the plan in its normal form', () => {
  const checked = checkTemplate({ ...named, form: { ...named.form, firstWakeWindow: '1h30' } })
  expect(checked).toMatchObject({
    ok: true,
    template: {
      name: 'Tres siestas',
      from_months: 5,
      to_months: 9,
      first_wake_window: '1h 30min',
      naps_count: 3,
    },
  })
})

it('opens a saved template as what saves it again', () => {
  const checked = checkTemplate(named)
  if (!checked.ok) throw new Error('it can be saved')
  const again = checkTemplate(templateDraftOf({ id: 'any', updated_at: '', ...checked.template }))
  expect(again).toEqual(checked)
})

it.each([
  ['nothing', '', ''],
  ['an end without a beginning', '', '6'],
  ['an end that is the beginning', '6', '6'],
  ['more than seven years', '6', '85'],
  ['no whole number', '4,5', '6'],
])('refuses %s as ages', (_what, from, to) => {
  expect(checkTemplate({ ...named, from, to })).toMatchObject({
    ok: false,
    problems: { ages: true, name: false },
  })
})

it('names all that is missing at once', () => {
  const empty = templateDraftOf(null)
  const checked = checkTemplate({ ...empty, form: { ...empty.form, firstWakeWindow: 'pronto' } })
  expect(checked).toMatchObject({
    ok: false,
    problems: { name: true, ages: true, plan: { firstWakeWindow: '1h 30min' } },
  })
})
