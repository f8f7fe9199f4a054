import { babyZone } from '../../core/baby/baby-zone.ts'
import type { Download } from '../local/download.ts'
import type { RowChange } from '../local/months.ts'
import type { RowKey } from '../local/outbox.ts'
import type { Replica } from '../local/replica.ts'
import {
  type Head,
  isTable,
  parseHead,
  parsePage,
  parseRow,
  parseTombstones,
  type RowOf,
  type Table,
  type WireRow,
} from '../local/rows.ts'
import type { Answer, Tables } from './remote.ts'

const PAGE_ROWS = 1000

/** A download that isn't stored yet: after a broken connection the next try goes on where this one ended. */
interface UnfinishedDownload extends Pick<Download, 'from' | 'to' | 'acceptedSeqs'> {
  /** The records that have been downloaded so far. */
  records: WireRow[]
}
const unfinished = new WeakMap<Replica, UnfinishedDownload>()

/**
 * Downloads and stores what changed since the replica's cursor. False: the server can't be reached now, or the diary
 * can't be gone on with, which `mayGoOn` says of the family's counter.
 */
export async function fetchChanges(
  replica: Replica,
  tables: Tables,
  mayGoOn: (head: Head | null) => boolean,
): Promise<boolean> {
  await replica.read()
  const { cursor: from, entries } = replica.cache
  // The server accepted these before it is asked for its latest number, so the download includes them.
  const sent = entries.filter((entry) => entry.state.kind === 'sent').map((entry) => entry.seq)
  const counter = await readHead(tables)
  if (counter === undefined || !mayGoOn(counter)) return false
  const head = counter?.rev ?? 0
  if (head === from && sent.length === 0) return true
  const earlier = unfinished.get(replica)
  const download =
    earlier?.from === from && earlier.to <= head
      ? earlier
      : { from, to: head, acceptedSeqs: sent, records: [] }
  unfinished.set(replica, download)
  const { to, acceptedSeqs } = download
  const changes = to === from ? NOTHING : await changesSince(tables, download)
  if (changes === null) return false
  unfinished.delete(replica)
  const known = (id: string) => replica.cache.onServer.get(id)
  const months = await replica.db.apply({
    from,
    to,
    ...changes,
    acceptedSeqs,
    known,
    zone: babyZone(replica.cache.baby),
  })
  // Null means that another tab, which took this one for asleep, has stored its own download.
  if (months !== null) await replica.showDownload({ months, from, to })
  return to === head || fetchChanges(replica, tables, mayGoOn)
}

/** The family's counter; null: there is none that the caller can see. Undefined: the server can't be reached now. */
export async function readHead(tables: Tables): Promise<Head | null | undefined> {
  const { data, failure } = await tables.readHead()
  return failure === null ? parseHead(data) : undefined
}

type Changes = Pick<Download, 'babies' | 'plans' | 'records' | 'deleted'>
const NOTHING: Changes = { babies: [], plans: [], records: [], deleted: [] }

/**
 * The rows that changed after `from` and up to `to`, as they are now; null when the server can't be reached. A row that
 * has changed again meanwhile has a number above `to` and comes once more next time. It isn't left out of this
 * download: a row that this phone has just sent would be gone from the screen for a moment.
 */
async function changesSince(
  tables: Tables,
  { from, to, records }: UnfinishedDownload,
): Promise<Changes | null> {
  // A number that went back means that the server was restored from a backup: everything is fetched again.
  const range: [number, number] = [from === null || to < from ? 0 : from, to]
  if ((await allPages(tables, 'sleep_records', parsePage, range, records)) === null) return null
  // Every change has its own number. If the records account for all of them, the other tables needn't be asked.
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

/**
 * All rows of a table that changed after `from` and up to `to`, page by page, added to `rows`. Null when the server
 * stops answering: the pages so far stay in `rows`, and the next try goes on after them.
 */
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
    // A server may make pages shorter than asked: a short one is the last only when it reaches `to`.
    if (page.length === 0 || (last >= to && page.length < PAGE_ROWS)) return rows
  }
}

function parsed<T>({ data, failure }: Answer, parse: (data: unknown) => T | null): T | null {
  return failure === null ? parse(data) : null
}
