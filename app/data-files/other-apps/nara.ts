import type { TimeZone } from '../../../core/time/time.ts'
import {
  type FileResult,
  type FoundRow,
  NO_CONTENT,
  type ReadChoices,
  type SkippedRow,
} from '../file-content.ts'
import { inBlocks } from '../in-blocks.ts'
import type { Sheet, SheetRow } from '../sheet.ts'
import { foundSleep } from './found-sleep.ts'

const START = 'Start Date/time (Epoch)'
const END = '[Sleep] End Date/time (Epoch)'
const SECONDS = '[Sleep] Duration (Seconds)'

/*
 * Nara publishes no format. The columns are those its readers on GitHub agree on, who had real exports: GrekMaR/
 * nara-baby-exporter, schema/FIELD_MAPPING.md; stewartshea/nido, api/src/import/narababy.ts; decision 046 has more.
 *
 *   Type, Profile Name, Start Date/time (Epoch), Note, Time Zone, …, [Sleep] Duration (Seconds),
 *   [Sleep] End Date/time (Epoch), …, _profileKey, _activityKey
 *
 * There is a row for each thing that was logged, whose columns, in any order, carry the name of its Type. Instants are
 * epoch milliseconds, which are brought to the diary's zone. A sleep that is going on has no end; none says whether it
 * is a nap.
 */
export async function readNara(
  sheet: Sheet,
  choices: ReadChoices,
  zone: TimeZone,
): Promise<FileResult | null> {
  if (!sheet.has('Type', START, '_activityKey')) return null
  const babies = [...new Set(sheet.rows.filter(isSleep).map(babyOf))]
  const wanted = choices.baby ?? babies[0]
  const rows: FoundRow[] = []
  const skipped: SkippedRow[] = []
  await inBlocks(sheet.rows, (line) => {
    const { row, cell } = line
    if (!isSleep(line)) {
      skipped.push({ row, reason: 'not-sleep', word: cell('Type') })
      return
    }
    if (babyOf(line) !== wanted) {
      skipped.push({ row, reason: 'other-baby', word: babyOf(line) })
      return
    }
    const sleep = foundSleep(
      { row, start: momentOf(cell(START)), end: endOf(cell), isNap: null },
      false,
      zone,
    )
    if ('record' in sleep) rows.push(sleep)
    else skipped.push(sleep)
  })
  return { kind: 'read', content: { ...NO_CONTENT, source: 'nara', rows, skipped, babies } }
}

function isSleep({ cell }: SheetRow): boolean {
  return cell('Type').toLowerCase() === 'sleep'
}

function babyOf({ cell }: SheetRow): string {
  return cell('Profile Name') || cell('_profileKey')
}

/** The end of a sleep, computed from its length where the file gives no end; '' when it gives neither. */
function endOf(cell: SheetRow['cell']): string {
  const [start, end, seconds] = [cell(START), cell(END), cell(SECONDS)]
  if (end !== '' || !isEpoch(start) || !/^\d+$/.test(seconds)) return momentOf(end)
  return momentOf(String(Number(start) + Number(seconds) * 1000))
}

/** Epoch milliseconds as an ISO instant; any other text as it is, and what reads it says that it is no time. */
function momentOf(text: string): string {
  return isEpoch(text) ? new Date(Number(text)).toISOString() : text
}

/** From 1973 to 2286: a spreadsheet may have made something else of such a long number. */
function isEpoch(text: string): boolean {
  return /^\d{12,13}$/.test(text)
}
