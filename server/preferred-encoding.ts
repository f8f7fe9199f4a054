export type Encoding = 'identity' | 'br' | 'gzip'

/** Smallest first: at equal wishes the server chooses. */
const BY_SIZE: readonly Encoding[] = ['br', 'gzip', 'identity']

/** What to send to a client that says `Accept-Encoding: …` (RFC 9110, 12.5.3), out of what there is. */
export function preferredEncoding(header: string | null, available: readonly Encoding[]): Encoding {
  const wishes = parseWishes(header ?? '')
  const wishFor = (encoding: Encoding) =>
    // Unnamed codings aren't wanted; unnamed identity is acceptable, after everything asked for.
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
