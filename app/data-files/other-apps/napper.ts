import { BLANK_RECORD } from '../../../core/records/sleep-record.ts'
import { addTapTo } from '../../../core/records/taps.ts'
import type { LocalDate, LocalTime, TimeZone } from '../../../core/time/time.ts'
import { MADRID } from '../../../core/time/zone.ts'
import { derivedId } from '../derived-id.ts'
import { type FileResult, type FoundRow, NO_CONTENT, type SkippedRow } from '../file-content.ts'
import { inBlocks } from '../in-blocks.ts'
import type { Sheet } from '../sheet.ts'
import { parseMoment } from '../wall-times.ts'
import { foundSleep } from './found-sleep.ts'

/** The namespace of the ids of wakings, which have none: they are derived from the instant. */
const WAKINGS = '5e0b7c1c-6f2d-4b57-8f60-9a3a5d1c2e46'

/*
 * Napper publishes no format. The columns are those of the tracker babysovelogg, src/lib/server/import-napper.ts, whose
 * tests hold an export of January 2026; brittraee/napper-export names the same categories (decision 046).
 *
 *   start,end,category,overallHappiness,babyMoodOnWakeUp,…,comment,createdAt,pauses
 *   2026-01-06T09:00:00.000+01:00,2026-01-06T09:45:00.000+01:00,NAP,…
 *
 * Times have an offset and are brought to the diary's zone. A nap is one row. A night is several: BED_TIME, at which it
 * begins, NIGHT_WAKING with its start and its end, and WOKE_UP, at which the night ends and the day begins.
 */
export async function readNapper(sheet: Sheet, zone: TimeZone): Promise<FileResult | null> {
  if (!sheet.has('start', 'end', 'category', 'babyMoodOnWakeUp')) return null
  const rows: FoundRow[] = []
  const { lines, skipped } = await linesOf(sheet, zone)
  const take = (found: FoundRow | SkippedRow) => {
    if ('record' in found) rows.push(found)
    else skipped.push(found)
  }
  let night: Night | null = null
  const endNight = (end: string) => {
    if (night !== null) take(nightUntil(night, end, zone))
    night = null
  }
  await inBlocks(lines, (line) => {
    const { row, category, start, end, date, time } = line
    if (category === 'NAP') take(foundSleep({ row, start, end, isNap: true }, false, zone))
    else if (category === 'BED_TIME') {
      endNight('')
      night = { bedtime: line, wakings: [] }
    } else if (category === 'WOKE_UP') {
      endNight(start)
      const record = { ...BLANK_RECORD, date, type: 'despertar' as const, time }
      const named = parseMoment(start, false, MADRID) ?? line
      take({ row, id: null, record, named: { ...record, date: named.date, time: named.time } })
    } else if (night === null) take({ row, reason: 'no-night', word: '' })
    else night.wakings.push(line)
  })
  endNight('')
  return { kind: 'read', content: { ...NO_CONTENT, source: 'napper', rows, skipped } }
}

const CATEGORIES = ['NAP', 'BED_TIME', 'NIGHT_WAKING', 'WOKE_UP'] as const

interface Line {
  row: number
  category: (typeof CATEGORIES)[number]
  start: string
  end: string
  /** The date and time of the start, in the family's zone. */
  date: LocalDate
  time: LocalTime
}

interface Night {
  bedtime: Line
  wakings: Line[]
}

/** The rows about sleep, oldest first whatever the order of the file, and those that stay out. */
async function linesOf(sheet: Sheet, zone: TimeZone): Promise<{ lines: Line[]; skipped: SkippedRow[] }> {
  const lines: Line[] = []
  const skipped: SkippedRow[] = []
  await inBlocks(sheet.rows, ({ row, cell }) => {
    const [start, end, word] = [cell('start'), cell('end'), cell('category')]
    const category = CATEGORIES.find((known) => known === word)
    const moment = parseMoment(start, false, zone)
    if (category === undefined) skipped.push({ row, reason: 'not-sleep', word })
    else if (moment !== null) lines.push({ row, category, start, end, date: moment.date, time: moment.time })
    else skipped.push({ row, reason: start === '' ? 'no-start' : 'bad-time', word: start })
  })
  return { lines: lines.toSorted((a, b) => order(momentOf(a), momentOf(b))), skipped }
}

function momentOf({ date, time }: Line): string {
  return `${date} ${time}`
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A night is one record, in which each waking is noted with its time, as a carer notes it here. */
function nightUntil(
  { bedtime: { row, start }, wakings }: Night,
  end: string,
  zone: TimeZone,
): FoundRow | SkippedRow {
  const night = foundSleep({ row, start, end, isNap: false }, false, zone)
  if (!('record' in night)) return night
  const record = wakings.reduce(
    (wokenNight, waking) =>
      addTapTo(wokenNight, { id: derivedId(WAKINGS, waking.start), kind: 'wake_ups', time: waking.time }),
    night.record,
  )
  return { ...night, record }
}
