import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { Entry } from './outbox.ts'
import type { PhoneMemory } from './phone-memory.ts'

/* Versions of the app before the taps stored rows without them: such a row has none until the next download. */

export function recordWithNoTaps(record: SleepRecord): SleepRecord {
  return { ...record, taps: [] }
}

export function memoryWithNoTaps(memory: PhoneMemory): PhoneMemory {
  return { ...memory, lost: memory.lost.map(recordWithNoTaps) }
}

export function entryWithNoTaps(entry: Entry): Entry {
  if (entry.kind === 'delete' && entry.mergedInto !== undefined) {
    const { id, was } = entry.mergedInto
    return { ...entry, mergedInto: { id, was: recordWithNoTaps(was) } }
  }
  if (entry.kind !== 'insert') return entry
  if (entry.table === 'sleep_records') return { ...entry, body: { ...entry.body, taps: [] } }
  // The only baby the app ever inserts is the default one of a new account, whose birth date nobody has said.
  if (entry.table === 'baby_info') return { ...entry, body: { ...entry.body, birth_date_known: false } }
  return entry
}
