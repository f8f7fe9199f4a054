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

/** Fetches what changed since last time, history never again. False: the server can't be reached now. */
export async function fetchChanges(copy: Copy, tables: Tables): Promise<boolean> {
  await read(copy, null)
  const { cursor: from, entries } = copy.image
  // The server had these before it is asked for its latest number, so what we fetch includes them.
  const settled = entries.filter((entry) => entry.state.kind === 'sent').map((entry) => entry.seq)
  const to = parsed(await tables.readHead(), parseHead)
  if (to === null) return false
  if (to === from && settled.length === 0) return true
  const changes = to === from ? NOTHING : await changesSince(tables, from ?? 0, to)
  if (changes === null) return false
  const wasIn = (id: string) => {
    const record = copy.image.onServer.get(id)
    return record && monthOf(record)
  }
  const months = await copy.db.apply({ from, to, ...changes, settled, wasIn })
  // Null: another tab, thinking this one asleep, has stored its own download.
  if (months !== null) await show(copy, { months, from, to })
  return true
}

type Changes = Pick<Download, 'babies' | 'plans' | 'records' | 'deleted'>
const NOTHING: Changes = { babies: [], plans: [], records: [], deleted: [] }

/**
 * All that changed after `from` and up to `to`, as it is now: what has changed again meanwhile comes with a number
 * above `to`, and comes once more next time. Left out, a row we have just sent would be gone for a moment.
 */
async function changesSince(tables: Tables, from: number, to: number): Promise<Changes | null> {
  // A number that went back means a server restored from a backup: everything it has is news.
  const range: [number, number] = [to < from ? 0 : from, to]
  const records = await allPages(tables, 'sleep_records', parsePage, range)
  if (records === null) return null
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

async function allPages<Row extends { rev: number }>(
  tables: Tables,
  table: Table | 'deleted_rows',
  parse: (data: unknown) => Row[] | null,
  [from, to]: [number, number],
): Promise<Row[] | null> {
  const rows: Row[] = []
  let last = from
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
