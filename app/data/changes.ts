import type { BabyInfo } from '../../core/age.ts'
import type { SleepPlan } from '../../core/plan.ts'
import {
  BLANK_RECORD,
  type LocalDate,
  type LocalTime,
  type SleepRecord,
  type SleepType,
} from '../../core/sleep-record.ts'
import { newId } from './new-id.ts'
import { withLost, withoutLost } from './notes.ts'
import { type Change, changedFields, newEntry } from './outbox.ts'
import type { RowOf, Table } from './rows.ts'
import { babyData, type Copy, openCopy, rewrite, write } from './store.ts'
import { requestSync } from './sync.ts'

/*
 * Every change resolves when it is on this phone's disk, with the network up or down, and rejects only when the
 * phone refused to store it. The server gets it later, once and in order.
 */

export type RecordDraft = Omit<SleepRecord, 'id' | 'user_id'>
export type PartialRecordDraft = { date: LocalDate; type: SleepType; start_time: LocalTime }

async function commit(copy: Copy, change: Change): Promise<void> {
  await write(copy, (db) => db.append([newEntry(change)]))
  requestSync()
}

export async function addRecord(draft: RecordDraft): Promise<SleepRecord> {
  const copy = await openCopy()
  const record: SleepRecord = { ...draft, id: newId(), user_id: copy.userId }
  await commit(copy, { kind: 'insert', table: 'sleep_records', rowId: record.id, body: record })
  return record
}

/** A sleep that has begun. */
export function createPartialRecord(draft: PartialRecordDraft): Promise<SleepRecord> {
  return addRecord({ ...BLANK_RECORD, ...draft })
}

/** Undo of a delete: the same content under a new id, because a deleted id never comes back. */
export function restoreRecord({ id: _id, user_id: _userId, ...draft }: SleepRecord): Promise<SleepRecord> {
  return addRecord(draft)
}

/**
 * Stores and sends only the fields that differ. A record that is gone meanwhile stays gone: if it was still on the
 * screen, it is offered back as the carer left it.
 */
export async function updateRecord(id: string, patch: Partial<RecordDraft>): Promise<void> {
  const copy = await openCopy()
  const record = copy.image.recordsById.get(id) ?? babyData().records.find((drawn) => drawn.id === id)
  if (record === undefined) return
  const body = changedFields(record, patch)
  if (Object.keys(body).length === 0) return
  const entry = newEntry({ kind: 'patch', table: 'sleep_records', rowId: id, body })
  await write(copy, (db) =>
    db.append([entry], (notes, wasDeleted) =>
      wasDeleted(id) ? withLost(notes, { ...record, ...body }) : notes,
    ),
  )
  requestSync()
}

/** Brings back, once and under a new id, a record that was changed here and deleted elsewhere. */
export async function recoverLost({ id, ...draft }: SleepRecord): Promise<void> {
  const copy = await openCopy()
  const record: SleepRecord = { ...draft, id: newId() }
  const entry = newEntry({ kind: 'insert', table: 'sleep_records', rowId: record.id, body: record })
  await write(copy, (db) => db.append([entry], (notes) => withoutLost(notes, id)))
  requestSync()
}

/** The carer knows that it is gone. */
export async function forgetLost({ id }: SleepRecord): Promise<void> {
  await write(await openCopy(), (db) => db.append([], (notes) => withoutLost(notes, id)))
}

export async function deleteRecord(id: string): Promise<void> {
  const copy = await openCopy()
  if (!copy.image.recordsById.has(id)) return
  await commit(copy, { kind: 'delete', table: 'sleep_records', rowId: id, body: null })
}

export async function updateBaby(patch: Partial<Pick<BabyInfo, 'name' | 'birth_date'>>): Promise<void> {
  const copy = await openCopy()
  await patchRow(copy, 'baby_info', known(copy.image.baby), patch)
}

export async function updatePlan(patch: Partial<Omit<SleepPlan, 'id' | 'user_id'>>): Promise<void> {
  const copy = await openCopy()
  await patchRow(copy, 'sleep_plans', known(copy.image.plan), patch)
}

/** The screens offer no form before there is a row to change. */
function known<Row>(row: Row | null): Row {
  if (row === null) throw new Error('Nothing to change yet')
  return row
}

async function patchRow<T extends Table>(
  copy: Copy,
  table: T,
  row: RowOf[T],
  patch: Partial<RowOf[T]>,
): Promise<void> {
  const body = changedFields(row, patch)
  if (Object.keys(body).length > 0) await commit(copy, { kind: 'patch', table, rowId: row.id, body })
}

/** Sends refused changes once more, and what waits behind them. */
export async function retryRefused(seqs: readonly number[]): Promise<void> {
  await rewrite(await openCopy(), (db) => db.setState(seqs, { kind: 'waiting' }))
  requestSync()
}

/** Gives refused changes up, and the later ones on the same rows. */
export async function discardRefused(seqs: readonly number[]): Promise<void> {
  await rewrite(await openCopy(), (db) => db.discard(seqs))
  requestSync()
}
