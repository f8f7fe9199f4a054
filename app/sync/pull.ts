import { babyZone } from '../../core/baby/baby-zone.ts'
import type { LocalDate } from '../../core/time/time.ts'
import type { Download } from '../local/download.ts'
import { firstRecentMonth } from '../local/history.ts'
import { type Entry, sameValue } from '../local/outbox.ts'
import type { Replica } from '../local/replica.ts'
import {
  type Head,
  isTable,
  parseHead,
  parsePage,
  parseRow,
  parseTombstones,
  type Table,
  type WireRow,
} from '../local/rows.ts'
import { type AskPage, allPages, PAGE_ROWS, pageOf, pageUntil, parsed } from './pages.ts'
import type { Tables } from './remote.ts'
import { lackingAtServer, type Numbered, sharedUpTo } from './restored-server.ts'

/** A download that isn't stored yet: after a broken connection the next try goes on where this one ended. */
interface UnfinishedDownload extends Pick<Download, 'from' | 'acceptedSeqs' | 'restores'> {
  to: number
  /** The number after which the changes are downloaded. */
  since: number
  /** Up to which number they are those that this phone knows: the server was restored. Null: it wasn't. */
  shared: number | null
  accessRev: number | null
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
const unfinished = new WeakMap<Replica, UnfinishedDownload>()

/**
 * What came of a download. 'hidden': a family that has made changes has a counter, which this session may not see, or
 * the server has lost them all. 'closed': the diary can't be gone on with. 'unreachable': the server can't be, now.
 */
type Fetched = 'all' | 'hidden' | 'closed' | 'unreachable'

/**
 * Downloads and stores what changed since the replica's cursor. `mayGoOn` says by the family's counter whether the
 * diary can be gone on with, and what was sent counts as taken.
 */
export async function fetchChanges(
  replica: Replica,
  tables: Tables,
  mayGoOn: (head: Head | null, sent: readonly Entry[]) => boolean,
): Promise<Fetched> {
  await replica.read()
  const { cursor: from, restores: knownRestores, entries } = replica.cache
  // The server accepted these before it is asked for its latest number, so the download includes them.
  const sent = entries.filter((entry) => entry.state.kind === 'sent')
  const counter = await readHead(tables)
  if (counter === undefined) return 'unreachable'
  if (!mayGoOn(counter, sent)) return 'closed'
  if (counter === null && from !== null && from > 0) return 'hidden'
  const head = counter ?? NO_CHANGES
  const shared = sharedNow(replica, head)
  if (head.rev === from && sent.length === 0 && shared === null) return 'all'
  const earlier = unfinished.get(replica)
  const download =
    earlier?.from === from &&
    earlier.to <= head.rev &&
    earlier.accessRev === accessRevIn(replica, head) &&
    sameValue(earlier.restores, head.restores)
      ? earlier
      : await begin(replica, tables, { head, shared, sent })
  unfinished.set(replica, download)
  const { to, restores, acceptedSeqs } = download
  const changes = to === from && download.shared === null ? NOTHING : await changesSince(tables, download)
  if (changes === null) return 'unreachable'
  if (changes === 'unsure') {
    unfinished.delete(replica)
    return fetchChanges(replica, tables, mayGoOn)
  }
  const known = (id: string) => replica.cache.onServer.get(id)
  const zone = babyZone(replica.cache.baby)
  const compared = await withPutBack(replica, download, changes)
  unfinished.delete(replica)
  const part = { from, to, knownRestores, restores, acceptedSeqs, known, zone }
  const months = await replica.db.apply({ ...part, ...compared })
  // Null means that another tab, which took this one for asleep, has stored its own download.
  if (months !== null) await replica.showDownload({ months, from, to })
  return to === head.rev ? 'all' : fetchChanges(replica, tables, mayGoOn)
}

/**
 * Whether the server was restored since this phone last downloaded something. What waits must not be sent before what
 * this phone gives back: a row that it changes would count as changed since.
 */
export async function askForRestore(
  replica: Replica,
  tables: Tables,
): Promise<'restored' | 'same' | 'unreachable'> {
  const head = await readHead(tables)
  if (head === undefined) return 'unreachable'
  return head !== null && sharedNow(replica, head) !== null ? 'restored' : 'same'
}

/** Up to which number the server has the changes that this phone knows; null when it wasn't restored meanwhile. */
function sharedNow({ cache: { cursor, restores } }: Replica, head: Head): number | null {
  // A number that went back tells of a restore that nobody has noted.
  const isBehind = cursor !== null && head.rev < cursor
  return sharedUpTo(restores, head.restores) ?? (isBehind ? 0 : null)
}

async function begin(
  replica: Replica,
  tables: Tables,
  { head, shared, sent }: { head: Head; shared: number | null; sent: readonly Entry[] },
): Promise<UnfinishedDownload> {
  const { cursor: from, onServer } = replica.cache
  const isFirst = from === null && onServer.size === 0
  const recent = isFirst && head.rev > PAGE_ROWS ? await showRecent(replica, tables) : null
  const since = from !== null && (shared === null || from <= shared) ? from : 0
  // What was sent may have been taken before the restore.
  const acceptedSeqs = shared === null ? sent.map(({ seq }) => seq) : []
  const accessRev = accessRevIn(replica, head)
  const { rev: to, restores } = head
  return { from, to, since, shared, accessRev, acceptedSeqs, restores, recent, records: [] }
}

/** The number of the latest change of who may open somebody else's diary; null: it is the account's own. */
function accessRevIn({ accountId, familyId }: Replica, head: Head): number | null {
  return accountId === familyId ? null : head.accessRev
}

/** The changes, and after a restore those by which the rows that the server lacks are this phone's to give back. */
async function withPutBack(
  replica: Replica,
  { from, since, shared }: UnfinishedDownload,
  found: Changes,
): Promise<Pick<Download, keyof Changes | 'putBack'>> {
  if (shared === null) return { ...found, putBack: null }
  // The phone knew no more than what is shared, and goes on from there.
  if (since === from) return { ...found, putBack: [] }
  const { babies, plans } = await replica.db.read([])
  const { gone, putBack } = lackingAtServer({
    known: { baby_info: babies, sleep_plans: plans, sleep_records: [...replica.cache.onServer.values()] },
    deletedIds: await replica.db.deletedIds(),
    found: { baby_info: found.babies, sleep_plans: found.plans, sleep_records: found.records },
    // Without a cursor nobody knows how old these rows are.
    shared: from === null ? 0 : shared,
    guest: replica.accountId === replica.familyId ? null : replica.accountId,
  })
  return {
    deleted: found.deleted,
    babies: [...found.babies, ...gone.baby_info],
    plans: [...found.plans, ...gone.sleep_plans],
    records: [...found.records, ...gone.sleep_records],
    putBack,
  }
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
  const rows = { ...NOTHING, babies, plans, records }
  const { restores } = replica.cache
  const part = {
    from: null,
    to: null,
    knownRestores: restores,
    restores,
    acceptedSeqs: [],
    putBack: null,
    known,
  }
  const months = await replica.db.apply({ ...part, ...rows, zone: babyZone(replica.cache.baby) })
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

/** A family that has made none yet. */
const NO_CHANGES: Head = { rev: 0, accessRev: 0, restores: [] }

interface Changes extends Pick<Download, 'deleted'> {
  babies: Numbered<'baby_info'>[]
  plans: Numbered<'sleep_plans'>[]
  records: Numbered<'sleep_records'>[]
}
const NOTHING: Changes = { babies: [], plans: [], records: [], deleted: [] }

/**
 * The rows that changed after `since` and up to `to`, as they are now; null when the server can't be reached. 'unsure':
 * some may have been hidden, as who may open the diary has changed meanwhile, or as this session, which lacks a second
 * factor that was turned on elsewhere, sees nothing any more. A row that has changed again meanwhile has a number above
 * `to` and comes once more next time. It isn't left out of this download: a row that this phone has just sent would be
 * gone from the screen for a moment. The recent records aren't asked for again, as whatever has changed in them since
 * has such a number.
 */
async function changesSince(
  tables: Tables,
  { since, to, accessRev, recent, records: others }: UnfinishedDownload,
): Promise<Changes | 'unsure' | null> {
  const range: [number, number] = [since, to]
  const askRecords: AskPage =
    recent === null ? pageOf(tables, 'sleep_records') : pageUntil(tables, recent.after)
  if ((await allPages(askRecords, rowsOf('sleep_records'), range, others)) === null) return null
  // One that has left the recent days meanwhile is in both, and the later is the one that counts.
  const byId = new Map([...(recent?.records ?? []), ...others].map((record) => [record.id, record]))
  const records = [...byId.values()]
  // Every change has its own number. If the records account for all of them, none is hidden or in another table.
  const isAll = records.filter(({ rev }) => rev <= to).length === to - since
  if (isAll) return { ...NOTHING, records }
  const [babies, plans, tombstones] = await Promise.all([
    allPages(pageOf(tables, 'baby_info'), rowsOf('baby_info'), range),
    allPages(pageOf(tables, 'sleep_plans'), rowsOf('sleep_plans'), range),
    allPages(pageOf(tables, 'deleted_rows'), parseTombstones, range),
  ])
  if (babies === null || plans === null || tombstones === null) return null
  // What is hidden looks as if it weren't there.
  const head = await readHead(tables)
  if (head === undefined) return null
  if (head === null || (accessRev !== null && head.accessRev !== accessRev)) return 'unsure'
  const deleted = tombstones.flatMap(({ table_name, id }) =>
    isTable(table_name) ? { table: table_name, id } : [],
  )
  const gone = (table: Table) =>
    tombstones.flatMap(({ table_name, id, rev }) => (table_name === table ? { id, rev, row: null } : []))
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
