import { PostgrestClient } from '@supabase/postgrest-js'
import type { TapChange } from '../../core/records/taps.ts'
import type { LocalDate } from '../../core/time/time.ts'
import type { NewEntry } from '../local/outbox.ts'
import { RECORD_COLUMNS, type Table } from '../local/rows.ts'
import { keyedFetch, withKey } from '../session/keyed-fetch.ts'
import { baseUrl, type ClientError, failure } from '../session/remote-auth.ts'
import type { Failure } from '../wire/failures.ts'
import { isStill } from './row-condition.ts'

/** A raw answer of the table API; `data` is whatever it sent. */
export interface Answer {
  data: unknown
  failure: Failure | null
}

interface ClientResponse {
  status: number
  data: unknown
  error: ClientError | null
}

function answer({ status, data, error }: ClientResponse): Answer {
  return { data, failure: error === null ? null : failure({ ...error, status }) }
}

/** The calls of the table API about the rows of one family. */
export interface Tables {
  /** One change, or several inserts into one table that stand or fall together. */
  write(entries: readonly NewEntry[]): Promise<Failure | null>
  /** The family's rows that changed after `after`, in the order they changed. */
  readPage(table: Table | 'deleted_rows', after: number, limit: number): Promise<Answer>
  /** Like `readPage` of the records, without those of the days after `day`. */
  readRecordsUntil(day: LocalDate, after: number, limit: number): Promise<Answer>
  /** The family's records of `from` and later, newest first. */
  readRecent(from: LocalDate, limit: number): Promise<Answer>
  /** The family's counter, as a list of at most one. */
  readHead(): Promise<Answer>
  /** The one row of the family; fails with PGRST116 when there is none. */
  readOwn(table: Table): Promise<Answer>
}

function clientWith(fetch: typeof globalThis.fetch): PostgrestClient {
  const withItsKey: typeof fetch = (input, init) => fetch(input, withKey(init))
  // The client mustn't retry: the sync engine does, which knows the outbox and Retry-After.
  return new PostgrestClient(`${baseUrl()}/rest/v1`, { fetch: withItsKey, retry: false })
}

/** Reads the user's consents, the oldest first. */
export async function readConsents(userId: string, fetch: typeof globalThis.fetch): Promise<Answer> {
  const consents = clientWith(fetch).from('consents')
  return answer(await consents.select('version, given_at').eq('user_id', userId).order('version'))
}

/** Writes down that the account agrees to that version of the text. To have agreed before is no error. */
export async function writeConsent(version: string, fetch: typeof globalThis.fetch): Promise<Failure | null> {
  const how = { onConflict: 'user_id,version', ignoreDuplicates: true }
  return answer(await clientWith(fetch).from('consents').upsert({ version }, how)).failure
}

/** PostgreSQL's code for it. */
const NO_SUCH_COLUMN = '42703'

export function openTables(familyId: string, fetch: typeof globalThis.fetch): Tables {
  const tables = clientWith(fetch)
  /** A database without the newest migrations has some of them only, and is asked for what it has. */
  let hasAllColumns = true

  function request(entry: NewEntry, others: readonly NewEntry[]) {
    const { table, kind, rowId, body, opId, mergedInto, upTo } = entry
    if (kind === 'delete') {
      const deletion = tables.from(table).delete().eq('id', rowId)
      if (upTo !== undefined) return deletion.lte('rev', upTo)
      return mergedInto === undefined ? deletion : deletion.or(isStill(mergedInto.was))
    }
    const row = { ...body, op_id: opId }
    if (kind === 'patch') {
      const { tap } = entry
      const change = tables.from(table).update(tap === undefined ? row : { ...row, tap: sentTap(tap) })
      return upTo === undefined ? change.eq('id', rowId) : change.eq('id', rowId).lte('rev', upTo)
    }
    if (table === 'sleep_records' && entry.mayExist !== true) return tables.from(table).insert(row)
    // Two phones may each make the user's first row, or import the same file: the first one stays.
    const onConflict = table === 'sleep_records' ? 'id' : 'user_id'
    const rows = [row, ...others.map((other) => ({ ...other.body, op_id: other.opId }))]
    return tables.from(table).upsert(rows, { onConflict, ignoreDuplicates: true })
  }

  const ofFamily = (table: string, columns: string) =>
    tables.from(table).select(columns).eq('user_id', familyId)
  type Rows = ReturnType<typeof ofFamily>

  const laterRows = (rows: Rows, after: number, limit: number) =>
    rows.gt('rev', after).order('rev').limit(limit)

  async function readColumns(table: Table | 'deleted_rows', narrowed: (rows: Rows) => Rows): Promise<Answer> {
    const read = async (columns: string) => answer(await narrowed(ofFamily(table, columns)))
    if (table !== 'sleep_records' || !hasAllColumns) return read('*')
    const page = await read(RECORD_COLUMNS)
    hasAllColumns = page.failure?.code !== NO_SUCH_COLUMN
    return hasAllColumns ? page : read('*')
  }

  return {
    write: async ([entry, ...others]) =>
      entry === undefined ? null : answer(await request(entry, others)).failure,
    readPage: (table, after, limit) => readColumns(table, (rows) => laterRows(rows, after, limit)),
    readRecordsUntil: (day, after, limit) =>
      readColumns('sleep_records', (rows) => laterRows(rows.lte('date', day), after, limit)),
    readRecent: (from, limit) =>
      readColumns('sleep_records', (rows) =>
        rows.gte('date', from).order('date', { ascending: false }).limit(limit),
      ),
    // All its columns: a database without the newest migrations doesn't have them all.
    readHead: async () => answer(await tables.from('sync_state').select('*').eq('user_id', familyId)),
    readOwn: async (table) =>
      answer(await tables.from(table).select('*').eq('user_id', familyId).limit(1).single()),
  }
}

/** The value of the column `tap`, by which the database changes the list of taps. */
function sentTap({ tap, undone, counted }: TapChange) {
  const how = counted ? { counted } : {}
  return undone ? { id: tap.id, undone, ...how } : { ...tap, ...how }
}

/** Calls a function of the database, with an access token, or without one as anybody may. */
export async function callFunction(
  name: string,
  { token = null, ...parameters }: { token?: string | null; account_id?: string } = {},
): Promise<Answer> {
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` }
  const functions = new PostgrestClient(`${baseUrl()}/rest/v1`, { headers, fetch: keyedFetch, retry: false })
  return answer(await functions.rpc(name, parameters))
}
