import type { Answer, Tables } from './remote.ts'
import { isTable, parseHead, parsePage, parseTombstones, type Table } from './rows.ts'
import { type Copy, show } from './store.ts'

const PAGE_ROWS = 1000

/** Fetches what changed since last time, history never again. False: the server can't be reached now. */
export async function fetchChanges(copy: Copy, tables: Tables): Promise<boolean> {
  const { cursor: from, entries } = await copy.db.read([])
  // The server had these before it is asked for its latest number, so what we fetch includes them.
  const settled = entries.filter((entry) => entry.state.kind === 'sent').map((entry) => entry.seq)
  const to = parsed(await tables.readHead(), parseHead)
  if (to === null) return false
  if (to === from && settled.length === 0) return true
  // A number that went back means a server restored from a backup: everything it has is news.
  const after = from === null || to < from ? 0 : from
  const changes = await changesSince(tables, after, to)
  if (changes === null) return false
  const keys = await copy.db.apply({ from, to, ...changes, settled })
  // Too late: another tab, thinking this one asleep, has stored its own download.
  if (keys === null) return true
  await show(copy, { keys, from, to })
  return true
}

/**
 * All that changed after `after` and up to `to`, as it is now: what has changed again meanwhile comes with a number
 * above `to`, and comes once more next time. Left out, a row we have just sent would be gone for a moment.
 */
async function changesSince(tables: Tables, after: number, to: number) {
  const rowsOf = async (table: Table) => {
    const rows = await allPages(tables, table, parsePage, [after, to])
    return rows?.map((row) => ({ table, row })) ?? null
  }
  const [baby, plan, records, tombstones] = await Promise.all([
    rowsOf('baby_info'),
    rowsOf('sleep_plans'),
    rowsOf('sleep_records'),
    allPages(tables, 'deleted_rows', parseTombstones, [after, to]),
  ])
  if (baby === null || plan === null || records === null || tombstones === null) return null
  const deleted = tombstones.flatMap(({ table_name, id }) =>
    isTable(table_name) ? { table: table_name, id } : [],
  )
  return { rows: [...baby, ...plan, ...records], deleted }
}

async function allPages<Row extends { rev: number }>(
  tables: Tables,
  table: Table | 'deleted_rows',
  parse: (data: unknown) => Row[] | null,
  [after, to]: [number, number],
): Promise<Row[] | null> {
  const rows: Row[] = []
  let last = after
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
