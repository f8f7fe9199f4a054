import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { derivedId } from './derived-id.ts'

const SPACE = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'

/** The same UUID, made by Node's own SHA-1. */
function reference(space: string, name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(space.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

describe('derivedId', () => {
  it('is the UUID of version 5 that everyone makes of it', () => {
    // The example of RFC 9562, appendix A.4.
    expect(derivedId(SPACE, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
  })

  it('agrees with a library at every length of block and in every alphabet', () => {
    for (let length = 0; length < 200; length += 1) {
      const name = 'ñ€x'.repeat(length).slice(0, length)
      expect(derivedId(SPACE, name), name).toBe(reference(SPACE, name))
    }
  })
})
