import { uuidText } from '../../core/records/uuid-text.ts'

/**
 * The UUID (version 5, RFC 9562) of a name: everywhere and always the same.
 * SHA-1 is written out because `crypto.subtle` is missing on pages that aren't served over HTTPS, and needs a promise
 * for each of thousands of ids. Nothing is kept secret by it.
 * @param space the namespace, a UUID: the same name in two namespaces has two ids.
 */
export function derivedId(space: string, name: string): string {
  const prefix = space.replaceAll('-', '').match(/../g) ?? []
  const message = [...prefix.map((hex) => Number.parseInt(hex, 16)), ...new TextEncoder().encode(name)]
  return uuidText(5, sha1(message).slice(0, 16))
}

/** The id under which a record comes back once it was deleted: the server takes no deleted id again. */
export function idAfterDeletion(id: string): string {
  return derivedId(id, 'again')
}

function sha1(message: readonly number[]): number[] {
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
  const zeros = (119 - (message.length % 64)) % 64
  const padded = new DataView(new ArrayBuffer(message.length + 1 + zeros + 8))
  for (const [index, byte] of message.entries()) padded.setUint8(index, byte)
  padded.setUint8(message.length, 0x80)
  padded.setUint32(padded.byteLength - 4, message.length * 8)
  for (let at = 0; at < padded.byteLength; at += 64) addBlock(state, padded, at)
  return state.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255])
}

const rotated = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits))

function addBlock(state: number[], padded: DataView, at: number): void {
  const words = Array.from({ length: 16 }, (_, index) => padded.getUint32(at + index * 4))
  const word = (index: number) => words[index] ?? 0
  for (let index = 16; index < 80; index += 1) {
    words.push(rotated(word(index - 3) ^ word(index - 8) ^ word(index - 14) ^ word(index - 16), 1))
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state
  for (let index = 0; index < 80; index += 1) {
    const next = (rotated(a, 5) + mix(index, b, c, d) + e + word(index)) | 0
    ;[a, b, c, d, e] = [next, a, rotated(b, 30), c, d]
  }
  for (const [index, value] of [a, b, c, d, e].entries()) state[index] = ((state[index] ?? 0) + value) >>> 0
}

/** The function and the constant that SHA-1 uses in a round. */
function mix(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
  return (b ^ c ^ d) + 0xca62c1d6
}
