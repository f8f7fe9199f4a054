import { readBabyBuddy } from './baby-buddy.ts'
import { parseCsv } from './csv.ts'
import { type FileResult, type ReadChoices, unusable } from './file-content.ts'
import { readFullCopy } from './full-copy.ts'
import { readHuckleberry } from './huckleberry.ts'
import { readOwnTable } from './own-tables.ts'
import { sheetOf } from './sheet.ts'

export const MAX_FILE_BYTES = 20 * 1024 * 1024

/** Finds out by itself what a file is, and reads it. Never rejects for what the file holds. */
export async function readFile(bytes: Uint8Array, choices: ReadChoices): Promise<FileResult> {
  if (bytes.length > MAX_FILE_BYTES) return unusable('too-large')
  // Workbooks are zip files, or the older compound ones.
  if (startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, '\xD0\xCF\x11\xE0')) return unusable('spreadsheet')
  const text = textOf(bytes)
  if (text === null) return unusable('not-text')
  if (text.trim() === '') return unusable('empty')
  if (/^\s*[{[]/.test(text)) return readFullCopy(text)

  const lines = parseCsv(text)
  if (lines === null) return unusable('broken')
  const sheet = sheetOf(lines)
  const result =
    (await readOwnTable(sheet)) ?? (await readHuckleberry(sheet)) ?? (await readBabyBuddy(sheet, choices))
  if (result === null) return unusable('unknown')
  return sheet.rows.length === 0 ? unusable('empty') : result
}

function startsWith(bytes: Uint8Array, signature: string): boolean {
  return Array.from(signature).every((letter, index) => bytes[index] === letter.charCodeAt(0))
}

/** UTF-8, UTF-16 with its mark, or else the encoding in which a Spanish Excel saves a CSV. Null: no text at all. */
function textOf(bytes: Uint8Array): string | null {
  if (startsWith(bytes, '\xFF\xFE')) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return withoutNul(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return withoutNul(new TextDecoder('windows-1252').decode(bytes))
  }
}

function withoutNul(text: string): string | null {
  return text.includes('\0') ? null : text
}
