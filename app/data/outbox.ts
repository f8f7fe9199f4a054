import type { SleepRecord } from '../../core/sleep-record.ts'
import { newId } from './new-id.ts'
import type { RowOf, Table } from './rows.ts'

interface Insert<T extends Table> {
  kind: 'insert'
  table: T
  rowId: string
  body: RowOf[T]
  mergedInto?: never
  /** Its id is derived from what it says: another phone may have made the same row, and the first one stays. */
  mayExist?: true
}
interface Patch<T extends Table> {
  kind: 'patch'
  table: T
  rowId: string
  body: Partial<RowOf[T]>
  mergedInto?: never
}
interface Delete<T extends Table> {
  kind: 'delete'
  table: T
  rowId: string
  body: null
  /**
   * What the row says is in this other row now, as far as this phone knew it (`was`). If the server's says something
   * else by then, it stays.
   */
  mergedInto?: { id: string; was: SleepRecord }
}
export type Change<T extends Table = Table> = Insert<T> | Patch<T> | Delete<T>

/** 'sent': the server has it, the next download brings it back and takes its place. */
export type EntryState = { kind: 'waiting' } | { kind: 'sent' } | { kind: 'refused'; message: string }

export type NewEntry<T extends Table = Table> = Change<T> & {
  /** The server applies each one once, however often it arrives. */
  opId: string
  state: EntryState
}
/** `seq` comes from the local database, so that the order of writes never depends on a clock. */
export type Entry<T extends Table = Table> = NewEntry<T> & { seq: number }

export function newEntry(change: Change): NewEntry {
  return { ...change, opId: newId(), state: { kind: 'waiting' } }
}

export interface RowKey {
  table: Table
  id: string
}

function entryKey(entry: Pick<Entry, 'table' | 'rowId'>): string {
  return `${entry.table}/${entry.rowId}`
}

export function entriesOn<T extends Table>(entries: readonly Entry[], table: T, id: string): Entry<T>[] {
  return entries.filter((entry): entry is Entry<T> => entry.table === table && entry.rowId === id)
}

/**
 * The row a carer sees: the server's copy with this device's changes laid over it, oldest first.
 * An insert whose row has come back already adds nothing; a refused delete hides nothing.
 */
export function overlay<T extends Table>(
  server: RowOf[T] | null,
  entries: readonly Entry<T>[],
): RowOf[T] | null {
  let row = server
  for (const entry of entries) {
    if (entry.kind === 'insert') row ??= entry.body
    else if (entry.kind === 'patch') row &&= { ...row, ...entry.body }
    else if (entry.state.kind !== 'refused') row = null
  }
  return row
}

/** What may be sent now, in order: everything that waits, unless an earlier change of its row was refused. */
export function sendable(entries: readonly Entry[]): Entry[] {
  const blocked = new Set<string>()
  return entries.filter((entry) => {
    if (entry.state.kind === 'refused') blocked.add(entryKey(entry))
    return entry.state.kind === 'waiting' && (blocked.size === 0 || !blocked.has(entryKey(entry)))
  })
}

/** So many rows are a small request still, on a slow line too. */
const ROWS_PER_CALL = 100

/** The changes call by call, in order: each alone, but neighbouring inserts of an import together. */
export function inCalls(entries: readonly Entry[]): Entry[][] {
  const calls: Entry[][] = []
  for (const entry of entries) {
    const last = calls.at(-1)
    const previous = last?.[0]
    const isMore = previous !== undefined && isImported(previous) && isImported(entry)
    if (isMore && last !== undefined && last.length < ROWS_PER_CALL) last.push(entry)
    else calls.push([entry])
  }
  return calls
}

function isImported(entry: Entry): boolean {
  return entry.kind === 'insert' && entry.table === 'sleep_records' && entry.mayExist === true
}

/** Discarded changes take along the later ones on their rows, made on top of them. `entries`: oldest first. */
export function fallingWith(entries: readonly Entry[], seqs: readonly number[]): Entry[] {
  const discarded = new Set(seqs)
  const rows = new Set<string>()
  return entries.filter((entry) => {
    if (discarded.has(entry.seq)) rows.add(entryKey(entry))
    return rows.has(entryKey(entry))
  })
}

/**
 * Entries a download makes superfluous: those the server had before it (`settled`), and all on rows that
 * were deleted elsewhere, because delete beats edit.
 */
export function superseded(
  entries: readonly Entry[],
  settled: readonly number[],
  deleted: readonly RowKey[],
): Entry[] {
  const accepted = new Set(settled)
  const gone = new Set(deleted.map(({ table, id }) => entryKey({ table, rowId: id })))
  return entries.filter((entry) => accepted.has(entry.seq) || gone.has(entryKey(entry)))
}

/** Fields are JSON values: lists and objects compare by content. */
function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/** Only the fields of `patch` that differ from `row`. */
export function changedFields<Row extends object>(row: Row, patch: Partial<Row>): Partial<Row> {
  const changed: Partial<Row> = {}
  // Object.keys loses the key type; these keys come from a Partial<Row>.
  for (const key of Object.keys(patch) as (keyof Row)[]) {
    const value = patch[key]
    if (value !== undefined && !sameValue(row[key], value)) changed[key] = value
  }
  return changed
}

export function sameRow<Row extends object>(a: Row, b: Row): boolean {
  return a === b || Object.keys(changedFields(a, b)).length === 0
}
