import type { SleepRecord } from '../../core/sleep-record.ts'
import { isHeldBy } from '../../core/twins.ts'
import { type Entry, entriesOn, type NewEntry, overlay, type RowKey } from './outbox.ts'

/** What this phone remembers for its carer. The server knows nothing of it. */
export interface Notes {
  /** The records that were last changed here, the latest at the end. */
  edited: readonly string[]
  /** Records that were changed here and deleted elsewhere, as they were here; until the carer has seen it. */
  lost: readonly SleepRecord[]
  /** Pairs of which the carer said that they are two sleeps. */
  apart: readonly string[]
}

export const NO_NOTES: Notes = { edited: [], lost: [], apart: [] }

/** An edit this far back is no news any more. */
const REMEMBERED_EDITS = 20
const REMEMBERED_PAIRS = 100

/** The name of a pair, whichever comes first. */
export function pairKey(a: Pick<SleepRecord, 'id'>, b: Pick<SleepRecord, 'id'>): string {
  return [a.id, b.id].sort().join(' ')
}

export function noteChanges(notes: Notes, changes: readonly NewEntry[]): Notes {
  let { edited } = notes
  for (const { table, kind, rowId, mergedInto } of changes) {
    if (table !== 'sleep_records') continue
    const now = kind === 'patch' ? rowId : mergedInto?.id
    edited = edited.filter((id) => id !== rowId && id !== now)
    if (now !== undefined) edited = [...edited, now]
  }
  return { ...notes, edited: edited.slice(-REMEMBERED_EDITS) }
}

/**
 * Of what was deleted elsewhere, what the carer of this phone had worked on. What was merged into another of the same
 * sleep isn't lost.
 * @param after the records near the deleted ones that the server still has.
 */
export function noteLost(
  notes: Notes,
  entries: readonly Entry[],
  deleted: readonly RowKey[],
  before: (id: string) => SleepRecord | null,
  after: readonly SleepRecord[],
): Notes {
  const ids = deleted.flatMap(({ table, id }) => (table === 'sleep_records' ? id : []))
  const lost = ids.flatMap((id) => {
    const own = entriesOn(entries, 'sleep_records', id)
    // Both wanted it gone.
    if (own.some(({ kind }) => kind === 'delete')) return []
    if (!own.some(({ kind }) => kind === 'patch') && !notes.edited.includes(id)) return []
    const record = overlay(before(id), own)
    if (record === null || after.some((other) => isHeldBy(record, other))) return []
    return record
  })
  if (lost.length === 0) return notes
  const edited = notes.edited.filter((id) => !ids.includes(id))
  return { ...notes, edited, lost: [...notes.lost, ...lost] }
}

/** A record that was changed here when it was deleted already, and nobody at this phone had seen that. */
export function withLost(notes: Notes, record: SleepRecord): Notes {
  return { ...notes, lost: [...notes.lost.filter(({ id }) => id !== record.id), record] }
}

/** Null when it was settled already, as by a second tap or in another tab. */
export function withoutLost(notes: Notes, id: string): Notes | null {
  const lost = notes.lost.filter((record) => record.id !== id)
  return lost.length === notes.lost.length ? null : { ...notes, lost }
}

export function withApart(notes: Notes, pair: string): Notes {
  const others = notes.apart.filter((known) => known !== pair)
  return { ...notes, apart: [...others, pair].slice(-REMEMBERED_PAIRS) }
}
