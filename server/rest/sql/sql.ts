import { LRUCache } from 'lru-cache'
import { MAX_ROWS } from '../query/answer-limits.ts'
import type { TableRequest } from '../request/request.ts'
import type { Table } from './schema.ts'
import { bodySql, RESULT } from './sql-body.ts'
import {
  type Bind,
  familiesSource,
  orderSql,
  outputName,
  type Source,
  selectSql,
  tableSource,
  whereSql,
} from './sql-expressions.ts'
import { writeSql } from './sql-write.ts'

export interface Statement {
  text: string
  values: (string | null)[]
}

/** The one row that every statement answers with. */
export interface Outcome {
  /** How many rows were read or written. */
  rows: number
  /** How many rows match without the range, or null when they were not counted. */
  total: number | null
  /** The body of the answer, or an empty text when it has none. */
  body: string
  /** How many rows an upsert added rather than changed. It is null for every other request. */
  inserted: number | null
  /** The primary key of the inserted row as JSON, or null when it wasn't asked for. */
  location: string | null
  /** Whose rows were written; null where they are the caller's own, and where nothing was written. */
  families: string[] | null
}

/**
 * Turns a checked request into one statement. Names have to be checked before, values are bound.
 * @param isOfAccount an account asks, and sees no more than its own rows and those of families that let it in.
 */
export function toStatement(table: Table, request: TableRequest, isOfAccount = false): Statement {
  if (request.verb === 'insert' && request.preferences.return !== 'representation')
    return toBlindInsert(table, request)
  const values: string[] = []
  const bind: Bind = (value) => `$${values.push(value)}`
  const text =
    request.verb === 'read'
      ? readSql(isOfAccount ? sourceOf(table, request) : tableSource(table), request, bind)
      : writeSql(table, request, bind)
  return { text, values }
}

/** Phones send records of a few shapes all day long, and a text is found sooner than it is written. */
const REMEMBERED_CHARACTERS = 100_000
const shapesOf = new WeakMap<Table, ReturnType<typeof createShapes>>()

function createShapes() {
  return new LRUCache<string, { text: string; bindsBody: boolean }>({
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: ({ text }) => text.length,
  })
}

/** Of inserts of one shape that answer no rows, only the body differs, and nothing else is bound. */
function toBlindInsert(table: Table, request: TableRequest & { verb: 'insert' }): Statement {
  const { payload, preferences, onConflict } = request
  const { resolution, missing, return: answer } = preferences
  const shapes = shapesOf.get(table) ?? createShapes()
  shapesOf.set(table, shapes)
  const shape = JSON.stringify([payload.single, payload.keys, onConflict, resolution, missing, answer])
  let known = shapes.get(shape)
  if (known === undefined) {
    const values: string[] = []
    const text = writeSql(table, request, (value) => `$${values.push(value)}`)
    known = { text, bindsBody: values.length > 0 }
    shapes.set(shape, known)
  }
  return { text: known.text, values: known.bindsBody ? [payload.json] : [] }
}

/** Makes the statement that asks the planner how many rows match, for `count=planned`. */
export function toEstimate(table: Table, request: TableRequest): Statement {
  const values: string[] = []
  const source = tableSource(table)
  const where = whereSql(source, request.conditions, (value) => `$${values.push(value)}`)
  return { text: `explain (format json) select 1 from ${source.as}${where}`, values }
}

/** Whoever names a family needs no search for all of them. */
function sourceOf(table: Table, { conditions }: TableRequest): Source {
  const isNamed = conditions.some(
    (condition) =>
      condition.kind === 'filter' &&
      !condition.filter.negated &&
      condition.filter.field.name === 'user_id' &&
      condition.filter.operation.kind === 'compare' &&
      condition.filter.operation.operator === '=',
  )
  return table.columns.has('user_id') && !isNamed ? familiesSource(table) : tableSource(table)
}

function readSql(source: Source, request: TableRequest & { verb: 'read' }, bind: Bind): string {
  const where = whereSql(source, request.conditions, bind)
  const columns = selectSql(source, request.select, bind)
  const order = orderSql(source, request.order, bind)
  const { offset, limit } = request.range
  // A number that isn't bound: of a value PostgreSQL would expect a tenth of all rows, and find no plan good for all.
  const most = Math.min(limit ?? MAX_ROWS, MAX_ROWS)
  const range = ` limit ${most}${offset === 0 ? '' : ` offset ${bind(String(offset))}`}`
  const body = request.headersOnly ? `''` : bodySql(request.shape)
  return (
    `select count(*)::int as rows, ${totalSql(source.from + where, request.preferences.count)} as total, ` +
    `${body} as body, null::int as inserted, null::text as location, null::uuid[] as families ` +
    `from (select ${columns} from ${source.from}${where}${order}${range}) ${RESULT}`
  )
}

function totalSql(from: string, count: 'exact' | 'planned' | 'estimated' | null): string {
  if (count === 'exact') return `(select count(*)::int from ${from})`
  // Counting stops here, because beyond this number the planner's estimate is used.
  if (count === 'estimated') {
    return `(select count(*)::int from (select from ${from} limit ${MAX_ROWS + 1}) counted)`
  }
  return 'null::int'
}

/** Writes the header line of a CSV answer. */
export function csvHeader(table: Table, request: TableRequest): string {
  const cells = request.select.flatMap((item) =>
    item.kind === 'field' ? [outputName(item)] : [...table.columns.keys()],
  )
  return cells.map((cell) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')
}
