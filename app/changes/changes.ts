import type { BabyInfo } from '../../core/baby/age.ts'
import { babyZone } from '../../core/baby/baby-zone.ts'
import type { SleepPlan } from '../../core/plan/plan.ts'
import { identityOf } from '../../core/records/duplicates.ts'
import { BLANK_RECORD, type SleepRecord, type SleepType } from '../../core/records/sleep-record.ts'
import type { LocalDate, LocalTime } from '../../core/time/time.ts'
import { newId } from '../device/new-id.ts'
import { type Change, changedFields, newEntry } from '../local/outbox.ts'
import { withLost, withoutLost } from '../local/phone-memory.ts'
import { store } from '../local/phone-store.ts'
import type { Replica } from '../local/replica.ts'
import {
  freeIdAfter,
  lackingIn,
  type OwnEdit,
  ownChanges,
  restoredAs,
  saysAll,
} from '../local/restored-record.ts'
import type { RowOf, Table } from '../local/rows.ts'
import { sync } from '../sync/phone-sync.ts'
import { commit, idsGone } from './commit.ts'
import { type RecordEdit, recordEdit, type StoredEdit, takenBack } from './record-changes.ts'

/*
 * Every change resolves when it is on this phone's disk, with the network up or down, and rejects only when the
 * phone refused to store it. The server gets it later, once and in order.
 */

export type RecordDraft = Omit<SleepRecord, 'id' | 'user_id'>
export type PartialRecordDraft = { date: LocalDate; type: SleepType; start_time: LocalTime }

export async function addRecord(draft: RecordDraft): Promise<SleepRecord> {
  const replica = await store.replica()
  const record = withId(draft, replica)
  await commit(replica, [insertOf(record)])
  return record
}

/** Records that were entered together are stored together: all are on this phone's disk, or none is. */
export async function addTogether(drafts: readonly RecordDraft[]): Promise<SleepRecord[]> {
  const replica = await store.replica()
  const records = drafts.map((draft) => withId(draft, replica))
  await commit(replica, records.map(insertOf))
  return records
}

function withId(draft: RecordDraft, { familyId }: Replica): SleepRecord {
  return { ...draft, id: newId(), user_id: familyId }
}

function insertOf(record: SleepRecord): Change {
  return { kind: 'insert', table: 'sleep_records', rowId: record.id, body: record }
}

/** Stores a sleep that has begun and has no end yet. */
export function createPartialRecord(draft: PartialRecordDraft): Promise<SleepRecord> {
  return addRecord({ ...BLANK_RECORD, ...draft })
}

/** Undo of a delete: the same content under a new id, because the server never takes a deleted id again. */
export async function restoreRecord(record: SleepRecord): Promise<SleepRecord> {
  const replica = await store.replica()
  const again = await restoringInsert(replica, record)
  await commit(replica, [again])
  return again.body
}

/** The insert that brings a deleted record back. Another phone may send the same one: the first to arrive stays. */
async function restoringInsert(replica: Replica, record: SleepRecord) {
  const gone = await idsGone(replica)
  const body = { ...record, id: freeIdAfter(record.id, (id) => gone.has(id)) }
  return { kind: 'insert', table: 'sleep_records', rowId: body.id, body, mayExist: true } as const
}

/**
 * Stores and sends only the fields that differ. Answers what `takeBack` needs; null: the record is gone meanwhile.
 * @param shown the record as the carer saw it, if that may be older than what is known of it.
 */
export function updateRecord(
  id: string,
  patch: Partial<RecordDraft>,
  shown?: Partial<RecordDraft>,
): Promise<StoredEdit | null> {
  return changeRecord(id, (record) => recordEdit(record, patch, shown))
}

/**
 * Undo of an edit; null: there was none. What another phone noted before or since stays. Answers as `updateRecord`
 * does.
 */
export async function takeBack(
  edit: StoredEdit | null,
  others: Beside = () => [],
): Promise<StoredEdit | null> {
  if (edit === null) return null
  const { after } = edit
  return changeRecord(after.id, (record) => recordEdit(record, takenBack(edit, record), after), others)
}

/** What was stored together: an edit, and the record that was deleted with it; null: it was gone already. */
interface StoredWithDeletion {
  edit: StoredEdit | null
  deleted: SleepRecord | null
}

/** Stores an edit of a record and, in the same transaction, the deletion of another if it is still there. */
export async function updateAndDelete(
  id: string,
  patch: Partial<RecordDraft>,
  other: SleepRecord | null,
): Promise<StoredWithDeletion> {
  const { recordsById } = (await store.replica()).cache
  const deleted = (other && recordsById.get(other.id)) ?? null
  const deletions = () => (deleted === null ? [] : [deletionOf(deleted.id)])
  return { edit: await changeRecord(id, (record) => recordEdit(record, patch), deletions), deleted }
}

/**
 * Undo of `updateAndDelete`, in one transaction too. What was deleted comes back where the record ends as before the
 * edit again, or is gone itself, and nobody has logged the same since. Answers as `takeBack` does.
 */
export async function takeBackBoth({ edit, deleted }: StoredWithDeletion): Promise<StoredEdit | null> {
  const replica = await store.replica()
  const same = deleted && identityOf(deleted)
  const isGone = deleted !== null && !replica.cache.records.some((record) => identityOf(record) === same)
  const restored = isGone ? [await restoringInsert(replica, deleted)] : []
  if (edit === null) {
    await commit(replica, restored)
    return null
  }
  const endedAt = edit.before.end_time
  return takeBack(edit, (edited) => (edited === null || edited.end_time === endedAt ? restored : []))
}

/** What goes into the transaction of an edit beside its own changes. It gets the record after it; null: it is gone. */
type Beside = (edited: SleepRecord | null) => readonly Change[]

/**
 * Stores an edit. Resolves to null when the record is gone. One that was deleted elsewhere and is still on the screen
 * stays deleted: as edited here it joins the lost records, which the carer may bring back.
 */
export async function changeRecord(
  id: string,
  edit: (record: SleepRecord) => RecordEdit,
  others: Beside = () => [],
): Promise<StoredEdit | null> {
  const replica = await store.replica()
  const record = replica.cache.recordsById.get(id) ?? store.data().records.find((drawn) => drawn.id === id)
  if (record === undefined) {
    await commit(replica, others(null))
    return null
  }
  const { changes, edited } = edit(record)
  const stored = { before: record, after: edited }
  const all = [...changes, ...others(edited)]
  if (all.length === 0) return stored
  await replica.write(async (db) => {
    const deleted = await db.append(all.map(newEntry))
    if (deleted.includes(id)) await db.append([], (memory) => withLost(memory, edited, changes))
  })
  sync.request()
  return stored
}

/** What became of a record that the carer wanted back. */
export type Recovery = 'recovered' | 'changed' | 'was back'

/**
 * Brings back a record that was changed here and deleted elsewhere. When somebody has brought it back already, that
 * record gets only what was noted here and is missing in it.
 */
export async function recoverLost(record: SleepRecord): Promise<Recovery> {
  const replica = await store.replica()
  const { recordsById, memory, baby } = replica.cache
  const zone = babyZone(baby)
  const own = memory.own?.[record.id]
  const back =
    restoredAs(record.id, (id) => recordsById.get(id)) ??
    replica.cache.records.find((other) => saysAll(record, other, zone))
  const changes =
    back === undefined ? await restoringChanges(replica, record, own) : lackingIn(back, record, own, zone)
  await commit(replica, changes, (known) => withoutLost(known, record.id))
  if (back === undefined) return 'recovered'
  return changes.length > 0 ? 'changed' : 'was back'
}

/**
 * The changes that bring the record back. The edit that was made here is sent beside the insert: if another phone's
 * insert arrives first, that row is the one that stays.
 */
async function restoringChanges(
  replica: Replica,
  record: SleepRecord,
  own: OwnEdit | undefined,
): Promise<Change[]> {
  const insert = await restoringInsert(replica, record)
  return own === undefined ? [insert] : [insert, ...ownChanges(insert.rowId, record, own)]
}

/** Takes a record off the lost ones: the carer knows that it is gone. */
export async function forgetLost({ id }: SleepRecord): Promise<void> {
  await (await store.replica()).write((db) => db.append([], (memory) => withoutLost(memory, id)))
}

/** Answers what `restoreRecord` needs: the record as it was by then, whatever the screen showed. Null: it was gone. */
export async function deleteRecord(id: string): Promise<SleepRecord | null> {
  const replica = await store.replica()
  const deleted = replica.cache.recordsById.get(id) ?? null
  if (deleted !== null) await commit(replica, [deletionOf(id)])
  return deleted
}

/** Undo of `addTogether`: deletes all of the records that are still there in one transaction. */
export async function deleteTogether(ids: readonly string[]): Promise<void> {
  const replica = await store.replica()
  const present = ids.filter((id) => replica.cache.recordsById.has(id))
  await commit(replica, present.map(deletionOf))
}

export function deletionOf(rowId: string): Change {
  return { kind: 'delete', table: 'sleep_records', rowId, body: null }
}

/** Changes the baby's row. A birth date that is changed counts as known from then on. */
export async function updateBaby(patch: BabyPatch): Promise<void> {
  const replica = await store.replica()
  await commit(replica, babyPatch(replica, patch))
}

/** @param patch what changes; it may follow from the plan as this phone knows it. */
export async function updatePlan(patch: PlanPatch | ((plan: SleepPlan) => PlanPatch)): Promise<void> {
  const replica = await store.replica()
  const said = typeof patch === 'function' ? patch(known(replica.cache.plan)) : patch
  await commit(replica, planPatch(replica, said))
}

/** Changes both rows in one transaction. */
export async function updateBabyAndPlan(baby: BabyPatch, plan: PlanPatch): Promise<void> {
  const replica = await store.replica()
  await commit(replica, [...babyPatch(replica, baby), ...planPatch(replica, plan)])
}

/** The question for the baby's age is put off: this phone remembers on which day. */
export async function putOffFirstDays(today: LocalDate): Promise<void> {
  await (await store.replica()).write((db) => db.append([], (memory) => ({ ...memory, putOffOn: today })))
}

type BabyPatch = Partial<Omit<BabyInfo, 'id' | 'user_id'>>
type PlanPatch = Partial<Omit<SleepPlan, 'id' | 'user_id'>>

export function babyPatch({ cache }: Replica, patch: BabyPatch): Change[] {
  const baby = known(cache.baby)
  const isMoved = patch.birth_date !== undefined && patch.birth_date !== baby.birth_date
  return patchOf('baby_info', baby, isMoved ? { birth_date_known: true, ...patch } : patch)
}

export function planPatch({ cache }: Replica, patch: PlanPatch): Change[] {
  return patchOf('sleep_plans', known(cache.plan), patch)
}

/** The row, which must be there: the screens offer no form before. Throws otherwise. */
function known<Row>(row: Row | null): Row {
  if (row === null) throw new Error('Nothing to change yet')
  return row
}

function patchOf<T extends Table>(table: T, row: RowOf[T], patch: Partial<RowOf[T]>): Change<T>[] {
  const body = changedFields(row, patch)
  return Object.keys(body).length === 0 ? [] : [{ kind: 'patch', table, rowId: row.id, body }]
}

/** Sends refused changes once more, and what waits behind them. */
export async function retryRefused(seqs: readonly number[]): Promise<void> {
  await (await store.replica()).changeEntries((db) => db.setState(seqs, { kind: 'waiting' }))
  sync.request()
}

/** Gives refused changes up, and the later ones on the same rows. */
export async function discardRefused(seqs: readonly number[]): Promise<void> {
  await (await store.replica()).changeEntries((db) => db.discard(seqs))
  sync.request()
}
