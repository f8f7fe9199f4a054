import { nestsTooDeep } from '../../http/request-body.ts'
import { parseQueryString } from '../query/query-string.ts'
import { badBody, INVALID_JSON } from '../refusals/refusals.ts'
import type { BodyType } from './media-type.ts'

/** The rows of a body. `json` is the text that was sent, so that no number is rounded on its way to PostgreSQL. */
export interface Payload {
  json: string
  /** True for one object, and false for an array of them. */
  single: boolean
  /** The keys that every row has, sorted. */
  keys: readonly string[]
}

const NOTHING: Payload = { json: '[]', single: false, keys: [] }

/** Reads a body. `columns` (from `columns=`) are the keys to use, whatever keys each row has. Throws PGRST102. */
export function parsePayload(body: string, type: BodyType, columns: readonly string[] | null): Payload {
  switch (type.kind) {
    case 'json':
      return fromJson(body, columns)
    case 'form':
      return fromForm(body)
    case 'other':
      throw badBody(`Content-Type not acceptable: ${type.type}`)
  }
}

function fromJson(body: string, columns: readonly string[] | null): Payload {
  // PostgreSQL reads JSON recursively, and exceeding its stack's limit would show as a server error.
  if (nestsTooDeep(body)) throw badBody(INVALID_JSON)
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw badBody(INVALID_JSON)
  }
  if (isObject(value)) return { json: body, single: true, keys: columns ?? sortedKeys(value) }
  // A scalar counts as no rows, as in PostgREST.
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
