import { type BabyInfo, knownBirthDate } from '../../core/baby/age.ts'
import type { SleepPlan } from '../../core/plan/plan.ts'
import { sleepMinutes } from '../../core/records/durations.ts'
import { type SleepRecord, startTimeOf } from '../../core/records/sleep-record.ts'
import { TAP_KINDS } from '../../core/records/taps.ts'
import type { TimeZone } from '../../core/time/time.ts'
import { disturbances as disturbanceWords } from '../words/screens.es.ts'
import { writeCsv } from './csv.ts'
import { derivedId } from './derived-id.ts'
import { type FileResult, type FoundRow, NO_CONTENT, type SkippedRow, unusable } from './file-content.ts'
import { inBlocks } from './in-blocks.ts'
import type { Sheet } from './sheet.ts'
import { checkBaby, checkBabyName, checkPlan, checkRecord, uuidIn } from './stored-values.ts'
import { wallDate, wallTime } from './wall-times.ts'
import { columns } from './words.es.ts'

/* Our own CSV files, one per table, with Spanish headings. They are read as written, or as a spreadsheet saves them. */

const BETWEEN_WORDS = ', '
const MOST_NAPS = 4
/** The namespace of the ids of taps read from a table, which has none: they are derived from kind and time. */
const TAPS_OF_TABLES = '3b0c8b5e-3f0e-4f2e-9d53-6d2f8a4f7a11'

/**
 * Writes the table of records. The minutes are computed from the times; an open sleep has none. Who logged each stands
 * in a last column if it is known of any.
 */
export function writeRecordsTable(
  records: readonly SleepRecord[],
  zone: TimeZone,
  loggedBy: (record: SleepRecord) => string | null = () => null,
): string {
  const names = records.map(loggedBy)
  const isAnyNamed = names.some((name) => name !== null)
  const rows = records.map((record, index) => [
    record.date,
    record.type,
    record.start_time,
    record.end_time,
    record.time,
    record.end_time === null ? null : sleepMinutes(record.date, startTimeOf(record), record.end_time, zone),
    record.wake_ups,
    record.quality,
    record.disturbances.map((disturbance) => disturbanceWords[disturbance]).join(BETWEEN_WORDS),
    record.feedings,
    record.diaper_changes,
    record.taps.map(({ kind, time }) => `${columns.tapKinds[kind]} ${time}`).join(BETWEEN_WORDS),
    record.id,
    ...(isAnyNamed ? [names[index] ?? null] : []),
  ])
  return writeCsv([...Object.values(columns.records), ...(isAnyNamed ? [columns.loggedBy] : [])], rows)
}

export function writePlanTable(plan: SleepPlan): string {
  const naps = Array.from({ length: MOST_NAPS }, (_, index) => plan.naps[index])
  const header = [
    columns.plan.firstWakeWindow,
    columns.plan.napsCount,
    ...naps.flatMap((_, index) => [columns.plan.napDuration(index + 1), columns.plan.napWindow(index + 1)]),
    columns.plan.bedtime,
    columns.plan.reminders,
  ]
  const row = [
    plan.first_wake_window,
    plan.naps_count,
    ...naps.flatMap((nap) => [nap?.duration ?? null, nap?.wakeWindow ?? null]),
    plan.night_bedtime,
    plan.reminders ? columns.yes : columns.no,
  ]
  return writeCsv(header, [row])
}

export function writeBabyTable(baby: BabyInfo): string {
  return writeCsv(Object.values(columns.baby), [[baby.name, knownBirthDate(baby)]])
}

/** Reads a sheet as one of our tables; null when it isn't one. */
export async function readOwnTable(sheet: Sheet): Promise<FileResult | null> {
  if (sheet.has(columns.records.date, columns.records.type, columns.records.start_time)) {
    return readRecords(sheet)
  }
  if (sheet.has(columns.plan.firstWakeWindow, columns.plan.napsCount)) return readPlan(sheet)
  if (sheet.has(columns.baby.name, columns.baby.birthDate)) return readBaby(sheet)
  return null
}

async function readRecords(sheet: Sheet): Promise<FileResult> {
  // Every row is written with all its cells. Without its end a sleep would look like one that goes on.
  if (sheet.isCutOff) return { kind: 'unusable', problem: 'broken' }
  const rows: FoundRow[] = []
  const skipped: SkippedRow[] = []
  const text = columns.records
  await inBlocks(sheet.rows, ({ row, cell }) => {
    const checked = checkRecord({
      date: wallDate(cell(text.date)),
      type: cell(text.type).toLowerCase(),
      start_time: readTime(cell(text.start_time)),
      end_time: readTime(cell(text.end_time)),
      time: readTime(cell(text.time)),
      duration: readCount(cell(text.duration)),
      wake_ups: readCount(cell(text.wake_ups)),
      quality: cell(text.quality).toLowerCase() || null,
      disturbances: readDisturbances(cell(text.disturbances)),
      feedings: readCount(cell(text.feedings)),
      diaper_changes: readCount(cell(text.diaper_changes)),
      taps: readTaps(cell(text.taps)),
    })
    if ('field' in checked) skipped.push({ row, reason: 'bad-value', word: text[checked.field] })
    else rows.push({ row, id: uuidIn(cell(text.id)), record: checked.record })
  })
  return { kind: 'read', content: { ...NO_CONTENT, source: 'records', rows, skipped } }
}

/** The time in a cell; null when it is empty. Text that is no time is returned as it is: `checkRecord` reports it. */
function readTime(cell: string): string | null {
  return cell === '' ? null : (wallTime(cell) ?? cell)
}

function readCount(cell: string): number | null {
  return cell === '' ? null : Number(cell.replace(',', '.'))
}

function readDisturbances(cell: string): string[] {
  const byWord = new Map(Object.entries(disturbanceWords).map(([key, word]) => [word.toLowerCase(), key]))
  return wordsIn(cell).map((word) => byWord.get(word.toLowerCase()) ?? word)
}

/**
 * The taps in a cell. Text that is no tap is returned as it is: `checkRecord` reports it. The same cell always makes
 * the same ids.
 */
function readTaps(cell: string): unknown[] {
  const timesSeen = new Map<string, number>()
  return wordsIn(cell).map((word) => {
    const kind = TAP_KINDS.find((known) =>
      word.toLowerCase().startsWith(columns.tapKinds[known].toLowerCase()),
    )
    if (kind === undefined) return word
    const time = wallTime(word.slice(columns.tapKinds[kind].length).trim())
    const what = `${kind} ${time}`
    const turn = timesSeen.get(what) ?? 0
    timesSeen.set(what, turn + 1)
    return { id: derivedId(TAPS_OF_TABLES, `${what} ${turn}`), kind, time }
  })
}

function wordsIn(cell: string): string[] {
  const words = cell.split(',').map((word) => word.trim())
  return words.filter((word) => word !== '')
}

function readPlan(sheet: Sheet): FileResult {
  const cell = sheet.rows[0]?.cell ?? (() => '')
  const naps = Array.from({ length: MOST_NAPS }, (_, index) => ({
    duration: readCount(cell(columns.plan.napDuration(index + 1))),
    wakeWindow: cell(columns.plan.napWindow(index + 1)),
  }))
  const plan = checkPlan({
    first_wake_window: cell(columns.plan.firstWakeWindow),
    naps_count: readCount(cell(columns.plan.napsCount)),
    naps: naps.filter(({ duration }) => duration !== null),
    night_bedtime: wallTime(cell(columns.plan.bedtime)),
    reminders: cell(columns.plan.reminders) === columns.yes,
  })
  if (plan === null) return unusable('broken')
  return { kind: 'read', content: { ...NO_CONTENT, source: 'plan', plan } }
}

function readBaby(sheet: Sheet): FileResult {
  // Without its last cell it isn't known to be empty.
  if (sheet.isCutOff) return unusable('broken')
  const cell = sheet.rows[0]?.cell ?? (() => '')
  const name = cell(columns.baby.name)
  const birthDate = cell(columns.baby.birthDate)
  // Where it wasn't known, the file says nothing of it.
  const baby =
    birthDate === '' ? checkBabyName({ name }) : checkBaby({ name, birth_date: wallDate(birthDate) })
  if (baby === null) return unusable('broken')
  return { kind: 'read', content: { ...NO_CONTENT, source: 'baby', baby } }
}
