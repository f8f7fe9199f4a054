/**
 * The text of a UUID of sixteen bytes, with the version and the variant of RFC 9562 set.
 * @example uuidText(4, Array.from({ length: 16 }, () => 0)) // '00000000-0000-4000-8000-000000000000'
 */
export function uuidText(version: 4 | 5, bytes: readonly number[]): string {
  const hex = bytes.map((byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | (version << 4) : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  })
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
