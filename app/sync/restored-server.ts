import type { RowChange } from '../local/months.ts'
import { type Change, changedFields, type NewEntry, newEntry } from '../local/outbox.ts'
import type { Restore, RowOf, Table, WireRow } from '../local/rows.ts'

/*
 * A server that was restored from a copy lacks what was written since the copy was made, and the phones that have seen
 * it are the only ones to know. They give it back (decision 062).
 */

/**
 * Up to which number the server (`theirs`) has the same changes as when this phone last downloaded some, knowing of the
 * restores `mine`. Null: it wasn't restored since.
 */
export function sharedUpTo(mine: readonly Restore[], theirs: readonly Restore[]): number | null {
  const first = [...mine, ...theirs].findIndex((_, index) => mine[index]?.id !== theirs[index]?.id)
  if (first < 0) return null
  return Math.min(...[...mine.slice(first), ...theirs.slice(first)].map(({ rev }) => rev))
}

/** A row as the server has it, null for one that was deleted, and the number of its last change. */
export type Numbered<T extends Table> = RowChange<RowOf[T]> & Pick<WireRow, 'rev'>

type Rows = { [T in Table]: readonly RowOf[T][] }
type NumberedRows = { [T in Table]: readonly Numbered<T>[] }
type Ends = { [T in Table]: RowChange<RowOf[T]>[] }

interface Comparison {
  /** The rows as this phone has downloaded them before the restore. */
  known: Rows
  /** The records of which it has downloaded that they were deleted. */
  deletedIds: readonly string[]
  /** All rows that the server has now. */
  found: NumberedRows
  /** A row with a higher number was changed since the restore, or this phone hadn't seen it yet. */
  shared: number
  /** Null: the diary is the account's own. Else the account, which gives back only what it has logged itself. */
  guest: string | null
}

interface Lacking {
  /** Rows that the server doesn't know at all. */
  gone: Ends
  /** The changes by which it knows again what this phone does. What somebody has changed since the restore stays. */
  putBack: NewEntry[]
}

export function lackingAtServer({ known, deletedIds, found, shared, guest }: Comparison): Lacking {
  const [babies, plans, records] = [
    compare(known.baby_info, found.baby_info, shared),
    compare(known.sleep_plans, found.sleep_plans, shared),
    compare(known.sleep_records, found.sleep_records, shared),
  ]
  const gone = {
    baby_info: babies.gone.map(ended),
    sleep_plans: plans.gone.map(ended),
    sleep_records: records.gone.map(ended),
  }
  if (guest !== null) {
    const own = records.gone.filter(({ logged_by }) => logged_by === guest)
    return { gone, putBack: own.map((row) => newEntry(inserted('sleep_records', row))) }
  }
  const [alive, here] = [idsOf(records.unchanged), idsOf(known.sleep_records)]
  const changes = [
    ...babies.gone.map((row) => inserted('baby_info', row)),
    ...babies.older.flatMap(({ row, there }) => patched('baby_info', row, there, shared)),
    ...plans.gone.map((row) => inserted('sleep_plans', row)),
    ...plans.older.flatMap(({ row, there }) => patched('sleep_plans', row, there, shared)),
    ...records.gone.map((row) => inserted('sleep_records', row)),
    ...records.older.flatMap(({ row, there }) => patched('sleep_records', row, there, shared)),
    // One that this phone has again was given back by another phone after an earlier restore.
    ...deletedIds.filter((id) => alive.has(id) && !here.has(id)).map((id) => deleted(id, shared)),
  ]
  return { gone, putBack: changes.map(newEntry) }
}

function compare<Row extends { id: string }>(
  known: readonly Row[],
  found: readonly (RowChange<Row> & Pick<WireRow, 'rev'>)[],
  shared: number,
): { gone: Row[]; unchanged: Row[]; older: { row: Row; there: Row }[] } {
  const all = idsOf(found)
  const unchanged = found.flatMap(({ row, rev }) => (row !== null && rev <= shared ? row : []))
  const byId = new Map(unchanged.map((row) => [row.id, row]))
  return {
    gone: known.filter(({ id }) => !all.has(id)),
    unchanged,
    older: known.flatMap((row) => {
      const there = byId.get(row.id)
      return there === undefined ? [] : { row, there }
    }),
  }
}

function idsOf(rows: readonly { id: string }[]): Set<string> {
  return new Set(rows.map(({ id }) => id))
}

function ended({ id }: { id: string }): { id: string; row: null } {
  return { id, row: null }
}

/** Another phone may give it back, too. */
function inserted<T extends Table>(table: T, body: RowOf[T]): Change<T> {
  return { kind: 'insert', table, rowId: body.id, body, mayExist: true }
}

/** Of the server's row all that differs, the list of taps too: nobody has changed it since, or it stays. */
function patched<T extends Table>(table: T, row: RowOf[T], there: RowOf[T], upTo: number): Change<T>[] {
  const body = changedFields(there, row)
  return Object.keys(body).length === 0 ? [] : [{ kind: 'patch', table, rowId: row.id, body, upTo }]
}

function deleted(id: string, upTo: number): Change {
  return { kind: 'delete', table: 'sleep_records', rowId: id, body: null, upTo }
}
