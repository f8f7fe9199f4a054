import { expect, it } from 'vitest'
import { siesta } from '../../core/testing/records.ts'
import type { Known } from './families.ts'
import { loggerOf } from './logger.ts'

const [OWNER, MARTA] = ['c0ffee00-0000-4000-8000-000000000001', 'c0ffee00-0000-4000-8000-000000000002']
const person = {
  account_id: MARTA,
  name: 'Marta',
  role: 'carer' as 'carer' | 'consultant',
  granted_at: '2025-08-01T10:00:00Z',
  until: null,
  ended_at: '2025-08-09T10:00:00Z',
  last_seen_at: null,
}

function known(people: (typeof person)[], owner_name: string | null): Known {
  const family = {
    family_id: OWNER,
    baby_name: 'Lucía',
    owner_name,
    role: 'owner' as const,
    until: null,
    is_open: true,
    is_untouched: false,
    access_rev: 1,
    people,
    invitations: [],
  }
  return { families: [family], shown: null, left: [], mayHoldForgotten: false }
}

const nap = (logged_by?: string | null) => ({
  ...siesta('2025-08-11', '13:05', '14:05'),
  ...(logged_by !== undefined && { logged_by }),
})
const owner = { accountId: OWNER, familyId: OWNER, role: 'owner' as const }

it('is told where there are several, also of those who aren’t in any more', () => {
  expect(loggerOf(nap(MARTA), owner, known([person], null))).toEqual({ isMe: false, name: 'Marta' })
})

it('is oneself, or the family by the name it gave itself', () => {
  expect(loggerOf(nap(null), owner, known([person], 'Ana'))).toEqual({ isMe: true, name: 'Ana' })
  const marta = { accountId: MARTA, familyId: OWNER, role: 'carer' as const }
  expect(loggerOf(nap(null), marta, known([person], null))).toEqual({ isMe: false, name: null })
})

it('isn’t told where nobody but the family logs: a professional only looks', () => {
  const professional = { ...person, role: 'consultant' as const }
  expect(loggerOf(nap(null), owner, known([professional], 'Ana'))).toBeNull()
  expect(loggerOf(nap(null), owner, known([professional, person], 'Ana'))).toEqual({
    isMe: true,
    name: 'Ana',
  })
})

it('isn’t told of a family of one, of a record on its way, nor of somebody unknown', () => {
  expect(loggerOf(nap(null), owner, known([], 'Ana'))).toBeNull()
  expect(loggerOf(nap(), owner, known([person], 'Ana'))).toBeNull()
  expect(loggerOf(nap('c0ffee00-0000-4000-8000-000000000009'), owner, known([person], 'Ana'))).toBeNull()
})
