import { writeFullCopy } from '../data-files/full-copy.ts'
import { closeNotices } from '../device/notifications.ts'
import { diaryKey } from '../family/diary-key.ts'
import {
  diariesOf,
  knownFamilies,
  type LeftFamily,
  noteForgotten,
  noteLeft,
  refreshAfterChange,
} from '../family/families.ts'
import { keepOnlyUnsent, openLocalDb, wipeLocalDb } from '../local/local-db.ts'
import { entryKey } from '../local/outbox.ts'
import { advance, emptyRowCache } from '../local/row-cache.ts'
import { diariesOnDisk } from './all-diaries.ts'
import { isSignedIn } from './ended-by-others.ts'

/*
 * A family has let this account out, or the account has left it: its diary goes from this phone. Only what the phone
 * hadn't sent stays, until it is saved as a file that the family can import, or given up.
 */

const emptying = new Set<string>()

/**
 * Notes as left whatever diary of another family is on this phone and isn't among those that the account can open. A
 * browser that was ended may have lost what localStorage knew of the family, and not its diary.
 */
export async function noteForgottenDiaries(accountId: string): Promise<void> {
  const onDisk = await diariesOnDisk(accountId)
  const known = diariesOf(accountId)
  if (onDisk.some((key) => !known.includes(key))) {
    // What is known may be from before somebody let the account in, or be what a sign-out has left of it.
    const { failure } = await refreshAfterChange(accountId)
    if (failure !== null) return
  }
  if (isSignedIn(accountId)) noteForgotten(accountId, onDisk)
}

/**
 * Takes the diaries of families that are left off this phone, also those that a page which was closed has left half
 * done. Resolves to the families whose diaries left nothing behind.
 */
export async function emptyLeftDiaries(accountId: string): Promise<LeftFamily[]> {
  const due = knownFamilies(accountId)?.left.filter(({ unsent }) => unsent === null) ?? []
  const emptied = await Promise.all(
    due.map(async (family) => ((await emptyLeft(accountId, family.family_id)) ? family : null)),
  )
  return emptied.filter((family) => family !== null)
}

/** Resolves to whether nothing is left of it. */
async function emptyLeft(accountId: string, familyId: string): Promise<boolean> {
  const key = diaryKey(accountId, familyId)
  if (emptying.has(key)) return false
  emptying.add(key)
  // It may let the account in again while this tab sleeps, and what is there by then has to be sent.
  const isLeft = () => isNotedAsLeft(accountId, familyId)
  // The browser doesn't tell which of them are about this family.
  void closeNotices()
  try {
    const unsent = await keepOnlyUnsent(key, isLeft)
    if (!isLeft()) return false
    if (unsent === 0) await wipeLocalDb(key)
    noteLeft(accountId, familyId, unsent === 0 ? null : unsent)
    return unsent === 0
  } catch (reason) {
    // The phone refused: it is tried again at the next start.
    console.warn(reason)
    return false
  } finally {
    emptying.delete(key)
  }
}

function isNotedAsLeft(accountId: string, familyId: string): boolean {
  return knownFamilies(accountId)?.left.some(({ family_id }) => family_id === familyId) === true
}

/** What a left family’s diary has unsent changes on, as the file of an export, which an import takes. */
export async function unsentCopy(
  accountId: string,
  familyId: string,
  createdBy: string,
  on: string,
): Promise<string> {
  const db = await openLocalDb(diaryKey(accountId, familyId), () => {})
  try {
    const { baby, plan, entries, records, memory, recordsById, onServer } = advance(
      emptyRowCache(),
      await db.read('all'),
    )
    const unsent = new Set(entries.map(entryKey))
    const changed = records.filter(({ id }) => unsent.has(entryKey({ table: 'sleep_records', rowId: id })))
    const deleted = [...onServer.values()].filter(({ id }) => !recordsById.has(id))
    return writeFullCopy({ baby, plan, records: [...changed, ...memory.lost], deleted }, createdBy, on)
  } finally {
    db.close()
  }
}

/** Gives up what a left family's diary has unsent on this phone. Rejects when the phone refuses. */
export async function dropLeft(accountId: string, familyId: string): Promise<void> {
  // The family may have let the account in again meanwhile, and then it is sent.
  if (!isNotedAsLeft(accountId, familyId)) return
  await wipeLocalDb(diaryKey(accountId, familyId))
  noteLeft(accountId, familyId, null)
}
