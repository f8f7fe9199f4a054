import { MAX_ROWS } from '../query/answer-limits.ts'
import { selectsAll } from '../query/select.ts'
import type { Payload } from '../request/payload.ts'
import type { TableRequest } from '../request/request.ts'
import type { Table } from './schema.ts'
import { bodySql, RESULT } from './sql-body.ts'
import {
  type Bind,
  orderSql,
  quoted,
  type Source,
  selectSql,
  tableSource,
  whereSql,
} from './sql-expressions.ts'

type WriteRequest = Exclude<TableRequest, { verb: 'read' }>
type InsertRequest = TableRequest & { verb: 'insert' }

/** Writes one statement that changes rows and answers the one row of an Outcome. */
export function writeSql(table: Table, request: WriteRequest, bind: Bind): string {
  const answer = request.preferences.return
  const merges = request.verb === 'insert' && request.preferences.resolution === 'merge-duplicates'
  const written = changeSql(table, request, merges, bind)
  // An upsert locks the row that it updates, which leaves its mark in xmax. A new row has none.
  const inserted = merges ? '(select count(*)::int from written where "_inserted")' : 'null::int'
  const location =
    request.verb === 'insert' && answer === 'headers-only'
      ? `(select row_to_json(key)::text from (select ${names(table.primaryKey)} from written limit 1) key)`
      : 'null::text'
  const families = mayBeOfOthers(request)
    ? `(select array_agg(distinct "_family") from written)`
    : 'null::uuid[]'
  const represented = answer === 'representation'
  const count = represented ? '(select count(*)::int from written)' : 'count(*)::int'
  return (
    `with written as (${written}) ` +
    `select ${count} as rows, ${count} as total, ${represented ? bodySql(request.shape) : `''`} as body, ` +
    `${inserted} as inserted, ${location} as location, ${families} as families ` +
    `from ${represented ? representedSql(table, request, bind) : 'written'}`
  )
}

function representedSql(table: Table, request: WriteRequest, bind: Bind): string {
  const source: Source = { table, as: quoted(table.name), from: 'written' }
  const columns = selectSql(source, request.select, bind)
  const order = orderSql(source, request.order, bind)
  // Of more rows the change will be refused: nobody needs their answer, which may fill the memory.
  return `(select ${columns} from ${source.from} as ${source.as}${order} limit ${MAX_ROWS}) ${RESULT}`
}

function changeSql(table: Table, request: WriteRequest, merges: boolean, bind: Bind): string {
  const { as } = tableSource(table)
  const columns = returnedColumns(table, request)
  if (merges) columns.push('(xmax = 0) as "_inserted"')
  if (mayBeOfOthers(request)) columns.push(`${as}."user_id" as "_family"`)
  const answered = columns.length === 0 ? '1' : columns.join(', ')
  if (request.verb === 'insert') return `${insertSql(table, request, bind)} returning ${answered}`
  if (request.verb === 'update' && request.payload.keys.length === 0) {
    // An update with nothing to set is no error, and changes nothing.
    return `select ${answered} from ${as} where false`
  }
  const change = request.verb === 'delete' ? `delete from ${as}` : updateSql(table, request, bind)
  return `${change}${whereSql(tableSource(table), request.conditions, bind)} returning ${answered}`
}

/** Without an owner being named, what is inserted is the caller's own. */
function mayBeOfOthers(request: WriteRequest): boolean {
  return request.verb !== 'insert' || request.payload.keys.includes('user_id')
}

/** Lists only the columns that the answer needs, because a role may be allowed to insert what it may not read. */
function returnedColumns(table: Table, request: WriteRequest): string[] {
  const { return: answer } = request.preferences
  const { as } = tableSource(table)
  if (answer === 'representation' && selectsAll(request.select)) return [`${as}.*`]
  const used = new Set<string>(answer === 'headers-only' ? table.primaryKey : [])
  if (answer === 'representation') {
    for (const item of request.select) if (item.kind === 'field') used.add(item.field.name)
    for (const term of request.order) used.add(term.field.name)
  }
  return [...used].map((name) => `${as}.${quoted(name)}`)
}

function updateSql(table: Table, request: TableRequest & { verb: 'update' }, bind: Bind): string {
  const { payload, preferences } = request
  const sets = payload.keys.map((key) => `${quoted(key)} = sent.${quoted(key)}`).join(', ')
  const rows = sentRows(table, payload, preferences.missing === 'default', bind)
  return `update ${tableSource(table).as} set ${sets} from ${rows}`
}

function insertSql(table: Table, request: InsertRequest, bind: Bind): string {
  const { payload, preferences } = request
  const { keys } = payload
  const into = `insert into ${tableSource(table).as}`
  const conflict = conflictSql(table, request)
  if (keys.length > 0) {
    const sent = keys.map((key) => `sent.${quoted(key)}`).join(', ')
    const rows = sentRows(table, payload, preferences.missing === 'default', bind)
    return `${into} (${names(keys)}) select ${sent} from ${rows}${conflict}`
  }
  if (payload.single) return `${into} default values${conflict}`
  return `${into} select from json_array_elements(${bind(payload.json)}::json)${conflict}`
}

function conflictSql(table: Table, request: InsertRequest): string {
  const { resolution } = request.preferences
  const target = request.onConflict ?? table.primaryKey
  if (resolution === null || target.length === 0) return ''
  const { keys } = request.payload
  if (resolution === 'ignore-duplicates' || keys.length === 0) {
    return ` on conflict (${names(target)}) do nothing`
  }
  const sets = keys.map((key) => `${quoted(key)} = excluded.${quoted(key)}`).join(', ')
  return ` on conflict (${names(target)}) do update set ${sets}`
}

/** Writes the body as rows named `sent`, in which each key has its column's type. */
function sentRows(table: Table, payload: Payload, withDefaults: boolean, bind: Bind): string {
  const columns = payload.keys.flatMap((key) => table.columns.get(key) ?? [])
  const typed = columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ')
  const body = bind(payload.json)
  if (!withDefaults) {
    const read = payload.single ? 'json_to_record' : 'json_to_recordset'
    return `${read}(${body}::json) as sent(${typed})`
  }
  // It is safe to write these into the text, because names and defaults come from the database's own catalogue.
  const pairs = columns.flatMap((column) =>
    column.default === null ? [] : [`${literal(column.name)}, ${column.default}`],
  )
  const defaults = `jsonb_build_object(${pairs.join(', ')})`
  if (payload.single) return `jsonb_to_record(${defaults} || ${body}::jsonb) as sent(${typed})`
  const rows = `select jsonb_agg(${defaults} || element) from jsonb_array_elements(${body}::jsonb) element`
  return `jsonb_to_recordset((${rows})) as sent(${typed})`
}

function names(columns: readonly string[]): string {
  return columns.map(quoted).join(', ')
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
