import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import { type Entry, type EntryState, fallingWith, type NewEntry, type RowKey, superseded } from './outbox.ts'
import { parseRow, type RowOf, TABLES, type Table, type WireRow } from './rows.ts'

/** The server's rows as last downloaded, the changes it hasn't confirmed yet, and how far the download got. */
interface Schema extends DBSchema {
  baby_info: { key: string; value: RowOf['baby_info'] }
  sleep_plans: { key: string; value: RowOf['sleep_plans'] }
  sleep_records: { key: string; value: RowOf['sleep_records'] }
  /** Rows this version of the app can't show, kept as they came for one that can. */
  unreadable: { key: [Table, string]; value: { table: Table; id: string; raw: WireRow } }
  outbox: { key: number; value: Entry }
  meta: { key: 'cursor'; value: number }
}
const STORES = [...TABLES, 'unreadable', 'outbox', 'meta'] as const
type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<Schema, typeof STORES, Mode>

export interface StoredRow extends RowKey {
  row: RowOf[Table] | null
}

/** One moment of the local copy. */
export interface Snapshot {
  /** The last change downloaded; null before the first download. */
  cursor: number | null
  entries: Entry[]
  /** Those asked for; a null row isn't there. */
  rows: StoredRow[]
}

export interface Download {
  /** The cursor it started from: if another tab moved it since, nothing is stored. */
  from: number | null
  to: number
  rows: readonly { table: Table; row: WireRow }[]
  deleted: readonly RowKey[]
  /** Entries the server had accepted before the download began. */
  settled: readonly number[]
}

export interface LocalDb {
  read(keys: readonly RowKey[] | 'all'): Promise<Snapshot>
  /** Resolves when the disk has them; rejects when the phone refused, as for lack of space. */
  append(changes: readonly NewEntry[]): Promise<void>
  setState(seqs: readonly number[], state: EntryState): Promise<void>
  discard(seq: number): Promise<void>
  /** Stores a download with its cursor in one go. Resolves to the rows it touched, or null when it came too late. */
  apply(download: Download): Promise<RowKey[] | null>
  close(): void
}

function databaseName(userId: string): string {
  return `nana-${userId}`
}

function connect(userId: string, onLost: () => void): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(databaseName(userId), 1, {
    upgrade(db) {
      for (const table of TABLES) db.createObjectStore(table, { keyPath: 'id' })
      db.createObjectStore('unreadable', { keyPath: ['table', 'id'] })
      db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
      db.createObjectStore('meta')
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
    async read(keys) {
      const tx = await begin('readonly', 'relaxed')
      const [cursor, entries, rows] = await Promise.all([
        tx.objectStore('meta').get('cursor'),
        tx.objectStore('outbox').getAll(),
        keys === 'all' ? allRows(tx) : rowsOf(tx, keys),
      ])
      return { cursor: cursor ?? null, entries, rows }
    },

    async append(changes) {
      const tx = await begin('readwrite', 'strict')
      const outbox = tx.objectStore('outbox')
      // The database gives each its `seq`.
      await Promise.all([...changes.map((change) => outbox.add(change as Entry)), tx.done])
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

    async discard(seq) {
      const tx = await begin('readwrite', 'strict')
      const outbox = tx.objectStore('outbox')
      const falling = fallingWith(await outbox.getAll(), seq)
      await Promise.all([...falling.map((entry) => outbox.delete(entry.seq)), tx.done])
    },

    async apply({ from, to, rows, deleted, settled }) {
      const tx = await begin('readwrite', 'relaxed')
      const [meta, outbox] = [tx.objectStore('meta'), tx.objectStore('outbox')]
      if (((await meta.get('cursor')) ?? null) !== from) return null
      const dropped = superseded(await outbox.getAll(), settled, deleted)
      await Promise.all([
        ...dropped.map((entry) => outbox.delete(entry.seq)),
        ...rows.map(({ table, row }) => putRow(tx, table, row)),
        ...deleted.map(({ table, id }) => removeRow(tx, table, id)),
        meta.put(to, 'cursor'),
        tx.done,
      ])
      return [...rows.map(({ table, row }) => ({ table, id: row.id })), ...deleted]
    },

    close() {
      isOver = true
      connection.close()
    },
  }
}

async function allRows(tx: Transaction<'readonly'>): Promise<StoredRow[]> {
  const ofTable = async (table: Table) =>
    (await tx.objectStore(table).getAll()).map((row): StoredRow => ({ table, id: row.id, row }))
  const [unreadable, ...readable] = await Promise.all([
    tx.objectStore('unreadable').getAll(),
    ...TABLES.map(ofTable),
  ])
  return [
    ...readable.flat(),
    ...unreadable.map(({ table, id, raw }) => ({ table, id, row: parseRow(table, raw) })),
  ]
}

function rowsOf(tx: Transaction<'readonly'>, keys: readonly RowKey[]): Promise<StoredRow[]> {
  const read = async ({ table, id }: RowKey): Promise<StoredRow> => {
    const row = await tx.objectStore(table).get(id)
    return { table, id, row: row ?? null }
  }
  return Promise.all(keys.map(read))
}

async function putRow(tx: Transaction<'readwrite'>, table: Table, raw: WireRow): Promise<void> {
  const row = parseRow(table, raw)
  if (row === null) {
    await Promise.all([
      tx.objectStore('unreadable').put({ table, id: raw.id, raw }),
      tx.objectStore(table).delete(raw.id),
    ])
    return
  }
  // Of the row types, the store takes its own; the compiler can't tie the two together.
  const store = tx.objectStore(table) as { put(value: RowOf[Table]): Promise<string> }
  await Promise.all([store.put(row), tx.objectStore('unreadable').delete([table, raw.id])])
}

async function removeRow(tx: Transaction<'readwrite'>, table: Table, id: string): Promise<void> {
  await Promise.all([tx.objectStore(table).delete(id), tx.objectStore('unreadable').delete([table, id])])
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

async function finishWipes(): Promise<void> {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  const marked = keys.filter((key) => key.startsWith(WIPE_MARK))
  await Promise.all(marked.map((key) => wipeLocalDb(key.slice(WIPE_MARK.length))))
}
