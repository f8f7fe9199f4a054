import { deleteDB } from 'idb'
import { accountOf, type DiaryKey, familyOf } from '../family/diary-key.ts'
import { forgetPicture } from '../session/kept-picture.ts'
import { markedUsers, WIPE_MARK } from '../session/wipe-mark.ts'
import type { Download } from './download.ts'
import { connect, databaseName, PARTIAL, type Schema, STORES, type Transaction } from './local-schema.ts'
import { changedMonths, type Month, monthOf, recordIn, touchedMonths } from './months.ts'
import { onlyUnsent } from './only-unsent.ts'
import {
  type Entry,
  type EntryState,
  type NewEntry,
  queuedAgain,
  sameValue,
  superseded,
  withLater,
} from './outbox.ts'
import { NOTHING_REMEMBERED, type PhoneMemory, rememberEdits, rememberLost } from './phone-memory.ts'
import type { Snapshot } from './row-cache.ts'
import type { Restore } from './rows.ts'

/** Months by name ('YYYY-MM'; one without records comes back empty), all from one month on, or all there are. */
type MonthsWanted = readonly string[] | { from: string } | 'all'

/** What a phone knows of the server: how far its downloads got, and the restores it has heard of. */
type AsOf = Pick<Snapshot, 'cursor' | 'restores'>

export type Remember = (memory: PhoneMemory) => PhoneMemory | null

export interface LocalDb {
  /** Reads these months of records, the entries of the outbox after the one numbered `after`, and all of the rest. */
  read(months: MonthsWanted, after?: number): Promise<Snapshot>
  /** The names of the months there are, oldest first. */
  monthNames(): Promise<string[]>
  /**
   * Adds changes to the outbox. Resolves when the disk has them, to the ids of the records they patch that were deleted
   * elsewhere before; rejects when the phone refused, as for lack of space. `remember` gets the phone's memory and
   * returns what is stored of it with the changes; when it returns null, because another tab did the same before,
   * nothing is written. The entries numbered `without` leave the outbox with that.
   */
  append(changes: readonly NewEntry[], remember?: Remember, without?: readonly number[]): Promise<string[]>
  /** @param asOf what was known of the server before: nothing is noted if another tab has stored a download since. */
  setState(seqs: readonly number[], state: EntryState, asOf?: AsOf): Promise<void>
  discard(seqs: readonly number[]): Promise<void>
  /** Stores a download with its cursor in one go. Resolves to the months it touched; null when it came too late. */
  apply(download: Download): Promise<string[] | null>
  /** The records that are known to have been deleted at the server, and not to have come back since. */
  deletedIds(): Promise<string[]>
  close(): void
}

/** Opens a diary's database. @param onClosed called when another tab, or the browser, takes the database away. */
export async function openLocalDb(diary: DiaryKey, onClosed: () => void): Promise<LocalDb> {
  await finishWipes()
  let isOver = false
  const reportClosed = () => {
    if (isOver) return
    isOver = true
    onClosed()
  }
  let connection = await connect(diary, reportClosed)

  /**
   * Does `work` in a transaction, and begins it in the same turn. A browser may have dropped the connection of a page
   * that slept. Nothing was written then, so it connects again.
   */
  async function within<Mode extends IDBTransactionMode, Result>(
    mode: Mode,
    durability: 'strict' | 'relaxed',
    work: (tx: Transaction<Mode>) => Promise<Result>,
  ): Promise<Result> {
    const begin = () => connection.transaction(STORES, mode, { durability })
    let tx: Transaction<Mode>
    try {
      tx = begin()
    } catch (error) {
      if (isOver) throw error
      connection = await connect(diary, reportClosed)
      tx = begin()
    }
    return work(tx)
  }

  return {
    read: (wanted, after = -Infinity) =>
      within('readonly', 'relaxed', (tx) => readSnapshot(tx, wanted, after)),

    monthNames: () => within('readonly', 'relaxed', (tx) => tx.objectStore('months').getAllKeys()),

    append: (changes, remember, without = []) =>
      within('readwrite', 'strict', async (tx) => {
        const [outbox, meta] = [tx.objectStore('outbox'), tx.objectStore('meta')]
        const memory = remember?.(await readMemory(tx))
        if (memory === null) return []
        const patched = changes.filter(({ kind }) => kind === 'patch')
        // The database gives each entry its `seq`. Async, so that a write to a transaction that has ended rejects.
        const add = async (change: NewEntry) => outbox.add(change as Entry)
        const remove = async (seq: number) => outbox.delete(seq)
        const keep = async () => memory && meta.put(memory, 'notes')
        // The disk may begin at once, and need not wait until the page has heard of each write. Of several writes each
        // is waited for: a browser that looks at the last one alone by then could store some of them.
        const commit = async () => {
          if (changes.length === 1 && without.length === 0 && memory === undefined) tx.commit()
        }
        // All is asked for in one turn, because each answer waits until the page has time for it.
        const [deleted] = await Promise.all([
          Promise.all(patched.map(({ rowId }) => tx.objectStore('deleted').getKey(rowId))),
          ...changes.map(add),
          ...without.map(remove),
          keep(),
          commit(),
          tx.done,
        ])
        return deleted.filter((id) => id !== undefined)
      }),

    setState: (seqs, state, asOf) =>
      within('readwrite', 'relaxed', async (tx) => {
        if (asOf !== undefined && !(await isStill(tx, asOf))) return
        const outbox = tx.objectStore('outbox')
        const set = async (seq: number) => {
          const entry = await outbox.get(seq)
          if (entry !== undefined) await outbox.put({ ...entry, state })
        }
        await Promise.all([...seqs.map(set), tx.done])
      }),

    discard: (seqs) =>
      within('readwrite', 'strict', async (tx) => {
        const outbox = tx.objectStore('outbox')
        const discarded = withLater(await outbox.getAll(), seqs)
        await Promise.all([...discarded.map((entry) => outbox.delete(entry.seq)), tx.done])
      }),

    apply: (download) => within('readwrite', 'relaxed', (tx) => storeDownload(tx, download)),

    deletedIds: () => within('readonly', 'relaxed', (tx) => tx.objectStore('deleted').getAllKeys()),

    close() {
      isOver = true
      connection.close()
    },
  }
}

/** Stores a download in the transaction. Resolves to the months it touched; null when it came too late. */
async function storeDownload(tx: Transaction<'readwrite'>, download: Download): Promise<string[] | null> {
  const { from, to, babies, plans, records, deleted, acceptedSeqs, putBack, known, zone } = download
  const [meta, outbox] = [tx.objectStore('meta'), tx.objectStore('outbox')]
  if (!(await isStill(tx, { cursor: from, restores: download.knownRestores }))) return null
  const entries = await outbox.getAll()
  const dropped = superseded(entries, acceptedSeqs, deleted)
  const touched = touchedMonths(records, (id) => {
    const record = known(id)
    return record && monthOf(record)
  })
  const [before, gone] = await Promise.all([readMonths(tx, touched), tx.objectStore('deleted').getAllKeys()])
  const months = changedMonths(before, records)
  const after = months.flatMap((month) => month.records)
  const changed = new Map(records.map(({ id, row }) => [id, row]))
  const memory = rememberLost(rememberEdits(await readMemory(tx), entries), entries, {
    deleted,
    before: (id) => recordIn(before, id),
    after,
    find: (id) => (changed.has(id) ? changed.get(id) : known(id)),
    zone,
  })
  const [babyStore, planStore] = [tx.objectStore('baby_info'), tx.objectStore('sleep_plans')]
  await Promise.all([
    ...dropped.map((entry) => outbox.delete(entry.seq)),
    ...(putBack === null ? [] : queuedAgain(entries, dropped, putBack)).map((entry) => outbox.put(entry)),
    ...babies.map(({ id, row }) => (row === null ? babyStore.delete(id) : babyStore.put(row))),
    ...plans.map(({ id, row }) => (row === null ? planStore.delete(id) : planStore.put(row))),
    ...months.map((month) => tx.objectStore('months').put(month)),
    ...deleted.map(({ table, id }) => table === 'sleep_records' && tx.objectStore('deleted').put(id, id)),
    // A restored server was given it back by a phone that hadn't heard of the deletion.
    ...gone.map((id) => changed.get(id) && tx.objectStore('deleted').delete(id)),
    meta.put(to ?? PARTIAL, 'cursor'),
    meta.put([...download.restores], 'restores'),
    meta.put(memory, 'notes'),
    tx.done,
  ])
  return touched
}

async function isStill(tx: Transaction<IDBTransactionMode>, { cursor, restores }: AsOf): Promise<boolean> {
  const meta = tx.objectStore('meta')
  if (cursorIn(await meta.get('cursor')) !== cursor) return false
  return sameValue(restoresIn(await meta.get('restores')), restores)
}

async function readSnapshot(
  tx: Transaction<IDBTransactionMode>,
  wanted: MonthsWanted,
  after: number,
): Promise<Snapshot> {
  const [at, restores, memory, entries, babies, plans, months] = await Promise.all([
    tx.objectStore('meta').get('cursor'),
    tx.objectStore('meta').get('restores'),
    readMemory(tx),
    tx.objectStore('outbox').getAll(IDBKeyRange.lowerBound(after, true)),
    tx.objectStore('baby_info').getAll(),
    tx.objectStore('sleep_plans').getAll(),
    readMonths(tx, wanted),
  ])
  return {
    cursor: cursorIn(at),
    restores: restoresIn(restores),
    isPartial: at === PARTIAL,
    memory,
    entries,
    babies,
    plans,
    months,
  }
}

function readMonths(tx: Transaction<IDBTransactionMode>, wanted: MonthsWanted): Promise<Month[]> {
  const months = tx.objectStore('months')
  if (wanted === 'all') return months.getAll()
  if ('from' in wanted) return months.getAll(IDBKeyRange.lowerBound(wanted.from))
  const read = async (month: string) => (await months.get(month)) ?? { month, records: [] }
  return Promise.all(wanted.map(read))
}

function cursorIn(stored: Schema['meta']['value'] | undefined): number | null {
  return typeof stored === 'number' ? stored : null
}

function restoresIn(stored: Schema['meta']['value'] | undefined): Restore[] {
  return Array.isArray(stored) ? stored : []
}

async function readMemory(tx: Transaction<IDBTransactionMode>): Promise<PhoneMemory> {
  const memory = await tx.objectStore('meta').get('notes')
  return typeof memory === 'object' && 'edited' in memory ? memory : NOTHING_REMEMBERED
}

/**
 * Takes a diary off the phone, at the latest before anyone's is opened again. Resolves to what the server has not taken
 * of it. The mark is looked at again before anything is cleared or deleted: without it another tab has wiped the diary
 * while this one slept, and what is there by now is of a later sign-in.
 */
export async function wipeLocalDb(diary: DiaryKey): Promise<readonly Entry[]> {
  localStorage.setItem(WIPE_MARK + diary, '')
  forgetPicture()
  const connection = await connect(diary, () => {})
  const tx = connection.transaction(STORES, 'readwrite', { durability: 'strict' })
  const entries = await tx.objectStore('outbox').getAll()
  if (isBeingWiped(diary))
    await Promise.all([...STORES.map((store) => tx.objectStore(store).clear()), tx.done])
  connection.close()
  if (!isBeingWiped(diary)) return []
  // A tab that sleeps blocks the deletion until it wakes; what it keeps until then is empty.
  await new Promise<void>((resolve, reject) => {
    deleteDB(databaseName(diary), { blocked: () => resolve() }).then(resolve, reject)
  })
  localStorage.removeItem(WIPE_MARK + diary)
  return entries.filter(({ state }) => state.kind !== 'sent')
}

/**
 * Takes what the server has of a diary off the phone; what only this phone has stays. It is one transaction, so
 * that nothing that is stored meanwhile goes with it. Resolves to how many changes stay.
 * @param isDue asked in that transaction: whether the diary is still to be taken, or another tab has done it meanwhile.
 */
export async function keepOnlyUnsent(diary: DiaryKey, isDue: () => boolean = () => true): Promise<number> {
  forgetPicture()
  // What was sent to another family may have come too late, and was answered well all the same (app/sync/guest.ts).
  const isSentUnsure = accountOf(diary) !== familyOf(diary)
  const connection = await connect(diary, () => {})
  const tx = connection.transaction(STORES, 'readwrite', { durability: 'strict' })
  const read = await readSnapshot(tx, [], -Infinity)
  // A long diary takes a while to be read, and only changes need it.
  const months = read.entries.length > 0 ? await readMonths(tx, 'all') : []
  const kept = onlyUnsent({ ...read, months }, isSentUnsure)
  if (isDue())
    await Promise.all([
      ...STORES.map((store) => tx.objectStore(store).clear()),
      ...kept.entries.map((entry) => tx.objectStore('outbox').put(entry)),
      ...kept.babies.map((baby) => tx.objectStore('baby_info').put(baby)),
      ...kept.plans.map((plan) => tx.objectStore('sleep_plans').put(plan)),
      ...kept.months.map((month) => tx.objectStore('months').put(month)),
      kept.count > 0 && tx.objectStore('meta').put(kept.memory, 'notes'),
      tx.done,
    ])
  connection.close()
  return kept.count
}

/** Whether a wipe of that diary has begun and isn't finished. */
export function isBeingWiped(diary: DiaryKey): boolean {
  return localStorage.getItem(WIPE_MARK + diary) !== null
}

/** Wipes what a page that was closed in between has left. */
export async function finishWipes(): Promise<void> {
  await Promise.all(markedUsers().map(wipeLocalDb))
}
