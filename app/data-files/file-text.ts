/**
 * The text in UTF-8, in UTF-16 with a byte order mark, or else in Windows-1252, in which a Spanish Excel saves a CSV.
 * Null: it is no text.
 */
export function textOf(bytes: Uint8Array): string | null {
  if (startsWith(bytes, '\xFF\xFE')) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return withoutNul(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return withoutNul(new TextDecoder('windows-1252').decode(bytes))
  }
}

export function startsWith(bytes: Uint8Array, signature: string): boolean {
  return Array.from(signature).every((letter, index) => bytes[index] === letter.charCodeAt(0))
}

function withoutNul(text: string): string | null {
  return text.includes('\0') ? null : text
}
