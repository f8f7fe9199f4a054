import type { SleepRecord } from '../../core/sleep-record.ts'
import { areTwins, mergedTwins, type Twins } from '../../core/twins.ts'
import { newId } from './new-id.ts'
import { pairKey, withApart } from './notes.ts'
import { type Change, changedFields, newEntry } from './outbox.ts'
import { openCopy, write } from './store.ts'
import { requestSync } from './sync.ts'

/*
 * Two entries of one sleep become one: a change of the one that stays and a deletion of the other, stored together.
 * Which one stays is the same on every phone, so two that merge at once do the same twice. The deletion counts only
 * while the server's row says what was merged; what somebody else has noted there meanwhile is not lost, and the two
 * are found to be twins again.
 */

/** Resolves to the two as they were; null when there is nothing to merge any more. */
export async function mergeRecords(twins: Twins): Promise<Twins | null> {
  const copy = await openCopy()
  const keep = copy.image.recordsById.get(twins.keep.id)
  const drop = copy.image.recordsById.get(twins.drop.id)
  if (keep === undefined || drop === undefined || !areTwins(keep, drop)) return null
  const deletion = { kind: 'delete', table: 'sleep_records', rowId: drop.id, body: null } as const
  const changes = [
    ...patchOf(keep, mergedTwins({ keep, drop })),
    { ...deletion, mergedInto: { id: keep.id, was: drop } },
  ]
  await write(copy, (db) => db.append(changes.map(newEntry)))
  requestSync()
  return { keep, drop }
}

/** Undo of a merge: the one gets back what it said, the other comes back under a new id, and they stay two. */
export async function separateRecords({ keep, drop }: Twins): Promise<void> {
  const copy = await openCopy()
  const current = copy.image.recordsById.get(keep.id)
  const merged = changedFields(keep, mergedTwins({ keep, drop }))
  const before = Object.fromEntries(Object.entries(keep).filter(([field]) => field in merged))
  const again: SleepRecord = { ...drop, id: newId() }
  const changes: Change[] = [
    ...(current === undefined ? [] : patchOf(current, before)),
    { kind: 'insert', table: 'sleep_records', rowId: again.id, body: again },
  ]
  await write(copy, (db) =>
    db.append(changes.map(newEntry), (notes) => withApart(notes, pairKey(keep, again))),
  )
  requestSync()
}

/** They are two sleeps, and nobody asks about them again on this phone. */
export async function keepApart({ keep, drop }: Twins): Promise<void> {
  await write(await openCopy(), (db) => db.append([], (notes) => withApart(notes, pairKey(keep, drop))))
}

function patchOf(record: SleepRecord, fields: Partial<SleepRecord>): Change<'sleep_records'>[] {
  const body = changedFields(record, fields)
  if (Object.keys(body).length === 0) return []
  return [{ kind: 'patch', table: 'sleep_records', rowId: record.id, body }]
}
