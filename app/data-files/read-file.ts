import type { TimeZone } from '../../core/time/time.ts'
import { parseCsv } from './csv.ts'
import { type FileResult, type ReadChoices, unusable } from './file-content.ts'
import { startsWith, textOf } from './file-text.ts'
import { readFullCopy } from './full-copy.ts'
import { readBabyBuddy } from './other-apps/baby-buddy.ts'
import { readHuckleberry } from './other-apps/huckleberry.ts'
import { readNapper } from './other-apps/napper.ts'
import { readNara } from './other-apps/nara.ts'
import { readOwnTable } from './own-tables.ts'
import { sheetOf } from './sheet.ts'

export const MAX_FILE_BYTES = 20 * 1024 * 1024

/** Finds out what kind of file it is, and reads it. Never rejects because of what the file holds. */
export async function readFile(bytes: Uint8Array, choices: ReadChoices, zone: TimeZone): Promise<FileResult> {
  if (bytes.length > MAX_FILE_BYTES) return unusable('too-large')
  // Excel workbooks are zip files (.xlsx) or OLE compound files (.xls).
  if (startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, '\xD0\xCF\x11\xE0')) return unusable('spreadsheet')
  const text = textOf(bytes)
  if (text === null) return unusable('not-text')
  if (text.trim() === '') return unusable('empty')
  if (/^\s*[{[]/.test(text)) return readFullCopy(text)

  const lines = parseCsv(text)
  if (lines === null) return unusable('broken')
  const sheet = sheetOf(lines)
  const result =
    (await readOwnTable(sheet)) ??
    (await readHuckleberry(sheet, zone)) ??
    (await readBabyBuddy(sheet, choices, zone)) ??
    (await readNara(sheet, choices, zone)) ??
    (await readNapper(sheet, zone))
  if (result === null) return unusable('unknown')
  return sheet.rows.length === 0 ? unusable('empty') : result
}
