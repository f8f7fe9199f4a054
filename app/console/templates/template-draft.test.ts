import { describe, expect, it } from 'vitest'
import { DEFAULT_PLAN } from '../../../core/plan/plan.ts'
import { withNap, withNapsCount } from '../../../core/plan/plan-form.ts'
import { planOf, type Template } from '../plans/remote-templates.ts'
import { checkTemplate, isAsBegun, templateDraftOf } from './template-draft.ts'

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

describe('nothing is lost with a draft', () => {
  const template: Template = {
    id: 'a',
    updated_at: '1',
    name: 'Tres siestas',
    from_months: 5,
    to_months: 9,
    ...planOf(DEFAULT_PLAN),
    naps: [...DEFAULT_PLAN.naps],
  }
  const begun = templateDraftOf(template)
  const four = withNapsCount(begun.form, 4)

  it('that reads as what it was begun from', () => {
    expect(isAsBegun(begun)).toBe(true)
    expect(isAsBegun(templateDraftOf(null))).toBe(true)
    expect(isAsBegun({ ...begun, form: withNapsCount(four, 3) })).toBe(true)
  })

  it.each([
    ['another name', { name: 'Otro' }],
    ['another age', { to: '8' }],
    ['another window', { form: { ...begun.form, firstWakeWindow: '1h' } }],
    ['one nap more', { form: four }],
    ['a nap that waits for the count', { form: withNapsCount(withNap(four, 3, { duration: 15 }), 3) }],
  ])('but with %s', (_what, change) => {
    expect(isAsBegun({ ...begun, ...change })).toBe(false)
  })

  it('but with what was sent of it and may have arrived', () => {
    const { id: _id, updated_at: _at, ...typed } = template
    expect(isAsBegun({ ...begun, unheard: [{ typed, sent: typed }] })).toBe(false)
  })
})
