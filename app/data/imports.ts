import type { SleepRecord } from '../../core/sleep-record.ts'
import type { Diary } from '../data-files/import-plan.ts'
import { newEntry } from './outbox.ts'
import { wholeCopy, write } from './store.ts'
import { requestSync } from './sync.ts'

/** What an import is held against: the local copy, with what waits to be sent. */
export async function knownRecords(): Promise<Diary> {
  const { userId, db, image } = await wholeCopy()
  const isDeleted = await db.deletedIds()
  const goes = image.entries.flatMap(({ kind, rowId, state }) =>
    kind === 'delete' && state.kind !== 'refused' ? rowId : [],
  )
  return { userId, records: image.records, deletedIds: new Set([...isDeleted, ...goes]) }
}

/** Records that go to the disk together: between two such blocks the screen moves on. */
const BLOCK = 500

/**
 * Stores records whose ids follow from what they say. Each block is on this phone's disk before the next begins, so
 * whatever ends the page, what was stored stays and is sent. Resolves to how many were stored when all are, or when
 * `signal` aborts; rejects when the phone refused to store more.
 * @param onStored called with the count after each block.
 */
export async function importRecords(
  records: readonly SleepRecord[],
  signal: AbortSignal,
  onStored: (count: number) => void,
): Promise<number> {
  const { userId } = await wholeCopy()
  let stored = 0
  while (stored < records.length && !signal.aborted) {
    const block = records.slice(stored, stored + BLOCK)
    const entries = block.map((body) =>
      newEntry({ kind: 'insert', table: 'sleep_records', rowId: body.id, body, mayExist: true }),
    )
    // The browser may have taken the database away between two blocks.
    const copy = await wholeCopy()
    if (copy.userId !== userId) throw new Error('Somebody else is signed in')
    await write(copy, (db) => db.append(entries))
    stored += block.length
    onStored(stored)
    requestSync()
  }
  return stored
}
