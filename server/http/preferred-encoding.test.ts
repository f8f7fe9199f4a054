import { expect, it } from 'vitest'
import { type Encoding, preferredEncoding } from './preferred-encoding.ts'

const ALL: Encoding[] = ['identity', 'br', 'gzip']

it.each<[string | null, Encoding[], Encoding]>([
  [null, ALL, 'identity'],
  ['', ALL, 'identity'],
  ['gzip, deflate, br, zstd', ALL, 'br'],
  ['gzip, deflate', ALL, 'gzip'],
  ['GZIP', ALL, 'gzip'],
  ['br;q=0.5, gzip', ALL, 'gzip'],
  ['br; q=0.8 , gzip ;q=0.8', ALL, 'br'],
  ['br;q=0, gzip;q=0', ALL, 'identity'],
  ['br;q=0', ALL, 'identity'],
  ['*', ALL, 'br'],
  ['*;q=0', ALL, 'identity'],
  ['identity, br;q=0.1', ALL, 'identity'],
  ['*, br;q=0', ALL, 'gzip'],
  ['br, gzip', ['identity', 'gzip'], 'gzip'],
  ['br', ['identity'], 'identity'],
  ['gzip;q=nonsense', ALL, 'gzip'],
  ['deflate', ALL, 'identity'],
])('«%s» chooses out of %s the encoding %s', (header, available, expected) => {
  expect(preferredEncoding(header, available)).toBe(expected)
})
