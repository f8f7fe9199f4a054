import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { Diary } from '../data-files/diary-ids.ts'
import type { FileContent } from '../data-files/file-content.ts'
import type { FileEdit } from '../data-files/file-edits.ts'
import type { DiaryKey } from '../family/diary-key.ts'
import { mayWriteAs, roleIn } from '../family/families.ts'
import type { Change } from '../local/outbox.ts'
import { store } from '../local/phone-store.ts'
import type { Replica } from '../local/replica.ts'
import { babyPatch, deletionOf, planPatch } from './changes.ts'
import { commit, idsGone } from './commit.ts'
import { recordEdit } from './record-changes.ts'

/** What an import is compared with: the whole replica, with the changes that wait to be sent. */
export async function knownRecords(): Promise<Diary & { diary: DiaryKey }> {
  const replica = await store.wholeReplica()
  const { diary, familyId, cache } = replica
  return { diary, familyId, records: cache.records, deletedIds: await idsGone(replica) }
}

/** How many records are stored in one transaction: between two of them the screen can react. */
const BLOCK = 500

/**
 * Stores records whose ids follow from what they say. Each block is on this phone's disk before the next begins, so
 * whatever ends the page, what was stored stays and is sent. Resolves when all are stored, or when `signal` aborts;
 * rejects when the phone refused to store more, when it shows another diary than the one that the file was compared
 * with, and when the account may not change that one any more.
 * @param diary of `knownRecords`.
 * @param onStored called after each block with how many were in it.
 */
export async function importRecords(
  diary: DiaryKey,
  records: readonly SleepRecord[],
  signal: AbortSignal,
  onStored: (count: number) => void,
): Promise<void> {
  await inTurn(diary, records, signal, onStored, (block) =>
    block.map(
      (body) => ({ kind: 'insert', table: 'sleep_records', rowId: body.id, body, mayExist: true }) as const,
    ),
  )
}

/**
 * Stores what a file says otherwise of records that the diary has, as `importRecords` does; null: the record goes. One
 * that is gone meanwhile stays gone.
 */
export async function importEdits(
  diary: DiaryKey,
  edits: readonly (FileEdit | { id: string; patch: null })[],
  signal: AbortSignal,
  onStored: (count: number) => void,
): Promise<void> {
  await inTurn(diary, edits, signal, onStored, (block, { cache }) =>
    block.flatMap(({ id, patch }) => {
      const record = cache.recordsById.get(id)
      if (record === undefined) return []
      return patch === null ? [deletionOf(id)] : recordEdit(record, patch).changes
    }),
  )
}

/**
 * Puts what a file says of the baby and of the plan in the place of what the diary has, in one transaction; null: that
 * stays. Rejects as `importRecords` does.
 */
export async function importOwn(
  diary: DiaryKey,
  baby: FileContent['baby'],
  plan: FileContent['plan'],
): Promise<void> {
  const replica = await replicaOf(diary)
  await commit(replica, [
    ...(baby === null ? [] : babyPatch(replica, baby)),
    ...(plan === null ? [] : planPatch(replica, plan)),
  ])
}

async function inTurn<Item>(
  diary: DiaryKey,
  items: readonly Item[],
  signal: AbortSignal,
  onStored: (count: number) => void,
  changesOf: (block: readonly Item[], replica: Replica) => Change[],
): Promise<void> {
  for (let stored = 0; stored < items.length && !signal.aborted; stored += BLOCK) {
    const block = items.slice(stored, stored + BLOCK)
    const replica = await replicaOf(diary)
    await commit(replica, changesOf(block, replica))
    onStored(block.length)
  }
}

/**
 * Between two blocks the browser may have taken the database away, another tab may have chosen another diary, and the
 * family may have decided that this account only looks from now on.
 */
async function replicaOf(diary: DiaryKey): Promise<Replica> {
  const replica = await store.wholeReplica()
  if (replica.diary !== diary) throw new Error('Another diary is shown')
  if (!mayWriteAs(roleIn(replica.accountId, replica.familyId)))
    throw new Error('This diary is only looked at')
  return replica
}
