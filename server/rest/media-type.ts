import { noMediaType } from './refusals.ts'

/** The shapes a result can be answered in. */
export type Shape = 'array' | 'array-stripped' | 'object' | 'object-stripped' | 'csv'

/** What `Content-Type` says of each. */
export const CONTENT_TYPE: Readonly<Record<Shape, string>> = {
  array: 'application/json; charset=utf-8',
  'array-stripped': 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
  object: 'application/vnd.pgrst.object+json; charset=utf-8',
  'object-stripped': 'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

/** A body's type, as far as we read bodies. */
export type BodyType = { kind: 'json' } | { kind: 'csv' } | { kind: 'form' } | { kind: 'other'; type: string }

/** Named without their parameters when they are refused; a type nobody knows is repeated as it came. */
const KNOWN_ELSEWHERE = new Set(['text/plain', 'text/xml', 'application/octet-stream'])

/** Chooses the shape the client likes best. Throws PGRST107 when it likes none of ours. */
export function negotiateShape(accept: string | undefined): Shape {
  if (accept === undefined || accept === '' || accept === '*/*' || accept === 'application/json')
    return 'array'
  const accepted = byPreference(accept)
  for (const type of accepted) {
    const shape = shapeOf(type)
    if (shape !== null) return shape
  }
  throw noMediaType(accepted)
}

/** A body without a type is JSON. */
export function parseBodyType(header: string | undefined): BodyType {
  if (header === undefined || header === '') return { kind: 'json' }
  const { essence } = parseType(header)
  if (essence === 'application/json') return { kind: 'json' }
  if (essence === 'text/csv') return { kind: 'csv' }
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

/** The types of an `Accept` header, best first: by `q`, then the more specific, then as written. */
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
