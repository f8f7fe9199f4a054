import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import type { BabyInfo } from '../../core/age.ts'
import type { SleepPlan } from '../../core/plan.ts'
import type { SleepRecord } from '../../core/sleep-record.ts'
import type { Moment } from './image.ts'
import { changedMonth, type Month, type RowChange, touchedMonths } from './months.ts'
import { NO_NOTES, type Notes, noteChanges, noteLost } from './notes.ts'
import { type Entry, type EntryState, fallingWith, type NewEntry, type RowKey, superseded } from './outbox.ts'

/** One that shows more of what the server holds must also delete the cursor, so that all is fetched again. */
const VERSION = 2

/** The server's rows as last downloaded, the changes it hasn't confirmed yet, and how far the download got. */
interface Schema extends DBSchema {
  baby_info: { key: string; value: BabyInfo }
  sleep_plans: { key: string; value: SleepPlan }
  months: { key: string; value: Month }
  outbox: { key: number; value: Entry }
  meta: { key: 'cursor' | 'notes'; value: number | Notes }
  /** Ids of records that were deleted: the server takes none of them again. */
  deleted: { key: string; value: string }
}
const STORES = ['baby_info', 'sleep_plans', 'months', 'outbox', 'meta', 'deleted'] as const
type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<Schema, typeof STORES, Mode>

export interface Download {
  /** The cursor it started from: if another tab moved it since, nothing is stored. */
  from: number | null
  to: number
  babies: readonly RowChange<BabyInfo>[]
  plans: readonly RowChange<SleepPlan>[]
  records: readonly RowChange<SleepRecord>[]
  /** Rows deleted elsewhere, which are among the changes too. */
  deleted: readonly RowKey[]
  /** Entries the server had accepted before the download began. */
  settled: readonly number[]
  /** The month a record was in at `from`. */
  wasIn: (id: string) => string | undefined
}

/** By name, when they may be empty by now; all from one on; or all there are. */
type MonthsWanted = readonly string[] | { from: string } | 'all'

type NoteDown = (notes: Notes, wasDeleted: (id: string) => boolean) => Notes | null

export interface LocalDb {
  /** With these months of records, and the outbox' entries that were added after the one numbered `after`. */
  read(months: MonthsWanted, after?: number): Promise<Moment>
  /** The months there are, oldest first. */
  monthNames(): Promise<string[]>
  /**
   * Resolves when the disk has them; rejects when the phone refused, as for lack of space. `note` sees the notes as
   * they are by then, and which of the changed records were deleted elsewhere: null means that nothing is left to do,
   * and nothing is written.
   */
  append(changes: readonly NewEntry[], note?: NoteDown): Promise<void>
  setState(seqs: readonly number[], state: EntryState): Promise<void>
  discard(seqs: readonly number[]): Promise<void>
  /** Stores a download with its cursor in one go. Resolves to the months it touched; null when it came too late. */
  apply(download: Download): Promise<string[] | null>
  /** The records that are known to have been deleted at the server. */
  deletedIds(): Promise<string[]>
  close(): void
}

function databaseName(userId: string): string {
  return `nana-${userId}`
}

function connect(userId: string, onLost: () => void): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(databaseName(userId), VERSION, {
    upgrade(db, from) {
      if (from < 1) {
        db.createObjectStore('baby_info', { keyPath: 'id' })
        db.createObjectStore('sleep_plans', { keyPath: 'id' })
        db.createObjectStore('months', { keyPath: 'month' })
        db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
        db.createObjectStore('meta')
      }
      if (from < 2) db.createObjectStore('deleted')
    },
    // A tab wipes or upgrades the database. The target is our connection, which its type doesn't say.
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase).close()
      onLost()
    },
    terminated: onLost,
  })
}

/** @param onLost called when another tab, or the browser, takes the database away. */
export async function openLocalDb(userId: string, onLost: () => void): Promise<LocalDb> {
  await finishWipes()
  let isOver = false
  const lost = () => {
    if (isOver) return
    isOver = true
    onLost()
  }
  let connection = await connect(userId, lost)

  /** A browser may drop the connection of a page that slept. Nothing has been written then: connect again. */
  async function begin<Mode extends IDBTransactionMode>(mode: Mode, durability: 'strict' | 'relaxed') {
    try {
      return connection.transaction(STORES, mode, { durability })
    } catch (error) {
      if (isOver) throw error
      connection = await connect(userId, lost)
      return connection.transaction(STORES, mode, { durability })
    }
  }

  return {
    async read(wanted, after = 0) {
      const tx = await begin('readonly', 'relaxed')
      const [cursor, notes, entries, babies, plans, months] = await Promise.all([
        readCursor(tx),
        readNotes(tx),
        tx.objectStore('outbox').getAll(IDBKeyRange.lowerBound(after, true)),
        tx.objectStore('baby_info').getAll(),
        tx.objectStore('sleep_plans').getAll(),
        readMonths(tx, wanted),
      ])
      return { cursor, notes, entries, babies, plans, months }
    },

    async monthNames() {
      const tx = await begin('readonly', 'relaxed')
      return tx.objectStore('months').getAllKeys()
    },

    async append(changes, note = (notes) => notes) {
      const tx = await begin('readwrite', 'strict')
      const [outbox, meta] = [tx.objectStore('outbox'), tx.objectStore('meta')]
      const patched = changes.filter(({ kind }) => kind === 'patch')
      const deleted = await Promise.all(patched.map(({ rowId }) => tx.objectStore('deleted').getKey(rowId)))
      const notes = note(await readNotes(tx), (id) => deleted.includes(id))
      if (notes === null) return
      // The database gives each its `seq`. Async, because in a transaction that is over already a write throws at once.
      const add = async (change: NewEntry) => outbox.add(change as Entry)
      const remember = async () => meta.put(noteChanges(notes, changes), 'notes')
      await Promise.all([...changes.map(add), remember(), tx.done])
    },

    async setState(seqs, state) {
      const tx = await begin('readwrite', 'relaxed')
      const outbox = tx.objectStore('outbox')
      const set = async (seq: number) => {
        const entry = await outbox.get(seq)
        if (entry !== undefined) await outbox.put({ ...entry, state })
      }
      await Promise.all([...seqs.map(set), tx.done])
    },

    async discard(seqs) {
      const tx = await begin('readwrite', 'strict')
      const outbox = tx.objectStore('outbox')
      const falling = fallingWith(await outbox.getAll(), seqs)
      await Promise.all([...falling.map((entry) => outbox.delete(entry.seq)), tx.done])
    },

    async apply({ from, to, babies, plans, records, deleted, settled, wasIn }) {
      const tx = await begin('readwrite', 'relaxed')
      const [meta, outbox] = [tx.objectStore('meta'), tx.objectStore('outbox')]
      if ((await readCursor(tx)) !== from) return null
      const entries = await outbox.getAll()
      const dropped = superseded(entries, settled, deleted)
      const touched = touchedMonths(records, wasIn)
      const before = await readMonths(tx, touched)
      const months = before.map((month) => changedMonth(month, records))
      const after = months.flatMap((month) => month.records)
      const known = await readNotes(tx)
      const notes = noteLost(known, entries, deleted, (id) => recordIn(before, id), after)
      const [babyStore, planStore] = [tx.objectStore('baby_info'), tx.objectStore('sleep_plans')]
      await Promise.all([
        ...dropped.map((entry) => outbox.delete(entry.seq)),
        ...babies.map(({ id, row }) => (row === null ? babyStore.delete(id) : babyStore.put(row))),
        ...plans.map(({ id, row }) => (row === null ? planStore.delete(id) : planStore.put(row))),
        ...months.map((month) => tx.objectStore('months').put(month)),
        ...deleted.map(({ table, id }) => table === 'sleep_records' && tx.objectStore('deleted').put(id, id)),
        meta.put(to, 'cursor'),
        meta.put(notes, 'notes'),
        tx.done,
      ])
      return touched
    },

    async deletedIds() {
      const tx = await begin('readonly', 'relaxed')
      return tx.objectStore('deleted').getAllKeys()
    },

    close() {
      isOver = true
      connection.close()
    },
  }
}

function readMonths(tx: Transaction<IDBTransactionMode>, wanted: MonthsWanted): Promise<Month[]> {
  const months = tx.objectStore('months')
  if (wanted === 'all') return months.getAll()
  if ('from' in wanted) return months.getAll(IDBKeyRange.lowerBound(wanted.from))
  const read = async (month: string) => (await months.get(month)) ?? { month, records: [] }
  return Promise.all(wanted.map(read))
}

async function readCursor(tx: Transaction<IDBTransactionMode>): Promise<number | null> {
  const cursor = await tx.objectStore('meta').get('cursor')
  return typeof cursor === 'number' ? cursor : null
}

async function readNotes(tx: Transaction<IDBTransactionMode>): Promise<Notes> {
  const notes = await tx.objectStore('meta').get('notes')
  return typeof notes === 'object' ? notes : NO_NOTES
}

function recordIn(months: readonly Month[], id: string): SleepRecord | null {
  return months.flatMap(({ records }) => records).find((record) => record.id === id) ?? null
}

/** Survives a crash in the middle of a sign-out: what it names must not be on this phone. */
const WIPE_MARK = 'nana-wipe:'

/** Takes a user's data off the phone, at the latest before anyone's is opened again. */
export async function wipeLocalDb(userId: string): Promise<void> {
  localStorage.setItem(WIPE_MARK + userId, '')
  const connection = await connect(userId, () => {})
  const tx = connection.transaction(STORES, 'readwrite', { durability: 'strict' })
  await Promise.all([...STORES.map((store) => tx.objectStore(store).clear()), tx.done])
  connection.close()
  // Emptied already: a tab that sleeps may keep the empty database until it wakes.
  await new Promise<void>((resolve, reject) => {
    deleteDB(databaseName(userId), { blocked: () => resolve() }).then(resolve, reject)
  })
  localStorage.removeItem(WIPE_MARK + userId)
}

/** Whether this phone has changes of that user that the server hasn't; yes when the phone can't say. */
export async function holdsUnsent(userId: string): Promise<boolean> {
  try {
    const db = await openLocalDb(userId, () => {})
    const { entries } = await db.read([])
    db.close()
    return entries.some(({ state }) => state.kind !== 'sent')
  } catch (reason) {
    console.warn(reason)
    return true
  }
}

/** From the first moment of a wipe until nothing is left. */
export function isBeingWiped(userId: string): boolean {
  return localStorage.getItem(WIPE_MARK + userId) !== null
}

async function finishWipes(): Promise<void> {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  const marked = keys.filter((key) => key.startsWith(WIPE_MARK))
  await Promise.all(marked.map((key) => wipeLocalDb(key.slice(WIPE_MARK.length))))
}
