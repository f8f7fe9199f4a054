import { expect, it } from 'vitest'
import { consulted } from '../../testing/consulted.ts'
import { consultedOf } from './consulted.ts'

const SUPPORT = { starts_on: '2026-11-01', ends_on: '2026-11-28', hours: '' }

it('reads a family, and nothing where it cannot be read', () => {
  const [full, bare] = [consulted({ support: SUPPORT, birth_date: '2026-05-01' }), consulted({ email: null })]
  const odd = [
    null,
    { family_id: 'f2' },
    { ...full, birth_date: '2026-02-30' },
    { ...full, support: { ...SUPPORT, ends_on: 'soon' } },
    { ...full, until: null },
  ]
  expect(odd.map(consultedOf)).toEqual(odd.map(() => null))
  expect([{ ...full, granted_at: '2026-11-01T10:00:00Z' }, bare].map(consultedOf)).toEqual([full, bare])
})
