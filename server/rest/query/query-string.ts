import { badText } from '../refusals/refusals.ts'

/** One decoded `key=value` of the query. A key without `=` asks for nothing and is left out. */
export type Parameter = readonly [key: string, value: string]

/**
 * Decodes a raw query string as PostgREST does: `+` is a space, and a `%` that starts no escape stays as it is. Throws
 * 22021 for what is not UTF-8 or holds a NUL, so that neither reaches a statement.
 */
export function parseQueryString(raw: string): Parameter[] {
  const parameters: Parameter[] = []
  for (const pair of raw.split('&')) {
    const equals = pair.indexOf('=')
    if (equals !== -1) parameters.push([decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))])
  }
  return parameters
}

/** Writes the parameters again, sorted by key, for `Content-Location`. */
export function canonicalQuery(parameters: readonly Parameter[]): string {
  return parameters
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .join('&')
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  if (!/[%\u0080-\uffff]/.test(spaced)) return spaced
  const escaped = spaced.replace(/%(?![0-9a-f]{2})/gi, '%25')
  let decoded: string
  try {
    decoded = decodeURIComponent(escaped)
  } catch {
    throw badText('invalid byte sequence for encoding "UTF8"')
  }
  if (decoded.includes('\0')) throw badText('invalid byte sequence for encoding "UTF8": 0x00')
  return decoded
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
