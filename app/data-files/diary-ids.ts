import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { derivedId, idAfterDeletion } from './derived-id.ts'

/** The diary that a file is compared with. */
export interface Diary {
  familyId: string
  records: readonly SleepRecord[]
  /** Ids of deleted records, which the server will never take again. */
  deletedIds: ReadonlySet<string>
}

/** Finds what an import made, by the ids that it gives. */
export interface DiaryIds {
  /** The record of an id, also where it has come back under another one after a deletion was undone. */
  recordOf(id: string): SleepRecord | null
  /**
   * The record that was made of what has this key, or else the id that it gets: the first of those derived from the key
   * that was never deleted, because the server takes no deleted id again.
   */
  madeOf(key: string): SleepRecord | string
}

export function diaryIds({ familyId, records, deletedIds }: Diary): DiaryIds {
  const byId = new Map(records.map((record) => [record.id, record]))
  const made = new Map<string, SleepRecord | string>()

  function recordOf(id: string): SleepRecord | null {
    for (let next = id; ; next = idAfterDeletion(next)) {
      const record = byId.get(next)
      if (record !== undefined) return record
      if (!deletedIds.has(next)) return null
    }
  }

  function findMade(key: string): SleepRecord | string {
    for (let turn = 0; ; turn += 1) {
      const id = derivedId(familyId, `${key} ${turn}`)
      const record = recordOf(id)
      if (record !== null) return record
      if (!deletedIds.has(id)) return id
    }
  }

  return {
    recordOf,
    madeOf(key) {
      const found = made.get(key) ?? findMade(key)
      made.set(key, found)
      return found
    },
  }
}
