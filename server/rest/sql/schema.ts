import type { Pool } from 'pg'
import { MAX_DEPTH } from '../../http/request-body.ts'
import { closestColumns, closestName } from '../query/close-name.ts'
import type { Condition } from '../query/logic.ts'
import {
  noAggregates,
  noRelationship,
  unfiltered,
  unknownColumn,
  unknownPayloadColumn,
  unknownTable,
  unknownType,
  unparseable,
} from '../refusals/refusals.ts'
import type { TableRequest } from '../request/request.ts'
import { isTooDeep } from './deep-values.ts'

interface Column {
  name: string
  /**
   * The type as PostgreSQL writes it, but without a length: a cast to `varchar(5)` would cut a text that has to be
   * refused.
   */
  type: string
  /** The default as SQL, or null when there is none or the database computes the column. */
  default: string | null
}

export interface Table {
  name: string
  columns: ReadonlyMap<string, Column>
  primaryKey: readonly string[]
  /** False for the tables that only triggers write: the revisions and the tombstones. */
  writable: boolean
}

export type Tables = ReadonlyMap<string, Table>

/** The tables that the API shows, and whether it may write them. Their definitions are in the migrations. */
const EXPOSED: Readonly<Record<string, { writable: boolean }>> = {
  baby_info: { writable: true },
  consents: { writable: true },
  sleep_plans: { writable: true },
  sleep_records: { writable: true },
  sync_state: { writable: false },
  deleted_rows: { writable: false },
  access_history: { writable: false },
  plan_versions: { writable: false },
}

interface ColumnRow {
  table: string
  column: string
  type: string
  default: string | null
  key: boolean
}

const CATALOGUE = `
  select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as "type",
    case when a.attgenerated = '' and a.attidentity = '' then pg_get_expr(d.adbin, d.adrelid) end as "default",
    coalesce(a.attnum = any (k.conkey), false) as "key"
  from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    left join pg_catalog.pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any ($1::text[])
  order by c.relname, a.attnum`

/** Reads the columns, keys and defaults of the exposed tables from the database's catalogue. */
export async function loadTables(pool: Pool): Promise<Tables> {
  const { rows } = await pool.query<ColumnRow>(CATALOGUE, [Object.keys(EXPOSED)])
  const tables = new Map<string, Table>()
  for (const [name, { writable }] of Object.entries(EXPOSED)) {
    const own = rows.filter((row) => row.table === name)
    if (own.length === 0) continue
    const columns = new Map(
      own.map((row) => [row.column, { name: row.column, type: row.type, default: row.default }]),
    )
    const primaryKey = own.filter((row) => row.key).map((row) => row.column)
    tables.set(name, { name, columns, primaryKey, writable })
  }
  return tables
}

/** Finds a table by its name in the URL. Throws PGRST205, with the name of a similar table if there is one. */
export function findTable(tables: Tables, name: string): Table {
  const table = tables.get(name)
  if (table === undefined) throw unknownTable(name, closestName(name, [...tables.keys()]))
  return table
}

/**
 * Checks every name of a request against its table, so that SQL is only built from known columns. Throws PGRST200,
 * PGRST108, PGRST123 or PGRST204, then what the request is refused with anyway, then 42703, 42704, PGRST100 or 21000.
 */
export function checkRequest(table: Table, request: TableRequest): void {
  for (const item of request.select) {
    if (item.kind === 'embed') throw noRelationship(table.name, item.target, item.hint)
  }
  if (request.notEmbedded !== null) throw request.notEmbedded
  if (request.select.some(({ kind }) => kind === 'aggregate')) throw noAggregates()
  if (request.verb === 'insert' || request.verb === 'update') {
    for (const key of request.payload.keys) {
      if (!table.columns.has(key)) throw unknownPayloadColumn(table.name, key)
    }
  }
  if (request.refusal !== null) throw request.refusal
  for (const item of request.select) {
    if (item.kind !== 'field') continue
    checkColumn(table, item.field.name)
    // PostgreSQL reserves the type `unknown` for itself, and a cast to it would show as a server error.
    if (item.cast?.toLowerCase() === 'unknown') throw unknownType('unknown')
  }
  for (const condition of request.conditions) checkCondition(table, condition)
  for (const term of request.order) checkColumn(table, term.field.name)
  if (request.verb === 'insert') {
    const unknown = request.onConflict?.find((name) => !table.columns.has(name))
    if (unknown !== undefined) throw unknownColumn(`"${unknown}"`)
  }
  checkFiltered(request)
}

function checkColumn(table: Table, name: string): void {
  if (table.columns.has(name)) return
  const meant = closestColumns(name, table.columns.keys()).map((column) => `${table.name}.${column}`)
  throw unknownColumn(`${table.name}.${name}`, meant)
}

function checkCondition(table: Table, condition: Condition): void {
  if (condition.kind === 'group') {
    for (const inner of condition.conditions) checkCondition(table, inner)
    return
  }
  const { name } = condition.filter.field
  checkColumn(table, name)
  if (isTooDeep(condition.filter, table.columns.get(name)?.type)) {
    throw unparseable('filters', 1, 1, `unexpected more than ${MAX_DEPTH} levels`)
  }
}

function checkFiltered(request: TableRequest): void {
  if (request.conditions.length > 0) return
  if (request.verb === 'delete') throw unfiltered('DELETE')
  // An update without a field to set changes no rows, so it needs no filter.
  if (request.verb === 'update' && request.payload.keys.length > 0) throw unfiltered('UPDATE')
}
