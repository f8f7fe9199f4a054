import type { Disturbance, SleepRecord } from '../../core/records/sleep-record.ts'
import { tapsUnited } from '../../core/records/taps.ts'
import { recordEdit } from '../changes/record-changes.ts'
import { changedFields } from '../local/outbox.ts'

type Fields = Partial<Omit<SleepRecord, 'id' | 'user_id'>>

/** What was noted of a sleep, and the record as the carer saw it then: a count is a step from that. */
export interface Note {
  noted: Fields
  shown: Fields
}

/** Two notes as one: the last of each field, from what was seen before the first. */
export function joinedNotes(first: Note, next: Note): Note {
  const before = changedFields<Fields>({ ...first.shown, ...first.noted }, first.shown)
  const taps = tapsUnited(first.shown.taps ?? [], next.shown.taps ?? [])
  const shown = { ...next.shown, ...before, taps }
  return { noted: changedFields<Fields>(shown, { ...first.noted, ...next.noted }), shown }
}

/** What the record lacks of a note, laid over what it holds by now; undefined: it has all of it. */
export function stillMissing(record: SleepRecord, note: Note | undefined): Note | undefined {
  if (note === undefined) return undefined
  const { taps: _taps, ...edited } = recordEdit(record, note.noted, note.shown).edited
  const noted = changedFields<Fields>(record, edited)
  if (areSame(record.disturbances, edited.disturbances)) delete noted.disturbances
  return Object.keys(noted).length === 0 ? undefined : { noted, shown: record }
}

/** The same disturbances, in whatever order they were noted. */
export function areSame(one: readonly Disturbance[], other: readonly Disturbance[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each))
}
