import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { Diary } from '../data-files/import-plan.ts'
import { store } from '../local/phone-store.ts'
import { commit, idsGone } from './commit.ts'

/** What an import is compared with: the whole replica, with the changes that wait to be sent. */
export async function knownRecords(): Promise<Diary> {
  const replica = await store.wholeReplica()
  const { familyId, cache } = replica
  return { familyId, records: cache.records, deletedIds: await idsGone(replica) }
}

/** How many records are stored in one transaction: between two of them the screen can react. */
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
  const { diary } = await store.wholeReplica()
  let stored = 0
  while (stored < records.length && !signal.aborted) {
    const block = records.slice(stored, stored + BLOCK)
    const inserts = block.map(
      (body) => ({ kind: 'insert', table: 'sleep_records', rowId: body.id, body, mayExist: true }) as const,
    )
    // The browser may have taken the database away between two blocks.
    const replica = await store.wholeReplica()
    if (replica.diary !== diary) throw new Error('Another diary is shown')
    await commit(replica, inserts)
    stored += block.length
    onStored(stored)
  }
  return stored
}
