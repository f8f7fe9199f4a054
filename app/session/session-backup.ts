import { deleteDB, type IDBPDatabase, openDB } from 'idb'

/*
 * A browser writes localStorage to the disk seconds after the page did (Firefox: five). If it is ended in between, as
 * when a phone needs the memory, the records are on the disk and the session isn't; or a session is back that somebody
 * had just left. So both, the session and the note of leaving it, are stored once more in IndexedDB, where a write can
 * wait for the disk.
 */
const DATABASE = 'nana-session'
const STORE = 'copy'
/** The note of leaving stands under this key of the store. */
const LEAVING = 'leaving'
/** Set in localStorage from the session's removal until its backup is deleted: nobody may restore it meanwhile. */
const DROP_MARK = 'nana-session-drop'
/** Within this time a browser has written to the disk that localStorage holds no session. */
const LOCAL_STORAGE_WITHIN_MS = 10_000

let last: Promise<void> = Promise.resolve()

/** Steps follow one another. Each resolves when it is done, also when the phone refused: it still has the session. */
function inTurn(step: () => Promise<void>): Promise<void> {
  last = last.then(step).catch((reason) => console.warn(reason))
  return last
}

/** Copies what localStorage holds under `key` to the disk; deletes the backup when it holds nothing. */
export function backUpToDisk(key: string): Promise<void> {
  if (localStorage.getItem(key) === null) localStorage.setItem(DROP_MARK, '')
  else localStorage.removeItem(DROP_MARK)
  return inTurn(() => backUpNow(key))
}

async function backUpNow(key: string): Promise<void> {
  if (localStorage.getItem(key) === null) {
    await deleteDB(DATABASE)
    localStorage.removeItem(DROP_MARK)
    return
  }
  await withStore(async (db) => {
    // Another tab may have ended the session meanwhile; its deletion of the backup waits for this connection.
    const text = localStorage.getItem(key)
    if (text !== null) await write(db, key, text)
  })
}

/**
 * Takes the backup of `key` away. The note of leaving stays for as long as the session itself might come back with what
 * localStorage held before.
 */
export function dropBackupLater(key: string): void {
  localStorage.setItem(DROP_MARK, '')
  void inTurn(() => withStore((db) => write(db, key, null)))
  setTimeout(() => void backUpToDisk(key), LOCAL_STORAGE_WITHIN_MS)
}

/** Writes the note of leaving to the disk, or takes it away. */
export function noteLeavingOnDisk(text: string | null): Promise<void> {
  return inTurn(() => withStore((db) => write(db, LEAVING, text)))
}

async function withStore(task: (db: IDBPDatabase) => Promise<void>): Promise<void> {
  const db = await openDB(DATABASE, 1, { upgrade: (opened) => void opened.createObjectStore(STORE) })
  try {
    await task(db)
  } finally {
    db.close()
  }
}

async function write(db: IDBPDatabase, key: string, text: string | null): Promise<void> {
  const tx = db.transaction(STORE, 'readwrite', { durability: 'strict' })
  await Promise.all([text === null ? tx.store.delete(key) : tx.store.put(text, key), tx.done])
}

/** The backup of `key` on the disk; null: there is none, or the phone can't read it. */
export async function backupOnDisk(key: string): Promise<string | null> {
  if (localStorage.getItem(DROP_MARK) !== null) {
    void backUpToDisk(key)
    return null
  }
  const copies = await copiesOnDisk()
  // The browser may have ended before the note of leaving was taken away.
  if (copies?.has(LEAVING) && !copies.has(key)) void backUpToDisk(key)
  return copies?.get(key) ?? null
}

let ahead: ReturnType<typeof copiesOnDisk> | null = null

/**
 * Begins to read what `leavingOnDisk` is asked later. On a slow phone that takes as long as reading the diary, and a
 * start needs both.
 */
export function readLeavingAhead(): void {
  ahead = copiesOnDisk()
}

/** The note of leaving on the disk; null: there is none, or the phone can't read it. */
export async function leavingOnDisk(): Promise<string | null> {
  const copies = await (ahead ?? copiesOnDisk())
  ahead = null
  return copies?.get(LEAVING) ?? null
}

/** What there is on the disk, by its key; null: nothing, or the phone can't read it. */
async function copiesOnDisk(): Promise<Map<string, string> | null> {
  try {
    // Opening a database that isn't there would make an empty one.
    if (!(await indexedDB.databases()).some(({ name }) => name === DATABASE)) return null
    const db = await openDB(DATABASE)
    if (!db.objectStoreNames.contains(STORE)) {
      db.close()
      return null
    }
    const { store } = db.transaction(STORE)
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()])
    db.close()
    return new Map(
      keys.flatMap((key, index) => {
        const value: unknown = values[index]
        return typeof key === 'string' && typeof value === 'string' ? [[key, value]] : []
      }),
    )
  } catch (reason) {
    console.warn(reason)
    return null
  }
}

/** The names of all databases of this app; null where a browser doesn't tell them. */
export async function databaseNames(): Promise<string[] | null> {
  const databases = await indexedDB.databases?.()
  return databases?.flatMap(({ name }) => name ?? []) ?? null
}
