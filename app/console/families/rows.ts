import { givenName } from '../../../core/baby/age.ts'
import { babyZone } from '../../../core/baby/baby-zone.ts'
import { type Attention, attentionOf, type FamilyOverview } from '../../../core/overview/family-overview.ts'
import { families as words } from '../../words/console/families.es.ts'
import { plain } from '../shared/plain.ts'
import type { ConsultedFamily } from './consulted.ts'

/** A family of the list, and what is known of its log; null: not read yet. */
export interface Entry {
  family: ConsultedFamily
  overview: FamilyOverview | null
}

export const ORDERS = ['attention', 'name', 'last-entry', 'age', 'support-end'] as const
export type Order = (typeof ORDERS)[number]

/** What somebody weighs who is asked for first: a single weightier reason comes before all lighter ones together. */
const WEIGHTS: Readonly<Record<Attention, number>> = {
  question: 16,
  silent: 8,
  'under-range': 4,
  'wakings-up': 2,
  'plan-apart': 1,
}

export function reasonsOf({ family, overview }: Entry, now: number): Attention[] {
  return attentionOf(overview, family.open_questions, now)
}

export function zoneOf({ time_zone }: ConsultedFamily) {
  return babyZone(time_zone === null ? null : { time_zone })
}

/** What a family is called: the baby, else who the account belongs to. */
export function nameOf({ baby_name, owner_name, email }: ConsultedFamily): string {
  return (baby_name === null ? null : givenName({ name: baby_name })) ?? email ?? owner_name ?? words.noName
}

/** Until when a family has been promised something, as text that sorts by time: a support, else a trial. */
function endOf({ support, trial_ends_at }: ConsultedFamily): string | null {
  return support?.ends_on ?? trial_ends_at
}

export function searchTextOf({ baby_name, owner_name, email }: ConsultedFamily): string {
  return plain([baby_name, owner_name, email].filter(Boolean).join(' '))
}

/** What finds a family by its searched text: each word of the query has to be somewhere in it. */
export function searchFor(query: string): (searchText: string) => boolean {
  const words = plain(query).split(/\s+/)
  return (searchText) => words.every((word) => searchText.includes(word))
}

/**
 * A sorted copy. What an order doesn't decide, the name does; what isn't known comes last. Names are compared
 * as they are searched: the language's own comparison takes thousands of rows a tenth of a second.
 */
export function inOrder(entries: readonly Entry[], order: Order, now: number): Entry[] {
  const keyed = entries.map((entry) => ({
    entry,
    key: keyOf(entry, order, now),
    name: plain(nameOf(entry.family)),
  }))
  keyed.sort(
    (a, b) =>
      compareKeys(a.key, b.key) ||
      compareKeys(a.name, b.name) ||
      (a.entry.family.family_id < b.entry.family.family_id ? -1 : 1),
  )
  return keyed.map(({ entry }) => entry)
}

/** What sorts a family, the least first; null: not known. */
function keyOf(entry: Entry, order: Order, now: number): number | string | null {
  const { family, overview } = entry
  switch (order) {
    case 'attention':
      return -reasonsOf(entry, now).reduce((sum, reason) => sum + WEIGHTS[reason], 0)
    case 'name':
      return null
    case 'last-entry':
      // Nothing for weeks is long ago; what isn't read yet isn't known.
      return overview === null ? null : -(overview.lastEntryAt ?? 0)
    case 'age':
      // The youngest is the one that was born last.
      return family.birth_date === null ? null : -Date.parse(family.birth_date)
    case 'support-end':
      return endOf(family)
  }
}

function compareKeys(a: number | string | null, b: number | string | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
}
