import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb'
import type { BabyInfo } from '../../core/baby/age.ts'
import type { SleepPlan } from '../../core/plan/plan.ts'
import type { DiaryKey } from '../family/diary-key.ts'
import type { Month } from './months.ts'
import { entryWithNoTaps, memoryWithNoTaps, recordWithNoTaps } from './older-rows.ts'
import type { Entry } from './outbox.ts'
import type { PhoneMemory } from './phone-memory.ts'
import type { Restore } from './rows.ts'

/** An upgrade that stores more of what the server holds must delete the cursor, so that all rows are fetched again. */
const VERSION = 5

/** The server's rows as last downloaded, the changes it hasn't confirmed yet, and how far the download got. */
export interface Schema extends DBSchema {
  baby_info: { key: string; value: BabyInfo }
  sleep_plans: { key: string; value: SleepPlan }
  months: { key: string; value: Month }
  outbox: { key: number; value: Entry }
  /** The phone's memory has the key 'notes', which it got in the first version of the app. */
  meta: { key: 'cursor' | 'restores' | 'notes'; value: number | typeof PARTIAL | Restore[] | PhoneMemory }
  /**
   * Ids of records that were deleted. The server never takes them again, unless it was restored from a copy: then what
   * it has of them is deleted once more.
   */
  deleted: { key: string; value: string }
}

/** It stands in the cursor's place while the rows here are some of the first download's. */
export const PARTIAL = 'partial'

export const STORES = ['baby_info', 'sleep_plans', 'months', 'outbox', 'meta', 'deleted'] as const

export type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<Schema, typeof STORES, Mode>

type Upgrade = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>

async function addTaps(tx: Upgrade): Promise<void> {
  const [babies, months, outbox, meta] = [
    tx.objectStore('baby_info'),
    tx.objectStore('months'),
    tx.objectStore('outbox'),
    tx.objectStore('meta'),
  ]
  for (const baby of await babies.getAll()) await babies.put({ ...baby, birth_date_known: true })
  for (const { month, records } of await months.getAll()) {
    await months.put({ month, records: records.map(recordWithNoTaps) })
  }
  for (const entry of await outbox.getAll()) await outbox.put(entryWithNoTaps(entry))
  const memory = await meta.get('notes')
  if (typeof memory === 'object' && 'edited' in memory) await meta.put(memoryWithNoTaps(memory), 'notes')
}

export function databaseName(diary: DiaryKey): string {
  return `nana-${diary}`
}

/** Opens the diary's database, made or upgraded where it has to be. @param onClosed as for `openLocalDb`. */
export function connect(diary: DiaryKey, onClosed: () => void): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(databaseName(diary), VERSION, {
    async upgrade(db, from, _to, tx) {
      if (from < 1) {
        db.createObjectStore('baby_info', { keyPath: 'id' })
        db.createObjectStore('sleep_plans', { keyPath: 'id' })
        db.createObjectStore('months', { keyPath: 'month' })
        db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
        db.createObjectStore('meta')
      }
      if (from < 2) db.createObjectStore('deleted')
      if (from === 1 || from === 2) await addTaps(tx)
      if (from > 0) await tx.objectStore('meta').delete('cursor')
    },
    // Another tab wants to wipe or upgrade the database. The event's target is our connection, whatever its type says.
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase).close()
      onClosed()
    },
    terminated: onClosed,
  })
}
