import type { BabyInfo } from '../../core/age.ts'
import type { SleepPlan } from '../../core/plan.ts'
import { insertSorted, type SleepRecord, sortNewestFirst } from '../../core/sleep-record.ts'
import { type Month, monthOf } from './months.ts'
import { NO_NOTES, type Notes } from './notes.ts'
import { type Entry, entriesOn, overlay, sameRow } from './outbox.ts'
import type { RowOf } from './rows.ts'

/** The local copy in memory: what the screens draw, and what it is made of. */
export interface Image {
  /** The last change of the server that is in here; null before the first download. */
  cursor: number | null
  notes: Notes
  entries: readonly Entry[]
  baby: BabyInfo | null
  plan: SleepPlan | null
  /** Newest first; the same array while no record changes. */
  records: readonly SleepRecord[]
  /** The same by id. Like the next two, updated in place. */
  recordsById: Map<string, SleepRecord>
  /** As on the server, without what waits here. */
  onServer: Map<string, SleepRecord>
  months: Map<string, readonly SleepRecord[]>
}

/** A moment of the local copy: all of it but for the records, of which it has whole months that changed. */
export interface Moment {
  cursor: number | null
  notes: Notes
  entries: readonly Entry[]
  babies: readonly BabyInfo[]
  plans: readonly SleepPlan[]
  months: readonly Month[]
}

export function emptyImage(): Image {
  return {
    cursor: null,
    notes: NO_NOTES,
    entries: [],
    baby: null,
    plan: null,
    records: [],
    recordsById: new Map(),
    onServer: new Map(),
    months: new Map(),
  }
}

/** The same image when nothing differs. Costs what changed, but for one pass over the list when a record did. */
export function advance(image: Image, moment: Moment): Image {
  const changed = changedEntries(image.entries, moment.entries)
  const entries = changed.length === 0 ? image.entries : moment.entries
  const onRecords = changed.filter(isOnRecord).map((entry) => entry.rowId)
  const touched = new Set([...takeMonths(image, moment.months), ...onRecords])
  const next = {
    ...image,
    cursor: moment.cursor,
    notes: sameRow(image.notes, moment.notes) ? image.notes : moment.notes,
    entries,
    baby: ownRow('baby_info', moment.babies, entries, image.baby),
    plan: ownRow('sleep_plans', moment.plans, entries, image.plan),
    records: touched.size === 0 ? image.records : redraw(image, touched, entries),
  }
  const isSame = (['cursor', 'notes', 'entries', 'baby', 'plan', 'records'] as const).every(
    (part) => next[part] === image[part],
  )
  return isSame ? image : next
}

/** Puts months in the place of their older versions. Returns the ids of the records that differ. */
function takeMonths({ onServer, months }: Image, newMonths: readonly Month[]): string[] {
  const touched: string[] = []
  for (const { month, records } of newMonths) {
    const before = months.get(month) ?? []
    months.set(month, records)
    const here = new Set(records.map(({ id }) => id))
    for (const record of records) {
      const known = onServer.get(record.id)
      if (known !== undefined && sameRow(known, record)) continue
      onServer.set(record.id, record)
      touched.push(record.id)
    }
    for (const { id } of before) {
      const known = onServer.get(id)
      // In another month already, if that one came first.
      if (here.has(id) || known === undefined || monthOf(known) !== month) continue
      onServer.delete(id)
      touched.push(id)
    }
  }
  return touched
}

/** Entries that came, went or changed their state. */
function changedEntries(before: readonly Entry[], after: readonly Entry[]): Entry[] {
  const states = (entries: readonly Entry[]) => new Map(entries.map(({ seq, state }) => [seq, state.kind]))
  const [old, current] = [states(before), states(after)]
  return [
    ...before.filter(({ seq, state }) => current.get(seq) !== state.kind),
    ...after.filter(({ seq, state }) => old.get(seq) !== state.kind),
  ]
}

function isOnRecord(entry: Entry): entry is Entry<'sleep_records'> {
  return entry.table === 'sleep_records'
}

function redraw(
  image: Image,
  touched: ReadonlySet<string>,
  entries: readonly Entry[],
): readonly SleepRecord[] {
  const byRecord = new Map<string, Entry<'sleep_records'>[]>()
  for (const entry of entries.filter(isOnRecord)) {
    if (!touched.has(entry.rowId)) continue
    const others = byRecord.get(entry.rowId)
    if (others === undefined) byRecord.set(entry.rowId, [entry])
    else others.push(entry)
  }
  const changed = new Map<string, SleepRecord | null>()
  for (const id of touched) {
    const before = image.recordsById.get(id) ?? null
    const after = overlay(image.onServer.get(id) ?? null, byRecord.get(id) ?? [])
    if (before !== after && (before === null || after === null || !sameRow(before, after)))
      changed.set(id, after)
  }
  if (changed.size === 0) return image.records
  for (const [id, record] of changed) {
    if (record === null) image.recordsById.delete(id)
    else image.recordsById.set(id, record)
  }
  const unchanged = image.records.filter((record) => !changed.has(record.id))
  const added = [...changed.values()].flatMap((record) => record ?? [])
  // A change on screen finds its place near the top; a download is sorted as a whole.
  return added.length < 10 ? added.reduce(insertSorted, unchanged) : sortNewestFirst([...unchanged, ...added])
}

/** The user's only row of a table: the server's before one this phone has just made, until they are one. */
function ownRow<T extends 'baby_info' | 'sleep_plans'>(
  table: T,
  rows: readonly RowOf[T][],
  entries: readonly Entry[],
  before: RowOf[T] | null,
): RowOf[T] | null {
  const onServer = new Map(rows.map((row) => [row.id, row]))
  const made = entries.filter((entry) => entry.table === table && entry.kind === 'insert')
  for (const id of [...onServer.keys(), ...made.map((entry) => entry.rowId)]) {
    const row = overlay(onServer.get(id) ?? null, entriesOn(entries, table, id))
    if (row !== null) return before !== null && sameRow(before, row) ? before : row
  }
  return null
}
