import type { TimeZone } from '../../../core/time/time.ts'
import {
  type FileResult,
  type FoundRow,
  NO_CONTENT,
  type ReadChoices,
  type SkippedRow,
  unusable,
} from '../file-content.ts'
import { inBlocks } from '../in-blocks.ts'
import type { Sheet, SheetRow } from '../sheet.ts'
import { parseMoment } from '../wall-times.ts'
import { foundSleep } from './found-sleep.ts'

/*
 * The «Sleep» table of Baby Buddy, as its administration exports and imports it. The columns are those of
 * SleepImportExportResource (github.com/babybuddy/babybuddy, core/admin.py) and of its test file
 * (core/tests/import/sleep.csv), in any order:
 *
 *   id, child_id, child_first_name, child_last_name, start, end, nap (since 2.0), notes, tags
 *
 * The export writes times as '2020-02-17 00:14:09', without a zone: depending on its version they are local or UTC, so
 * the carer decides. Times with an offset, as the API writes them, are brought to Madrid. `nap` is 1 or 0.
 */
export async function readBabyBuddy(
  sheet: Sheet,
  choices: ReadChoices,
  zone: TimeZone,
): Promise<FileResult | null> {
  const isBabyBuddy = sheet.has('child_id') || sheet.has('child') || sheet.has('child_first_name')
  if (!isBabyBuddy) return null
  const isSleep = sheet.has('start', 'end') && !OTHER_TABLES.some((heading) => sheet.has(heading))
  if (!isSleep) return unusable('other-table')

  const babies = [...new Set(sheet.rows.map(babyOf))]
  const wanted = choices.baby ?? babies[0]
  const rows: FoundRow[] = []
  const skipped: SkippedRow[] = []
  let hasDoubtfulZone = false
  await inBlocks(sheet.rows, (line) => {
    const { row, cell } = line
    if (babyOf(line) !== wanted) {
      skipped.push({ row, reason: 'other-baby', word: babyOf(line) })
      return
    }
    const [start, end] = [cell('start'), cell('end')]
    hasDoubtfulZone ||= parseMoment(start, false, zone)?.isZoned === false
    const sleep = foundSleep({ row, start, end, isNap: readFlag(cell('nap')) }, choices.isUtc, zone)
    if ('record' in sleep) rows.push(sleep)
    else skipped.push(sleep)
  })
  const content = { ...NO_CONTENT, source: 'baby-buddy' as const, rows, skipped, babies, hasDoubtfulZone }
  return { kind: 'read', content }
}

/** Columns of Baby Buddy's other tables with a child, a start and an end: feedings, tummy time and pumping. */
const OTHER_TABLES = ['method', 'milestone', 'amount']

function babyOf({ cell }: SheetRow): string {
  const name = `${cell('child_first_name')} ${cell('child_last_name')}`.trim()
  return name || cell('child') || cell('child_id')
}

function readFlag(cell: string): boolean | null {
  if (/^(1|true)$/i.test(cell)) return true
  return /^(0|false)$/i.test(cell) ? false : null
}
