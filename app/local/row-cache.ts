import type { BabyInfo } from '../../core/baby/age.ts'
import type { SleepPlan } from '../../core/plan/plan.ts'
import {
  compareNewestFirst,
  isOpen,
  type SleepRecord,
  sortNewestFirst,
  withReplaced,
} from '../../core/records/sleep-record.ts'
import { type Month, monthOf } from './months.ts'
import { type Entry, type EntryState, entriesOn, overlay, sameRow, sameValue } from './outbox.ts'
import { NOTHING_REMEMBERED, type PhoneMemory } from './phone-memory.ts'
import type { Restore, RowOf } from './rows.ts'

/** The replica in memory: what the screens draw, and what it is made of. */
export interface RowCache {
  /** The number (`rev`) of the server's last change that is in here; null before the first download. */
  cursor: number | null
  /** The restores of the server that it had gone through by then. */
  restores: readonly Restore[]
  /** The rows of the server that are here are known not to be all: the first download is still on its way. */
  isPartial: boolean
  memory: PhoneMemory
  entries: readonly Entry[]
  baby: BabyInfo | null
  plan: SleepPlan | null
  /** Newest first; the same array while no record changes. */
  records: readonly SleepRecord[]
  /** Those of them that haven't ended, newest first; the same array while none of these changes. */
  open: readonly SleepRecord[]
  /** The same records by id. This map and the next two are updated in place. */
  recordsById: Map<string, SleepRecord>
  /** The records as the server has them, without the outbox laid over them. */
  onServer: Map<string, SleepRecord>
  /** The server's records by month ('YYYY-MM'), for the months that have been read. */
  months: Map<string, readonly SleepRecord[]>
}

/** What the local database holds at one moment: of the records only some whole months, of the rest all. */
export interface Snapshot {
  cursor: number | null
  restores: readonly Restore[]
  isPartial: boolean
  memory: PhoneMemory
  entries: readonly Entry[]
  babies: readonly BabyInfo[]
  plans: readonly SleepPlan[]
  months: readonly Month[]
}

export function emptyRowCache(): RowCache {
  return {
    cursor: null,
    restores: [],
    isPartial: false,
    memory: NOTHING_REMEMBERED,
    entries: [],
    baby: null,
    plan: null,
    records: [],
    open: [],
    recordsById: new Map(),
    onServer: new Map(),
    months: new Map(),
  }
}

/**
 * Brings the cache up to what was read. Returns the same object when nothing differs. The work grows with what changed,
 * not with the length of the log.
 */
export function advance(cache: RowCache, snapshot: Snapshot): RowCache {
  const changed = changedEntries(cache.entries, snapshot.entries)
  const entries = changed.length === 0 ? cache.entries : snapshot.entries
  const onRecords = changed.filter(isOnRecord).map((entry) => entry.rowId)
  const touched = new Set([...takeMonths(cache, snapshot.months), ...onRecords])
  const next = {
    ...cache,
    cursor: snapshot.cursor,
    restores: sameValue(cache.restores, snapshot.restores) ? cache.restores : snapshot.restores,
    isPartial: snapshot.isPartial,
    memory: sameRow(cache.memory, snapshot.memory) ? cache.memory : snapshot.memory,
    entries,
    baby: ownRow('baby_info', snapshot.babies, entries, cache.baby),
    plan: ownRow('sleep_plans', snapshot.plans, entries, cache.plan),
    ...(touched.size > 0 && redraw(cache, touched, entries)),
  }
  const parts = ['cursor', 'restores', 'isPartial', 'memory', 'entries', 'baby', 'plan', 'records'] as const
  return parts.every((part) => next[part] === cache[part]) ? cache : next
}

/** Puts months in the place of their older versions. Returns the ids of the records that differ. */
function takeMonths({ onServer, months }: RowCache, newMonths: readonly Month[]): string[] {
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
      // A record that moved to a month which was taken before this one is there already.
      if (here.has(id) || known === undefined || monthOf(known) !== month) continue
      onServer.delete(id)
      touched.push(id)
    }
  }
  return touched
}

/** The entries that were added, removed, or changed their state. */
function changedEntries(before: readonly Entry[], after: readonly Entry[]): Entry[] {
  const states = (entries: readonly Entry[]) => new Map(entries.map(({ seq, state }) => [seq, state]))
  const [old, current] = [states(before), states(after)]
  return [
    ...before.filter(({ seq, state }) => !isSameState(current.get(seq), state)),
    ...after.filter(({ seq, state }) => !isSameState(old.get(seq), state)),
  ]
}

function isSameState(a: EntryState | undefined, b: EntryState): boolean {
  return a?.kind === b.kind && (a.kind !== 'sent' || b.kind !== 'sent' || a.under === b.under)
}

function isOnRecord(entry: Entry): entry is Entry<'sleep_records'> {
  return entry.table === 'sleep_records'
}

function redraw(
  cache: RowCache,
  touched: ReadonlySet<string>,
  entries: readonly Entry[],
): Pick<RowCache, 'records' | 'open'> {
  const byRecord = new Map<string, Entry<'sleep_records'>[]>()
  for (const entry of entries.filter(isOnRecord)) {
    if (!touched.has(entry.rowId)) continue
    const others = byRecord.get(entry.rowId)
    if (others === undefined) byRecord.set(entry.rowId, [entry])
    else others.push(entry)
  }
  const gone: SleepRecord[] = []
  const come: SleepRecord[] = []
  for (const id of touched) {
    const before = cache.recordsById.get(id) ?? null
    const after = overlay(cache.onServer.get(id) ?? null, byRecord.get(id) ?? [])
    if (before === after || (before !== null && after !== null && sameRow(before, after))) continue
    if (before !== null) gone.push(before)
    if (after === null) cache.recordsById.delete(id)
    else {
      cache.recordsById.set(id, after)
      come.push(after)
    }
  }
  return {
    records: replaced(cache.records, gone, come),
    open: replaced(cache.open, gone.filter(isOpen), come.filter(isOpen)),
  }
}

/** From so many records on that come or go, a log is sorted faster as a whole than each of them finds its place. */
const MANY_CHANGED = 20

function replaced(
  records: readonly SleepRecord[],
  gone: readonly SleepRecord[],
  come: readonly SleepRecord[],
): readonly SleepRecord[] {
  if (gone.length + come.length === 0) return records
  if (gone.length + come.length < MANY_CHANGED) return withReplaced(records, gone, come)
  const leaving = new Set(gone)
  const left = gone.length === 0 ? records : records.filter((record) => !leaving.has(record))
  const sorted = sortNewestFirst(come)
  const [first, last] = [sorted[0], left.at(-1)]
  // A piece of the history follows what was read before it, and years of records needn't be sorted for each piece.
  const isAfterAll = first === undefined || last === undefined || compareNewestFirst(last, first) < 0
  return isAfterAll ? [...left, ...sorted] : sortNewestFirst([...left, ...sorted])
}

/** The user's only row of a table: the server's, or else the one that this phone made and hasn't sent yet. */
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
