import { expect, it } from 'vitest'
import { consulted } from '../../testing/consulted.ts'
import { readConsulted } from './consulted.ts'

const SUPPORT = { starts_on: '2026-11-01', ends_on: '2026-11-28', hours: '' }

it('reads the families that can be read, and leaves out the others', () => {
  const [full, bare] = [consulted({ support: SUPPORT, birth_date: '2026-05-01' }), consulted({ email: null })]
  const odd = [
    null,
    { family_id: 'f2' },
    { ...full, birth_date: '2026-02-30' },
    { ...full, support: { ...SUPPORT, ends_on: 'soon' } },
    { ...full, until: null },
  ]
  expect(readConsulted([odd[0], { ...full, granted_at: '2026-11-01T10:00:00Z' }, ...odd, bare])).toEqual([
    full,
    bare,
  ])
})

it('reads no families where there is no list of them', () => {
  expect(readConsulted(undefined)).toEqual([])
  expect(readConsulted({})).toEqual([])
})
