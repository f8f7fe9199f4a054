import { PostgrestClient } from '@supabase/postgrest-js'
import type { Failure } from './answers.ts'
import type { NewEntry } from './outbox.ts'
import { baseUrl, type ClientError, failure, withKey } from './remote-auth.ts'
import { timedFetch } from './request.ts'
import { isStill } from './row-condition.ts'
import type { Table } from './rows.ts'

/** A raw answer of the table API; `data` is whatever it sent. */
export interface Answer {
  data: unknown
  failure: Failure | null
}

interface Response {
  status: number
  data: unknown
  error: ClientError | null
}

function answer({ status, data, error }: Response): Answer {
  return { data, failure: error === null ? null : failure({ ...error, status }) }
}

/** The table API's calls, in the name of whoever `fetch` speaks for. */
export interface Tables {
  /** One change, or several inserts into one table that stand or fall together. */
  write(entries: readonly NewEntry[]): Promise<Failure | null>
  /** The user's rows that changed after `after`, in the order they changed. */
  readPage(table: Table | 'deleted_rows', after: number, limit: number): Promise<Answer>
  /** The number of the user's latest change, as a list of at most one. */
  readHead(): Promise<Answer>
  /** The one row of the user; fails with PGRST116 when there is none. */
  readOwn(table: Table): Promise<Answer>
}

export function openTables(userId: string, fetch: typeof globalThis.fetch): Tables {
  const keyedFetch: typeof fetch = (input, init) => fetch(input, withKey(init))
  // No retries by the client: ours know the outbox and Retry-After.
  const tables = new PostgrestClient(`${baseUrl()}/rest/v1`, { fetch: keyedFetch, retry: false })

  function request(entry: NewEntry, others: readonly NewEntry[]) {
    const { table, kind, rowId, body, opId, mergedInto } = entry
    if (kind === 'delete') {
      const deletion = tables.from(table).delete().eq('id', rowId)
      return mergedInto === undefined ? deletion : deletion.or(isStill(mergedInto.was))
    }
    const row = { ...body, op_id: opId }
    if (kind === 'patch') return tables.from(table).update(row).eq('id', rowId)
    if (table === 'sleep_records' && entry.mayExist !== true) return tables.from(table).insert(row)
    // Two phones may each make the user's first row, or import the same file: the first one stays.
    const onConflict = table === 'sleep_records' ? 'id' : 'user_id'
    const rows = [row, ...others.map((other) => ({ ...other.body, op_id: other.opId }))]
    return tables.from(table).upsert(rows, { onConflict, ignoreDuplicates: true })
  }

  return {
    write: async ([entry, ...others]) =>
      entry === undefined ? null : answer(await request(entry, others)).failure,
    readPage: async (table, after, limit) => {
      const rows = tables.from(table).select('*').eq('user_id', userId)
      return answer(await rows.gt('rev', after).order('rev').limit(limit))
    },
    readHead: async () => answer(await tables.from('sync_state').select('rev').eq('user_id', userId)),
    readOwn: async (table) =>
      answer(await tables.from(table).select('*').eq('user_id', userId).limit(1).single()),
  }
}

/** Calls a function of the database, with a token or as anyone. */
export async function callFunction(
  name: string,
  { token = null, ...parameters }: { token?: string | null; account_id?: string } = {},
): Promise<Answer> {
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` }
  const keyedFetch: typeof fetch = (input, init) => timedFetch(input, withKey(init))
  const functions = new PostgrestClient(`${baseUrl()}/rest/v1`, { headers, fetch: keyedFetch, retry: false })
  return answer(await functions.rpc(name, parameters))
}
