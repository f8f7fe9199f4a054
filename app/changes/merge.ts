import { babyZone } from '../../core/baby/baby-zone.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { Tap } from '../../core/records/taps.ts'
import { areTwins, mergedTwins, type Twins } from '../../core/records/twins.ts'
import { newId } from '../device/new-id.ts'
import { type Change, changedFields, entriesOn, newEntry, sendable } from '../local/outbox.ts'
import { pairKey, withApart } from '../local/phone-memory.ts'
import { store } from '../local/phone-store.ts'
import { sync } from '../sync/phone-sync.ts'
import { commit } from './commit.ts'
import { type StoredEdit, separation } from './record-changes.ts'

/*
 * Two entries of one sleep become one: a change of the one that stays and a deletion of the other, stored together.
 * Which one stays is the same on every phone, so two phones that merge at once do the same. The server deletes the
 * other row only while it says what was merged: what somebody else has noted in it meanwhile stays, and the two are
 * found to be twins again.
 */

/** A merge that was stored: what it made of the entry that stayed, and the one that went, as it was. */
interface StoredMerge {
  edit: StoredEdit
  drop: SleepRecord
}

/** Merges two entries of one sleep. Answers what `separateRecords` needs; null: they aren't twins any more. */
export async function mergeRecords(twins: Twins): Promise<StoredMerge | null> {
  const replica = await store.replica()
  const zone = babyZone(replica.cache.baby)
  const keep = replica.cache.recordsById.get(twins.keep.id)
  const drop = replica.cache.recordsById.get(twins.drop.id)
  if (keep === undefined || drop === undefined || !areTwins(keep, drop, zone)) return null
  const deletion = { kind: 'delete', table: 'sleep_records', rowId: drop.id, body: null } as const
  const { taps, ...merged } = mergedTwins({ keep, drop }, zone)
  const changes = [
    ...patchOf(keep, merged),
    ...tapsOn(keep, newIn(taps, keep)),
    { ...deletion, mergedInto: { id: keep.id, was: drop } },
  ]
  await commit(replica, changes)
  return { edit: { before: keep, after: { ...keep, ...merged, taps } }, drop }
}

/**
 * Undo of a merge: the entry that stayed gets back what it said, but for what another phone has set since, and the
 * other comes back under a new id, for good, unless the phone knows that the server has left it where it was: undone
 * before the answer, a second copy comes all the same. Whether the two copies are one sleep is asked then; whether one
 * of them is the entry that stayed is not. A deletion that was refused, or waits behind a refused change, is given up,
 * or sending it once more would delete the entry; what was noted there since stays. Answers as `takeBack` does.
 */
export async function separateRecords({ edit, drop }: StoredMerge): Promise<StoredEdit | null> {
  const replica = await store.replica()
  const { entries, recordsById } = replica.cache
  const current = recordsById.get(edit.after.id)
  const separated = current && separation(edit, current)
  const onTheirWay = sendable(entries)
  const heldBack = entriesOn(entries, 'sleep_records', drop.id).filter(
    (entry) =>
      entry.mergedInto?.id === edit.after.id && entry.state.kind !== 'sent' && !onTheirWay.includes(entry),
  )
  const left = recordsById.get(drop.id) ?? (heldBack.length > 0 ? drop : undefined)
  const other: SleepRecord = left ?? { ...drop, id: newId() }
  const insert: Change = { kind: 'insert', table: 'sleep_records', rowId: other.id, body: other }
  const changes = [...(separated?.changes ?? []), ...(left === undefined ? [insert] : [])]
  await replica.changeEntries((db) =>
    db.append(
      changes.map(newEntry),
      (memory) =>
        [other, drop].reduce((known, entry) => withApart(known, pairKey(edit.after, entry)), memory),
      heldBack.map(({ seq }) => seq),
    ),
  )
  sync.request()
  return current && separated ? { before: current, after: separated.edited } : null
}

/** Notes that the two are two sleeps: this phone doesn't ask about them again. */
export async function keepApart({ keep, drop }: Twins): Promise<void> {
  await (await store.replica()).write((db) =>
    db.append([], (memory) => withApart(memory, pairKey(keep, drop))),
  )
}

function newIn(taps: readonly Tap[], { taps: known }: SleepRecord): Tap[] {
  return taps.filter(({ id }) => known.every((tap) => tap.id !== id))
}

/**
 * The taps as changes of a record, one by one, so that what another phone taps meanwhile stays. They change no count:
 * merging sets the counts by itself.
 */
function tapsOn({ id }: SleepRecord, taps: readonly Tap[]): Change<'sleep_records'>[] {
  return taps.map((tap) => ({
    kind: 'patch',
    table: 'sleep_records',
    rowId: id,
    body: {},
    tap: { tap, counted: true },
  }))
}

function patchOf(record: SleepRecord, fields: Partial<SleepRecord>): Change<'sleep_records'>[] {
  const body = changedFields(record, fields)
  if (Object.keys(body).length === 0) return []
  return [{ kind: 'patch', table: 'sleep_records', rowId: record.id, body }]
}
