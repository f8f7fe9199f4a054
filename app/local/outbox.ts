import type { SleepRecord } from '../../core/records/sleep-record.ts'
import {
  TAP_KINDS,
  type TapChange,
  type TapKind,
  type Tapped,
  tapsUnited,
  withTapChange,
  withTapsCounted,
} from '../../core/records/taps.ts'
import { newId } from '../device/new-id.ts'
import type { RowOf, Table } from './rows.ts'

interface Insert<T extends Table> {
  kind: 'insert'
  table: T
  rowId: string
  body: RowOf[T]
  mergedInto?: never
  upTo?: never
  /**
   * The server may have the row already, and then it stays as it is there: its id is derived from what it says, so that
   * another phone may have made the same one, or a restored server is given it back, as by each phone of the family.
   */
  mayExist?: true
}
interface Patch<T extends Table> {
  kind: 'patch'
  table: T
  rowId: string
  body: Partial<RowOf[T]>
  mergedInto?: never
  /** A tap added to a record, or taken back, beside the fields in `body`. It adds up with what other phones tapped. */
  tap?: TapChange
  /** Only if the server's row was not changed after this number (`rev`). */
  upTo?: number
}
interface Delete<T extends Table> {
  kind: 'delete'
  table: T
  rowId: string
  body: null
  /**
   * The row that this one was merged into, and what this one said (`was`). If the server's row says anything else when
   * the deletion arrives, it stays: somebody noted something that wasn't merged.
   */
  mergedInto?: { id: string; was: SleepRecord }
  /** As for a patch. */
  upTo?: number
}
export type Change<T extends Table = Table> = Insert<T> | Patch<T> | Delete<T>

/**
 * 'sent': the server has accepted it, and it stays laid over the rows until a download includes it. `under` is the
 * number of the latest change of access that was known before it set out (app/sync/guest.ts).
 */
export type EntryState =
  | { kind: 'waiting' }
  | { kind: 'sent'; under?: number | null }
  | { kind: 'refused'; message: string }

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

/** The row that a change is on, as one word. */
export function entryKey(entry: Pick<Entry, 'table' | 'rowId'>): string {
  return `${entry.table}/${entry.rowId}`
}

export function entriesOn<T extends Table>(entries: readonly Entry[], table: T, id: string): Entry<T>[] {
  return entries.filter((entry): entry is Entry<T> => entry.table === table && entry.rowId === id)
}

/**
 * The row a carer sees: the server's row with this device's changes laid over it, oldest first.
 * An insert whose row has come back already adds nothing; a refused delete hides nothing.
 */
export function overlay<T extends Table>(
  server: RowOf[T] | null,
  entries: readonly Entry<T>[],
): RowOf[T] | null {
  let row = server
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'insert') row ??= entry.body
    else if (entry.kind === 'patch') row &&= patched(row, entry, entries.slice(index + 1))
    else if (entry.state.kind !== 'refused') row = null
  }
  return row
}

function patched<T extends Table>(row: RowOf[T], { body, tap }: Patch<T>, later: readonly Entry[]): RowOf[T] {
  const changed = { ...row, ...body }
  if (!hasTaps(changed)) return changed
  const written = TAP_KINDS.filter((kind) => kind in body)
  const before = written.length > 0 ? withTapsOfThen(changed, written, later) : changed
  const { taps, wake_ups, feedings, diaper_changes } = withTapsCounted(
    tap ? withTapChange(before, tap) : before,
  )
  return { ...changed, taps, wake_ups, feedings, diaper_changes }
}

/**
 * The row with the taps that it had when a count was typed. The server's row may include taps that were made or taken
 * back after that (`later`): they are undone here, and the later entries apply them again.
 */
function withTapsOfThen(row: Tapped, kinds: readonly TapKind[], later: readonly Entry[]): Tapped {
  const changes = later.flatMap((entry) =>
    entry.kind === 'patch' && entry.tap !== undefined && kinds.includes(entry.tap.tap.kind) ? entry.tap : [],
  )
  const firstOf = new Map(changes.toReversed().map((change) => [change.tap.id, change]))
  const first = [...firstOf.values()]
  return {
    ...row,
    taps: tapsUnited(
      row.taps.filter(({ id }) => !firstOf.has(id)),
      first.flatMap(({ tap, undone }) => (undone ? tap : [])),
    ),
  }
}

function hasTaps(row: object): row is Tapped {
  return 'taps' in row
}

/**
 * What may be sent now, in order: everything that waits, unless an earlier change of its row was refused. Nor is a
 * record deleted that was merged into such a row: what it said would be on no other phone.
 */
export function sendable(entries: readonly Entry[]): Entry[] {
  const blocked = new Set<string>()
  return entries.filter((entry) => {
    if (entry.state.kind === 'refused' || isMergedInto(blocked, entry)) blocked.add(entryKey(entry))
    return entry.state.kind === 'waiting' && (blocked.size === 0 || !blocked.has(entryKey(entry)))
  })
}

/** Whether the entry deletes a row because it was merged into one of `rows`. */
function isMergedInto(rows: ReadonlySet<string>, { table, mergedInto }: Entry): boolean {
  return mergedInto !== undefined && rows.has(entryKey({ table, rowId: mergedInto.id }))
}

/** A request of so many rows is still small for a slow network. */
const ROWS_PER_CALL = 100

/** Groups the changes by request, in order: each goes alone, but for consecutive inserts of an import. */
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

/**
 * The discarded entries and all later ones that build on them: those on the same rows, and the deletions of what was
 * merged into these. `entries`: oldest first.
 */
export function withLater(entries: readonly Entry[], seqs: readonly number[]): Entry[] {
  const discarded = new Set(seqs)
  const rows = new Set<string>()
  return entries.filter((entry) => {
    if (discarded.has(entry.seq) || isMergedInto(rows, entry)) rows.add(entryKey(entry))
    return rows.has(entryKey(entry))
  })
}

/**
 * The entries that a download replaces: those the server had accepted before it (`acceptedSeqs`), and all on rows that
 * were deleted elsewhere, because delete beats edit. The deletion of what was merged into such a row goes as well where
 * it waited behind a refused change of that row: what it says would be nowhere.
 */
export function superseded(
  entries: readonly Entry[],
  acceptedSeqs: readonly number[],
  deleted: readonly RowKey[],
): Entry[] {
  const accepted = new Set(acceptedSeqs)
  const gone = new Set(deleted.map(({ table, id }) => entryKey({ table, rowId: id })))
  const ofGone = entries.filter((entry) => gone.has(entryKey(entry)))
  const held = new Set(ofGone.filter(({ state }) => state.kind === 'refused').map(entryKey))
  const isHeld = (entry: Entry) => entry.state.kind === 'waiting' && isMergedInto(held, entry)
  return entries.filter((entry) => accepted.has(entry.seq) || gone.has(entryKey(entry)) || isHeld(entry))
}

/**
 * What the outbox has to hold once the server was restored, beside what was refused: `putBack` before all others, and
 * what was sent once more, which the server may have forgotten. It takes no change twice; but of a row that another
 * phone has given back meanwhile there is nothing to insert.
 */
export function queuedAgain(
  entries: readonly Entry[],
  dropped: readonly Entry[],
  putBack: readonly NewEntry[],
): Entry[] {
  const first = (entries[0]?.seq ?? 1) - putBack.length
  const again = entries.filter((entry) => entry.state.kind !== 'refused' && !dropped.includes(entry))
  return [
    ...putBack.map((entry, index) => ({ ...entry, seq: first + index })),
    ...again.map((entry): Entry => {
      const state: EntryState = { kind: 'waiting' }
      return entry.kind === 'insert' ? { ...entry, state, mayExist: true } : { ...entry, state }
    }),
  ]
}

/** Fields are JSON values: lists and objects compare by content. */
export function sameValue(a: unknown, b: unknown): boolean {
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
