import { expect, it } from 'vitest'
import { DEFAULT_PLAN } from '../../../core/plan/plan.ts'
import type { Template } from './remote-templates.ts'
import { planOf } from './remote-templates.ts'
import { withoutTemplate, withTemplate } from './template-list.ts'

const template = (id: string, name: string, from_months: number, to_months: number): Template => ({
  id,
  updated_at: '',
  name,
  from_months,
  to_months,
  ...planOf(DEFAULT_PLAN),
  naps: [...DEFAULT_PLAN.naps],
})

const early = template('a', 'Cuatro siestas', 3, 6)
const late = template('b', 'Dos siestas', 6, 9)

it('puts a new template where its age belongs', () => {
  const shorter = template('c', 'Tres siestas', 3, 5)
  const alike = template('d', 'Ábaco', 3, 6)
  expect(withTemplate([early, late], shorter)).toEqual([shorter, early, late])
  expect(withTemplate([early, late], alike)).toEqual([alike, early, late])
})

it('puts a changed template in the place of the one before', () => {
  const older = { ...early, from_months: 7 }
  expect(withTemplate([early, late], older)).toEqual([late, older])
})

it('leaves a deleted template out', () => {
  expect(withoutTemplate([early, late], 'a')).toEqual([late])
})
