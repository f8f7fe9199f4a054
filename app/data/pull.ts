import type { Download } from './local-db.ts'
import { monthOf, type RowChange } from './months.ts'
import type { RowKey } from './outbox.ts'
import type { Answer, Tables } from './remote.ts'
import {
  isTable,
  parseHead,
  parsePage,
  parseRow,
  parseTombstones,
  type RowOf,
  type Table,
  type WireRow,
} from './rows.ts'
import { type Copy, read, show } from './store.ts'

const PAGE_ROWS = 1000

/** A download under way: the next try goes on where one that broke off ended, however long the history. */
interface Begun extends Pick<Download, 'from' | 'to' | 'settled'> {
  /** The records that have come already. */
  records: WireRow[]
}
const begun = new WeakMap<Copy, Begun>()

/** Fetches what changed since last time, history never again. False: the server can't be reached now. */
export async function fetchChanges(copy: Copy, tables: Tables): Promise<boolean> {
  await read(copy, null)
  const { cursor: from, entries } = copy.image
  // The server had these before it is asked for its latest number, so what we fetch includes them.
  const sent = entries.filter((entry) => entry.state.kind === 'sent').map((entry) => entry.seq)
  const head = parsed(await tables.readHead(), parseHead)
  if (head === null) return false
  if (head === from && sent.length === 0) return true
  const left = begun.get(copy)
  const download =
    left?.from === from && left.to <= head ? left : { from, to: head, settled: sent, records: [] }
  begun.set(copy, download)
  const { to, settled } = download
  const changes = to === from ? NOTHING : await changesSince(tables, download)
  if (changes === null) return false
  begun.delete(copy)
  const wasIn = (id: string) => {
    const record = copy.image.onServer.get(id)
    return record && monthOf(record)
  }
  const months = await copy.db.apply({ from, to, ...changes, settled, wasIn })
  // Null: another tab, thinking this one asleep, has stored its own download.
  if (months !== null) await show(copy, { months, from, to })
  return to === head || fetchChanges(copy, tables)
}

type Changes = Pick<Download, 'babies' | 'plans' | 'records' | 'deleted'>
const NOTHING: Changes = { babies: [], plans: [], records: [], deleted: [] }

/**
 * All that changed after `from` and up to `to`, as it is now: what has changed again meanwhile comes with a number
 * above `to`, and comes once more next time. Left out, a row we have just sent would be gone for a moment.
 */
async function changesSince(tables: Tables, { from, to, records }: Begun): Promise<Changes | null> {
  // A number that went back means a server restored from a backup: everything it has is news.
  const range: [number, number] = [from === null || to < from ? 0 : from, to]
  if ((await allPages(tables, 'sleep_records', parsePage, range, records)) === null) return null
  // Every change has a number of its own. Mostly a record was all that changed, and the other tables needn't be asked.
  const isAll = records.filter(({ rev }) => rev <= to).length === to - range[0]
  if (isAll) return { ...NOTHING, records: rowChanges('sleep_records', records, []) }
  const [babies, plans, tombstones] = await Promise.all([
    allPages(tables, 'baby_info', parsePage, range),
    allPages(tables, 'sleep_plans', parsePage, range),
    allPages(tables, 'deleted_rows', parseTombstones, range),
  ])
  if (babies === null || plans === null || tombstones === null) return null
  const deleted = tombstones.flatMap(({ table_name, id }) =>
    isTable(table_name) ? { table: table_name, id } : [],
  )
  return {
    babies: rowChanges('baby_info', babies, deleted),
    plans: rowChanges('sleep_plans', plans, deleted),
    records: rowChanges('sleep_records', records, deleted),
    deleted,
  }
}

function rowChanges<T extends Table>(
  table: T,
  rows: readonly WireRow[],
  deleted: readonly RowKey[],
): RowChange<RowOf[T]>[] {
  const gone = deleted.filter((key) => key.table === table)
  return [
    ...rows.map((row) => ({ id: row.id, row: parseRow(table, row) })),
    ...gone.map(({ id }) => ({ id, row: null })),
  ]
}

/** Adds to the `rows` that are there already. Null: what has come stays in them, and the rest is for another time. */
async function allPages<Row extends { rev: number }>(
  tables: Tables,
  table: Table | 'deleted_rows',
  parse: (data: unknown) => Row[] | null,
  [from, to]: [number, number],
  rows: Row[] = [],
): Promise<Row[] | null> {
  let last = rows.at(-1)?.rev ?? from
  for (;;) {
    const page = parsed(await tables.readPage(table, last, PAGE_ROWS), parse)
    if (page === null) return null
    rows.push(...page)
    last = page.at(-1)?.rev ?? last
    // A server may cut pages shorter than asked: a short one is the last only when it reaches `to`.
    if (page.length === 0 || (last >= to && page.length < PAGE_ROWS)) return rows
  }
}

function parsed<T>({ data, failure }: Answer, parse: (data: unknown) => T | null): T | null {
  return failure === null ? parse(data) : null
}
