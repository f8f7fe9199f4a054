import { localDateAt } from '../../../core/time/time.ts'
import type { ConsultedFamily } from './consulted.ts'
import { type Entry, searchTextOf, zoneOf } from './rows.ts'

/** What the list has of a family. */
export interface Kept extends Entry {
  searchText: string
  /** The number up to which the log is known; null: it isn't. */
  knownRev: number | null
  /** The number of the family's latest change, as far as the server has told. */
  rev: number
  /** The family's day on which the overview was made; '' before that. */
  date: string
}

/** What an overview follows from, beside the log. */
const JUDGED_BY = ['birth_date', 'time_zone', 'time_zone_since'] as const
/** What a row says of a family. */
const SAID = [
  ...JUDGED_BY,
  'email',
  'baby_name',
  'owner_name',
  'until',
  'trial_ends_at',
  'open_questions',
] as const

/** What is kept of a family as it is told now. It is the same value as before unless a row says something else. */
export function keptOf(family: ConsultedFamily, before: Kept | undefined, now: number): Kept {
  if (before === undefined) {
    const searchText = searchTextOf(family)
    return { family, overview: null, searchText, knownRev: null, rev: family.rev, date: '' }
  }
  // It becomes less when the server was restored from a copy.
  before.rev = family.rev
  // The fortnight moves on with the family's own midnight.
  const isToday = before.date === '' || before.date === localDateAt(now, zoneOf(family))
  const isJudgedAlike = JUDGED_BY.every((field) => family[field] === before.family[field])
  if (!isToday || !isJudgedAlike) before.knownRev = null
  const isSaidAlike = SAID.every((field) => family[field] === before.family[field])
  return isSaidAlike && isSameSupport(family, before.family)
    ? before
    : { ...before, family, searchText: searchTextOf(family) }
}

function isSameSupport({ support: a }: ConsultedFamily, { support: b }: ConsultedFamily): boolean {
  return a?.starts_on === b?.starts_on && a?.ends_on === b?.ends_on && a?.hours === b?.hours
}
