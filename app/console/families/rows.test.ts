import { describe, expect, it } from 'vitest'
import type { FamilyOverview } from '../../../core/overview/family-overview.ts'
import { consulted } from '../../testing/consulted.ts'
import type { ConsultedFamily } from './consulted.ts'
import { type Entry, inOrder, nameOf, type Order, searchFor, searchTextOf } from './rows.ts'

const NOW = Date.UTC(2026, 10, 26, 12)
const CALM: FamilyOverview = { lastEntryAt: NOW - 1000, days: [], signs: [] }

const entry = (about: Partial<ConsultedFamily>, overview: Partial<FamilyOverview> | null = {}): Entry => ({
  family: consulted({ family_id: about.baby_name ?? 'x', ...about }),
  overview: overview === null ? null : { ...CALM, ...overview },
})
const names = (order: Order, ...entries: Entry[]) =>
  inOrder(entries, order, NOW).map(({ family }) => family.baby_name)

describe('the order', () => {
  it('begins with what needs a look first: one weightier reason before all lighter ones', () => {
    expect(
      names(
        'attention',
        entry({ baby_name: 'Calm' }),
        entry({ baby_name: 'Unread' }, null),
        entry({ baby_name: 'Signs' }, { signs: ['under-range', 'wakings-up', 'plan-apart'] }),
        entry({ baby_name: 'Apart' }, { signs: ['plan-apart'] }),
        entry({ baby_name: 'Silent' }, { lastEntryAt: null }),
        entry({ baby_name: 'Asked', open_questions: 1 }, null),
      ),
    ).toEqual(['Asked', 'Silent', 'Signs', 'Apart', 'Calm', 'Unread'])
  })

  it('by name leaves accents and large letters out', () => {
    const some = ['Zoe', 'íñigo', 'Óscar', 'Iker', 'olivia'].map((baby_name) => entry({ baby_name }))
    expect(names('name', ...some)).toEqual(['Iker', 'íñigo', 'olivia', 'Óscar', 'Zoe'])
  })

  it('has what isn’t known at the end: by the last entry, the age, the end of the support', () => {
    expect(
      names(
        'last-entry',
        entry({ baby_name: 'Unread' }, null),
        entry({ baby_name: 'Weeks' }, { lastEntryAt: null }),
        entry({ baby_name: 'Old' }, { lastEntryAt: NOW - 9000 }),
        entry({ baby_name: 'New' }, { lastEntryAt: NOW - 10 }),
      ),
    ).toEqual(['New', 'Old', 'Weeks', 'Unread'])
    expect(
      names(
        'age',
        entry({ baby_name: 'Unknown' }),
        entry({ baby_name: 'Elder', birth_date: '2025-01-01' }),
        entry({ baby_name: 'Younger', birth_date: '2026-01-01' }),
      ),
    ).toEqual(['Younger', 'Elder', 'Unknown'])
    expect(
      names(
        'support-end',
        entry({ baby_name: 'None' }),
        entry({ baby_name: 'Later', support: { starts_on: '2026-11-01', ends_on: '2026-12-31', hours: '' } }),
        entry({ baby_name: 'Trial', trial_ends_at: '2026-12-05T10:00:00.000Z' }),
        entry({ baby_name: 'Soon', support: { starts_on: '2026-11-01', ends_on: '2026-11-30', hours: '' } }),
      ),
    ).toEqual(['Soon', 'Trial', 'Later', 'None'])
  })
})

describe('the search', () => {
  const text = searchTextOf(
    consulted({ baby_name: 'Íñigo', owner_name: 'María José', email: 'mj@example.org' }),
  )
  it.each(['inigo', 'ÍÑI', 'jose', 'mj@', 'maria inigo', ' jose  mj ', ''])('finds «%s»', (query) => {
    expect(searchFor(query)(text)).toBe(true)
  })
  it.each(['lucia', 'maria lucia', 'mj@otro'])('doesn’t find «%s»', (query) => {
    expect(searchFor(query)(text)).toBe(false)
  })
})

it('is called by its address where the baby has no name yet', () => {
  expect(nameOf(consulted({ baby_name: 'Lucía' }))).toBe('Lucía')
  expect(nameOf(consulted({ baby_name: 'Mi bebé', email: 'a@example.org' }))).toBe('a@example.org')
  expect(nameOf(consulted({ baby_name: null, email: 'a@example.org' }))).toBe('a@example.org')
  expect(nameOf(consulted({ email: null, owner_name: 'Ana' }))).toBe('Ana')
  expect(nameOf(consulted({ email: null }))).toBe('Sin nombre')
})
