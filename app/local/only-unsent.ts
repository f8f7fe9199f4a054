import { type Entry, entryKey } from './outbox.ts'
import { NOTHING_REMEMBERED, rememberEdits } from './phone-memory.ts'
import type { Snapshot } from './row-cache.ts'

/**
 * What nobody but this phone has: changes that the server hasn't taken, and records that were deleted elsewhere after
 * the carer had worked on them. The rows that the changes are on stay too, and what was sent of them before: if such a
 * row is deleted elsewhere meanwhile, only they tell what the carer worked on. With none of it everything is empty.
 * @param isSentUnsure what was sent waits once more, because nobody knows whether it has arrived: the server takes each
 * change once.
 */
export function onlyUnsent(
  { entries: stored, memory, babies, plans, months }: Snapshot,
  isSentUnsure = false,
): Snapshot & { count: number } {
  const entries = isSentUnsure ? stored.map(waitingAgain) : stored
  const unsent = new Set(entries.filter(({ state }) => state.kind !== 'sent').map(entryKey))
  const count = unsent.size + memory.lost.length
  return {
    count,
    // Whoever signs in again downloads everything.
    cursor: null,
    restores: [],
    isPartial: false,
    // What leaves the outbox here was changed by this carer all the same.
    memory: count === 0 ? NOTHING_REMEMBERED : rememberEdits(memory, stored),
    entries: entries.filter((entry) => unsent.has(entryKey(entry))),
    babies: babies.filter(({ id }) => unsent.has(entryKey({ table: 'baby_info', rowId: id }))),
    plans: plans.filter(({ id }) => unsent.has(entryKey({ table: 'sleep_plans', rowId: id }))),
    months: months
      .map(({ month, records }) => ({
        month,
        records: records.filter(({ id }) => unsent.has(entryKey({ table: 'sleep_records', rowId: id }))),
      }))
      .filter(({ records }) => records.length > 0),
  }
}

function waitingAgain(entry: Entry): Entry {
  return entry.state.kind === 'sent' ? { ...entry, state: { kind: 'waiting' } } : entry
}
