import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { TAP_KINDS, TAP_LIMITS, type TapKind } from '../../core/records/taps.ts'
import { changedFields, sameRow } from '../local/outbox.ts'

/** What is noted of a sleep while it runs. */
export type Details = Pick<SleepRecord, 'type' | 'quality' | 'disturbances' | TapKind>

/** What the carer saw of a sleep, and what they made of it. */
export interface Note {
  shown: Details
  noted: Details
}

/**
 * The record with notes laid over it, one after the other. A count is a step from what the carer saw, and so are the
 * disturbances: what was noted elsewhere meanwhile stays, tapped or typed.
 */
export function withNotes(record: SleepRecord, notes: readonly Note[] = []): SleepRecord {
  return notes.reduce(withNote, record)
}

function withNote(record: SleepRecord, { shown, noted }: Note): SleepRecord {
  const counts = TAP_KINDS.map((kind) => {
    const moved = record[kind] + noted[kind] - shown[kind]
    return [kind, Math.min(Math.max(moved, 0), TAP_LIMITS[kind])] as const
  })
  const staying = record.disturbances.filter(
    (each) => noted.disturbances.includes(each) || !shown.disturbances.includes(each),
  )
  const added = noted.disturbances.filter((each) => ![...shown.disturbances, ...staying].includes(each))
  const disturbances = [...staying, ...added]
  return { ...record, ...changedFields(shown, noted), ...Object.fromEntries(counts), disturbances }
}

/** The notes, as long as the record lacks something of them; undefined: it has all. */
export function stillMissing(
  record: SleepRecord,
  notes: readonly Note[] | undefined,
): readonly Note[] | undefined {
  return sameRow(record, withNotes(record, notes)) ? undefined : notes
}
