import { deleteDB, openDB } from 'idb'

/*
 * A browser writes localStorage to the disk seconds after the page did (Firefox: five). If it is ended in between, as
 * when a phone needs the memory, the records are on the disk and the session isn't. So the session is stored once more
 * in IndexedDB, where a write can wait for the disk.
 */
const DATABASE = 'nana-session'
const STORE = 'copy'
/** Set in localStorage from the session's removal until its backup is deleted: nobody may restore it meanwhile. */
const DROP_MARK = 'nana-session-drop'

let last: Promise<void> = Promise.resolve()

/**
 * Copies what localStorage holds under `key` to the disk; deletes the backup when it holds nothing. Calls follow one
 * another. Resolves when it is done, also when the phone refused.
 */
export function backUpToDisk(key: string): Promise<void> {
  if (localStorage.getItem(key) === null) localStorage.setItem(DROP_MARK, '')
  else localStorage.removeItem(DROP_MARK)
  // A phone that refuses to store the backup still has the session itself.
  last = last.then(() => backUpNow(key)).catch((reason) => console.warn(reason))
  return last
}

async function backUpNow(key: string): Promise<void> {
  if (localStorage.getItem(key) === null) {
    await deleteDB(DATABASE)
    localStorage.removeItem(DROP_MARK)
    return
  }
  const db = await openDB(DATABASE, 1, { upgrade: (opened) => void opened.createObjectStore(STORE) })
  // Another tab may have ended the session meanwhile; its deletion of the backup waits for this connection.
  const text = localStorage.getItem(key)
  if (text !== null) {
    const tx = db.transaction(STORE, 'readwrite', { durability: 'strict' })
    await Promise.all([tx.store.put(text, key), tx.done])
  }
  db.close()
}

/** The backup of `key` on the disk; null: there is none, or the phone can't read it. */
export async function backupOnDisk(key: string): Promise<string | null> {
  if (localStorage.getItem(DROP_MARK) !== null) {
    void backUpToDisk(key)
    return null
  }
  try {
    // Opening a database that isn't there would make an empty one.
    if (!(await indexedDB.databases()).some(({ name }) => name === DATABASE)) return null
    const db = await openDB(DATABASE)
    const text: unknown = db.objectStoreNames.contains(STORE) ? await db.get(STORE, key) : null
    db.close()
    return typeof text === 'string' ? text : null
  } catch (reason) {
    console.warn(reason)
    return null
  }
}
