import { badRange } from '../refusals/refusals.ts'
import type { Parameter } from './query-string.ts'

/** The rows of the result that are wanted. A null `limit` means all that follow `offset`. */
export interface RowRange {
  offset: number
  limit: number | null
}

const NEGATIVE_LIMIT = 'Limit should be greater than or equal to zero.'
const LOWER_OVER_UPPER =
  'The lower boundary must be lower than or equal to the upper boundary in the Range header.'

/**
 * Combines `limit`, `offset` and the `Range` header (`0-9` or `10-`). What can't be read as a number asks for nothing.
 * Throws PGRST103.
 */
export function parseRange(parameters: readonly Parameter[], header: string | undefined): RowRange {
  const limit = integer(parameters, 'limit')
  const offset = Math.max(0, integer(parameters, 'offset') ?? 0)
  if (limit !== null && limit < 0) throw badRange(NEGATIVE_LIMIT)
  const [lower, upper] = parseHeader(header)
  if (lower > upper) throw badRange(LOWER_OVER_UPPER)
  if (limit === 0) return { offset: 0, limit: 0 }
  const first = Math.max(offset, lower)
  const last = Math.min(limit === null ? Number.POSITIVE_INFINITY : offset + limit - 1, upper)
  if (last < first) throw badRange(NEGATIVE_LIMIT)
  return { offset: first, limit: last === Number.POSITIVE_INFINITY ? null : last - first + 1 }
}

/**
 * Writes the `Content-Range` of rows `lower` to `upper` out of `total`. An asterisk stands for no rows, and for a total
 * that was not counted.
 */
export function contentRange(lower: number, upper: number, total: number | null): string {
  const rows = total !== 0 && lower <= upper ? `${lower}-${upper}` : '*'
  return `${rows}/${total ?? '*'}`
}

function parseHeader(header: string | undefined): [lower: number, upper: number] {
  const match = /^([0-9]+)-([0-9]*)$/.exec(header ?? '')
  if (match === null) return [0, Number.POSITIVE_INFINITY]
  return [clamp(match[1] ?? ''), match[2] === '' ? Number.POSITIVE_INFINITY : clamp(match[2] ?? '')]
}

function integer(parameters: readonly Parameter[], name: string): number | null {
  const text = parameters.findLast(([key]) => key === name)?.[1].trim()
  return text !== undefined && /^-?[0-9]+$/.test(text) ? clamp(text) : null
}

/**
 * Limits a number to 10^15. No table has more rows, and a larger number would lose digits before it becomes a bigint.
 */
function clamp(digits: string): number {
  return Math.max(-1e15, Math.min(1e15, Number(digits)))
}
