import type { TableRequest } from './request.ts'
import type { Table } from './schema.ts'
import { bodySql, RESULT } from './sql-body.ts'
import { type Bind, orderSql, outputName, selectSql, tableSource, whereSql } from './sql-expressions.ts'
import { writeSql } from './sql-write.ts'

export interface Statement {
  text: string
  values: string[]
}

/** The one row every statement answers with. */
export interface Outcome {
  /** Rows read or written. */
  rows: number
  /** Rows that match, whatever the range; null when they were not counted. */
  total: number | null
  /** What is answered, already written as text; empty when nothing of it is wanted. */
  body: string
  /** Rows an upsert added, as against changed; null for everything else. */
  inserted: number | null
  /** The primary key of the one row inserted, as JSON; null unless asked for. */
  location: string | null
}

/** Never more rows than this in one answer. */
export const MAX_ROWS = 1000

/** Turns a checked request into one statement. */
export function toStatement(table: Table, request: TableRequest): Statement {
  const values: string[] = []
  const bind: Bind = (value) => `$${values.push(value)}`
  const text = request.verb === 'read' ? readSql(table, request, bind) : writeSql(table, request, bind)
  return { text, values }
}

/** Asks the planner how many rows match; for `count=planned`. */
export function toEstimate(table: Table, request: TableRequest): Statement {
  const values: string[] = []
  const source = tableSource(table)
  const where = whereSql(source, request.conditions, (value) => `$${values.push(value)}`)
  return { text: `explain (format json) select 1 from ${source.as}${where}`, values }
}

function readSql(table: Table, request: TableRequest & { verb: 'read' }, bind: Bind): string {
  const source = tableSource(table)
  const where = whereSql(source, request.conditions, bind)
  const columns = selectSql(source, request.select, bind)
  const order = orderSql(source, request.order, bind)
  const { offset, limit } = request.range
  const range = ` limit ${bind(String(Math.min(limit ?? MAX_ROWS, MAX_ROWS)))} offset ${bind(String(offset))}`
  const body = request.headersOnly ? `''` : bodySql(request.shape)
  return (
    `select count(*)::int as rows, ${totalSql(source.as + where, request.preferences.count)} as total, ` +
    `${body} as body, null::int as inserted, null::text as location ` +
    `from (select ${columns} from ${source.as}${where}${order}${range}) ${RESULT}`
  )
}

function totalSql(from: string, count: 'exact' | 'planned' | 'estimated' | null): string {
  if (count === 'exact') return `(select count(*)::int from ${from})`
  // Enough to know whether counting on would be worth an estimate.
  if (count === 'estimated') {
    return `(select count(*)::int from (select from ${from} limit ${MAX_ROWS + 1}) counted)`
  }
  return 'null::int'
}

/** The header line of a CSV answer. */
export function csvHeader(table: Table, request: TableRequest): string {
  const cells = request.select.flatMap((item) =>
    item.kind === 'field' ? [outputName(item)] : [...table.columns.keys()],
  )
  return cells.map((cell) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')
}
