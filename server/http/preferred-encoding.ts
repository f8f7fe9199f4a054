export type Encoding = 'identity' | 'br' | 'gzip'

/** When the client wants several encodings equally, the smallest one is sent. */
const BY_SIZE: readonly Encoding[] = ['br', 'gzip', 'identity']

/** Chooses the encoding to send, out of the `available` ones, for a client's `Accept-Encoding` (RFC 9110, 12.5.3). */
export function preferredEncoding(header: string | null, available: readonly Encoding[]): Encoding {
  const wishes = parseWishes(header ?? '')
  const wishFor = (encoding: Encoding) =>
    // An encoding that the header doesn't name isn't wanted. Identity is then still acceptable, but after everything
    // named.
    wishes.get(encoding) ?? wishes.get('*') ?? (encoding === 'identity' ? 0.0001 : 0)
  const ranked = BY_SIZE.filter((encoding) => available.includes(encoding) && wishFor(encoding) > 0).sort(
    (a, b) => wishFor(b) - wishFor(a),
  )
  return ranked[0] ?? 'identity'
}

function parseWishes(header: string): Map<string, number> {
  const wishes = header.split(',').map((entry): [string, number] => {
    const [coding = '', ...parameters] = entry.toLowerCase().split(';')
    const quality = parameters.map((text) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(text)?.[1]).find(Boolean)
    return [coding.trim(), quality === undefined ? 1 : Number(quality)]
  })
  return new Map(wishes)
}
