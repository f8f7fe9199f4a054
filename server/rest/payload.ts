import { nestsTooDeep } from '../request-body.ts'
import { type CsvTable, parseCsv } from './csv.ts'
import type { BodyType } from './media-type.ts'
import { parseQueryString } from './query-string.ts'
import { badBody, INVALID_JSON } from './refusals.ts'

/** The rows of a body. `json` is what was sent, so that no number is rounded on its way to PostgreSQL. */
export interface Payload {
  json: string
  /** True for one object; false for an array of them. */
  single: boolean
  /** Keys of every row, sorted. */
  keys: readonly string[]
}

const NOTHING: Payload = { json: '[]', single: false, keys: [] }

/** Reads a body. `columns` (from `columns=`) are the keys used, whatever each row has. Throws PGRST102. */
export function parsePayload(body: string, type: BodyType, columns: readonly string[] | null): Payload {
  switch (type.kind) {
    case 'json':
      return fromJson(body, columns)
    case 'csv':
      return fromTable(parseCsv(body))
    case 'form':
      return fromForm(body)
    case 'other':
      throw badBody(`Content-Type not acceptable: ${type.type}`)
  }
}

function fromJson(body: string, columns: readonly string[] | null): Payload {
  // PostgreSQL reads nested JSON with its own stack, whose limit answers as a server error.
  if (nestsTooDeep(body)) throw badBody(INVALID_JSON)
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw badBody(INVALID_JSON)
  }
  if (isObject(value)) return { json: body, single: true, keys: columns ?? sortedKeys(value) }
  // A scalar counts as no rows at all.
  if (!Array.isArray(value)) return NOTHING
  return { json: body, single: false, keys: columns ?? sharedKeys(value) }
}

function sharedKeys(rows: readonly unknown[]): string[] {
  const [first] = rows
  if (first === undefined) return []
  const keys = isObject(first) ? sortedKeys(first) : null
  const uniform = rows.every(
    (row) =>
      isObject(row) &&
      keys !== null &&
      Object.keys(row).length === keys.length &&
      keys.every((key) => Object.hasOwn(row, key)),
  )
  if (keys === null || !uniform) throw badBody('All object keys must match')
  return keys
}

function fromTable(table: CsvTable): Payload {
  const rows = table.rows.map((cells) =>
    Object.fromEntries(table.header.map((name, index) => [name, csvValue(cells[index])])),
  )
  if (rows.length === 0) return NOTHING
  return { json: JSON.stringify(rows), single: false, keys: [...new Set(table.header)].toSorted() }
}

function csvValue(cell: string | undefined): string | null {
  return cell === undefined || cell === 'NULL' ? null : cell
}

function fromForm(body: string): Payload {
  const row = Object.fromEntries(parseQueryString(body))
  return { json: JSON.stringify(row), single: true, keys: sortedKeys(row) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sortedKeys(row: Record<string, unknown>): string[] {
  return Object.keys(row).toSorted()
}
