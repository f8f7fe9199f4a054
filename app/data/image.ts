import type { BabyInfo } from '../../core/age.ts'
import type { SleepPlan } from '../../core/plan.ts'
import { type SleepRecord, sortNewestFirst } from '../../core/sleep-record.ts'
import { type Entry, entriesOn, overlay, sameRow } from './outbox.ts'
import type { RowOf, Table } from './rows.ts'

/** The local copy in memory: what the screens draw, and what it is made of. */
export interface Image {
  /** The last change of the server that is in here; null before the first download. */
  cursor: number | null
  entries: readonly Entry[]
  /** As on the server. These maps, unlike the rest, are updated in place. */
  server: { [T in Table]: Map<string, RowOf[T]> }
  baby: BabyInfo | null
  plan: SleepPlan | null
  /** Newest first; the same array while no record changes. */
  records: readonly SleepRecord[]
  recordsById: Map<string, SleepRecord>
}

/** A moment of the local copy: all the entries there are, and the server's rows that changed (null: gone). */
export interface Moment {
  cursor: number | null
  entries: readonly Entry[]
  rows: readonly { table: Table; id: string; row: RowOf[Table] | null }[]
}

export function emptyImage(): Image {
  return {
    cursor: null,
    entries: [],
    server: { baby_info: new Map(), sleep_plans: new Map(), sleep_records: new Map() },
    baby: null,
    plan: null,
    records: [],
    recordsById: new Map(),
  }
}

/** Costs what changed, not the history, but for one pass over the sorted list when a record did. */
export function advance(image: Image, moment: Moment): Image {
  const { server, recordsById } = image
  for (const { table, id, row } of moment.rows) {
    // Of the row types, each map holds its own; the compiler can't tie the two together.
    const rows = server[table] as Map<string, RowOf[Table]>
    if (row === null) rows.delete(id)
    else rows.set(id, row)
  }
  return {
    cursor: moment.cursor,
    entries: moment.entries,
    server,
    baby: ownRow('baby_info', server.baby_info, moment.entries, image.baby),
    plan: ownRow('sleep_plans', server.sleep_plans, moment.entries, image.plan),
    records: advanceRecords(image, moment),
    recordsById,
  }
}

function advanceRecords(image: Image, moment: Moment): readonly SleepRecord[] {
  const byRecord = new Map<string, Entry<'sleep_records'>[]>()
  for (const entry of moment.entries) {
    if (!isOnRecord(entry)) continue
    const others = byRecord.get(entry.rowId)
    if (others === undefined) byRecord.set(entry.rowId, [entry])
    else others.push(entry)
  }
  const changed = new Set<string>()
  for (const id of touchedRecords(image.entries, moment)) {
    const before = image.recordsById.get(id) ?? null
    const after = overlay(image.server.sleep_records.get(id) ?? null, byRecord.get(id) ?? [])
    if (before === after || (before !== null && after !== null && sameRow(before, after))) continue
    changed.add(id)
    if (after === null) image.recordsById.delete(id)
    else image.recordsById.set(id, after)
  }
  if (changed.size === 0) return image.records
  const unchanged = image.records.filter((record) => !changed.has(record.id))
  const added = [...changed].flatMap((id) => image.recordsById.get(id) ?? [])
  return sortNewestFirst([...unchanged, ...added])
}

function isOnRecord(entry: Entry): entry is Entry<'sleep_records'> {
  return entry.table === 'sleep_records'
}

/** The ids of records whose server row, or whose entries, are not those of before. */
function touchedRecords(entriesBefore: readonly Entry[], moment: Moment): Set<string> {
  const versions = (entries: readonly Entry[]) =>
    new Map(entries.map((entry) => [`${entry.seq} ${entry.state.kind}`, entry]))
  const before = versions(entriesBefore)
  const after = versions(moment.entries)
  const touched = new Set<string>()
  for (const [version, entry] of [...before, ...after]) {
    if (isOnRecord(entry) && before.has(version) !== after.has(version)) touched.add(entry.rowId)
  }
  for (const { table, id } of moment.rows) if (table === 'sleep_records') touched.add(id)
  return touched
}

/** The user's only row of a table: the server's before one this phone has just made, until they are one. */
function ownRow<T extends 'baby_info' | 'sleep_plans'>(
  table: T,
  rows: ReadonlyMap<string, RowOf[T]>,
  entries: readonly Entry[],
  before: RowOf[T] | null,
): RowOf[T] | null {
  const inserted = entries.filter((entry) => entry.table === table && entry.kind === 'insert')
  for (const id of [...rows.keys(), ...inserted.map((entry) => entry.rowId)]) {
    const row = overlay(rows.get(id) ?? null, entriesOn(entries, table, id))
    if (row !== null) return before !== null && sameRow(before, row) ? before : row
  }
  return null
}
