import { babyZone } from '../../core/baby/baby-zone.ts'
import type { LocalDate } from '../../core/time/time.ts'
import type { Download } from '../local/download.ts'
import { firstRecentMonth } from '../local/history.ts'
import type { RowChange } from '../local/months.ts'
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
interface UnfinishedDownload extends Pick<Download, 'from' | 'acceptedSeqs'> {
  to: number
  /** The last weeks, when they came before the rest. */
  recent: Recent | null
  /** The records that have been downloaded so far, without the recent ones. */
  records: Numbered<'sleep_records'>[]
}
/** All records of the days after one. */
interface Recent {
  after: LocalDate
  records: Numbered<'sleep_records'>[]
}
type Numbered<T extends Table> = RowChange<RowOf[T]> & Pick<WireRow, 'rev'>
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
  const isFirst = from === null && replica.cache.onServer.size === 0
  const recent = isFirst && head > PAGE_ROWS ? await showRecent(replica, tables) : null
  const earlier = unfinished.get(replica)
  const download =
    earlier?.from === from && earlier.to <= head
      ? earlier
      : { from, to: head, acceptedSeqs: sent, recent, records: [] }
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

/**
 * Stores and shows the last weeks of a long diary before all of it is here, which on a slow phone takes half a minute.
 * The cursor stays where it is: they count as downloaded with the rest. Null when there are none; whatever fails here
 * fails there, too.
 */
async function showRecent(replica: Replica, tables: Tables): Promise<Recent | null> {
  const everything: [number, number] = [0, 0]
  const [babies, plans, page] = await Promise.all([
    allPages(pageOf(tables, 'baby_info'), rowsOf('baby_info'), everything),
    allPages(pageOf(tables, 'sleep_plans'), rowsOf('sleep_plans'), everything),
    tables.readRecent(`${firstRecentMonth()}-01`, PAGE_ROWS),
  ])
  const recent = parsed(page, parsePage)
  if (babies === null || plans === null || recent === null) return null
  const known = (id: string) => replica.cache.onServer.get(id)
  const records = rowsOf('sleep_records')(recent)
  const part = { from: null, to: null, babies, plans, records, deleted: [], acceptedSeqs: [], known }
  const months = await replica.db.apply({ ...part, zone: babyZone(replica.cache.baby) })
  if (months !== null) await replica.showDownload({ months, from: null, to: null })
  // Of the earliest day that came, a page that was cut off there has some records only.
  const after = records.at(-1)?.row?.date
  if (after === undefined) return null
  return { after, records: records.filter(({ row }) => row !== null && row.date > after) }
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
 * download: a row that this phone has just sent would be gone from the screen for a moment. The recent records aren't
 * asked for again, as whatever has changed in them since has such a number.
 */
async function changesSince(
  tables: Tables,
  { from, to, recent, records: others }: UnfinishedDownload,
): Promise<Changes | null> {
  // A number that went back means that the server was restored from a backup: everything is fetched again.
  const range: [number, number] = [from === null || to < from ? 0 : from, to]
  const askRecords: AskPage =
    recent === null ? pageOf(tables, 'sleep_records') : pageUntil(tables, recent.after)
  if ((await allPages(askRecords, rowsOf('sleep_records'), range, others)) === null) return null
  // One that has left the recent days meanwhile is in both, and the later is the one that counts.
  const byId = new Map([...(recent?.records ?? []), ...others].map((record) => [record.id, record]))
  const records = [...byId.values()]
  // Every change has its own number. If the records account for all of them, the other tables needn't be asked.
  const isAll = records.filter(({ rev }) => rev <= to).length === to - range[0]
  if (isAll) return { ...NOTHING, records }
  const [babies, plans, tombstones] = await Promise.all([
    allPages(pageOf(tables, 'baby_info'), rowsOf('baby_info'), range),
    allPages(pageOf(tables, 'sleep_plans'), rowsOf('sleep_plans'), range),
    allPages(pageOf(tables, 'deleted_rows'), parseTombstones, range),
  ])
  if (babies === null || plans === null || tombstones === null) return null
  const deleted = tombstones.flatMap(({ table_name, id }) =>
    isTable(table_name) ? { table: table_name, id } : [],
  )
  const gone = (table: Table) =>
    deleted.flatMap((key) => (key.table === table ? { id: key.id, row: null } : []))
  return {
    babies: [...babies, ...gone('baby_info')],
    plans: [...plans, ...gone('sleep_plans')],
    records: [...records, ...gone('sleep_records')],
    deleted,
  }
}

function rowsOf<T extends Table>(table: T): (page: readonly WireRow[]) => Numbered<T>[] {
  return (page) => page.map((raw) => ({ id: raw.id, rev: raw.rev, row: parseRow(table, raw) }))
}

type AskPage = (after: number) => Promise<Answer>

function pageOf(tables: Tables, table: Table | 'deleted_rows'): AskPage {
  return (after) => tables.readPage(table, after, PAGE_ROWS)
}

function pageUntil(tables: Tables, day: LocalDate): AskPage {
  return (after) => tables.readRecordsUntil(day, after, PAGE_ROWS)
}

/**
 * All rows that changed after `from` and up to `to`, page by page, added to `rows`. Null when the server stops
 * answering: the pages so far stay in `rows`, and the next try goes on after them.
 */
async function allPages<Row extends { rev: number }>(
  ask: AskPage,
  read: (page: readonly WireRow[]) => Row[] | null,
  [from, to]: [number, number],
  rows: Row[] = [],
): Promise<Row[] | null> {
  let last = rows.at(-1)?.rev ?? from
  let asked = ask(last)
  for (;;) {
    const page = parsed(await asked, parsePage)
    if (page === null) return null
    last = page.at(-1)?.rev ?? last
    // A server may make pages shorter than asked: a short one is the last only when it reaches `to`.
    const isLast = page.length === 0 || (last >= to && page.length < PAGE_ROWS)
    // The next page is on its way while a slow phone reads this one.
    if (!isLast) asked = ask(last)
    const fetched = read(page)
    if (fetched === null) return null
    rows.push(...fetched)
    if (isLast) return rows
  }
}

function parsed<T>({ data, failure }: Answer, parse: (data: unknown) => T | null): T | null {
  return failure === null ? parse(data) : null
}
