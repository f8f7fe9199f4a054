import type { HttpError } from '../../http/errors.ts'
import { noMediaType } from '../refusals/refusals.ts'

/** The shapes in which a result can be answered. */
export type Shape = 'array' | 'array-stripped' | 'object' | 'object-stripped' | 'csv'

/** The `Content-Type` of an answer in each shape. */
export const CONTENT_TYPE: Readonly<Record<Shape, string>> = {
  array: 'application/json; charset=utf-8',
  'array-stripped': 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
  object: 'application/vnd.pgrst.object+json; charset=utf-8',
  'object-stripped': 'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

/** The type of a request's body; the API reads JSON and forms. */
export type BodyType = { kind: 'json' } | { kind: 'form' } | { kind: 'other'; type: string }

/** A refusal names these types without their parameters, and repeats any other type as it came, as PostgREST does. */
const KNOWN_ELSEWHERE = new Set(['text/csv', 'text/plain', 'text/xml', 'application/octet-stream'])

/** Chooses the shape that an `Accept` header prefers. Answers PGRST107 when it accepts none of them. */
export function negotiateShape(accept: string | undefined): Shape | HttpError {
  if (accept === undefined || accept === '' || accept === '*/*' || accept === 'application/json')
    return 'array'
  const accepted = byPreference(accept)
  for (const type of accepted) {
    const shape = shapeOf(type)
    if (shape !== null) return shape
  }
  return noMediaType(accepted)
}

/** Reads a `Content-Type` header. A body without one counts as JSON. */
export function parseBodyType(header: string | undefined): BodyType {
  if (header === undefined || header === '') return { kind: 'json' }
  const { essence } = parseType(header)
  if (essence === 'application/json') return { kind: 'json' }
  if (essence === 'application/x-www-form-urlencoded') return { kind: 'form' }
  return { kind: 'other', type: KNOWN_ELSEWHERE.has(essence) ? essence : header.trim() }
}

function shapeOf(type: string): Shape | null {
  const { essence, parameters } = parseType(type)
  const stripped = parameters.get('nulls') === 'stripped'
  switch (essence) {
    case '*/*':
    case 'application/json':
      return 'array'
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return stripped ? 'array-stripped' : 'array'
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return stripped ? 'object-stripped' : 'object'
    case 'text/csv':
      return 'csv'
    default:
      return null
  }
}

/**
 * Lists the types of an `Accept` header, best first: by `q`, then the more specific type, then in the order written.
 */
function byPreference(accept: string): string[] {
  return accept
    .split(',')
    .map((text) => {
      const { essence, parameters } = parseType(text)
      const quality = Number(parameters.get('q') ?? '1')
      const wildcards = essence.split('*').length - 1
      return { type: withoutQuality(text), quality: Number.isNaN(quality) ? 0 : quality, wildcards }
    })
    .toSorted((a, b) => b.quality - a.quality || a.wildcards - b.wildcards)
    .map(({ type }) => type)
}

function withoutQuality(text: string): string {
  return text.replace(/;\s*q\s*=[^;]*/gi, '').trim()
}

function parseType(text: string): { essence: string; parameters: Map<string, string> } {
  const [essence = '', ...rest] = text.split(';')
  const parameters = new Map<string, string>()
  for (const part of rest) {
    const [name = '', value = ''] = part.split('=', 2)
    parameters.set(name.trim().toLowerCase(), value.trim().replace(/^"|"$/g, ''))
  }
  return { essence: essence.trim().toLowerCase(), parameters }
}
