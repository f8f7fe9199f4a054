import { identityOf } from '../../core/records/duplicates.ts'
import { type SleepRecord, startTimeOf } from '../../core/records/sleep-record.ts'
import type { FoundRecord, FoundRow } from './file-content.ts'

/** What a file of our own says otherwise of a record that the diary has. */
export interface FileEdit {
  id: string
  patch: Partial<FoundRecord>
}

/** The duration follows from the times, and a tap is no correction. */
const SAID = [
  'type',
  'date',
  'start_time',
  'end_time',
  'time',
  'quality',
  'wake_ups',
  'disturbances',
  'feedings',
  'diaper_changes',
] as const satisfies readonly (keyof FoundRecord)[]

/**
 * Tells of each row of a file what it says otherwise than the diary: one edit, or none. A row means the record with its
 * id, or else the one that begins in the same minute, if no other row means that.
 */
export function editFinder(
  rows: readonly FoundRow[],
  records: readonly SleepRecord[],
): (row: FoundRow) => FileEdit[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  const named = new Set(rows.map(({ id }) => id))
  const byIdentity = new Map(
    records.filter(({ id }) => !named.has(id)).map((record) => [identityOf(record), record]),
  )
  return ({ id, record }) => {
    const known = byId.get(id ?? '') ?? byIdentity.get(identityOf(record))
    if (known === undefined) return []
    const patch = saidOtherwise(known, record)
    return Object.keys(patch).length === 0 ? [] : [{ id: known.id, patch }]
  }
}

/** What the file says and the diary doesn't. What a file leaves empty says nothing: it may be older than the diary. */
function saidOtherwise(known: SleepRecord, found: FoundRecord): Partial<FoundRecord> {
  if ((known.type === 'despertar') !== (found.type === 'despertar')) return {}
  const isSameStart = startTimeOf(known) === startTimeOf(found)
  return Object.fromEntries(
    SAID.filter((field) => !(isSameStart && (field === 'start_time' || field === 'time')))
      .filter((field) => isSaid(found[field]) && textOf(found[field]) !== textOf(known[field]))
      .map((field) => [field, found[field]]),
  )
}

function isSaid(value: FoundRecord[(typeof SAID)[number]]): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== 0
}

function textOf(value: FoundRecord[(typeof SAID)[number]]): string {
  return Array.isArray(value) ? value.toSorted().join() : String(value)
}
