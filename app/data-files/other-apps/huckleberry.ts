import { instantAt, localDateAt, localTimeAt, MINUTE_MS, type TimeZone } from '../../../core/time/time.ts'
import { type FileResult, type FoundRow, NO_CONTENT, type SkippedRow } from '../file-content.ts'
import { inBlocks } from '../in-blocks.ts'
import type { Sheet, SheetRow } from '../sheet.ts'
import { parseMoment } from '../wall-times.ts'
import { foundSleep } from './found-sleep.ts'

/*
 * Huckleberry publishes no format. Columns and values are those that its readers on GitHub agree on:
 * gototen/baby-sleep-viz, configs/huckleberry.yaml; datababe's csv_importer_test.dart; Beanlo's HuckleberryTests.swift.
 *
 *   Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes[,Logged By]
 *   Sleep,2025-08-11 13:05,2025-08-11 14:30,01:25,,,,
 *
 * Times are the wall clock of the phone, without a zone. Type is one of Sleep, Feed, Diaper, Solids, Pump, Growth,
 * Medication …; what the other columns mean depends on it. A sleep that is going on has no End.
 */
export async function readHuckleberry(sheet: Sheet, zone: TimeZone): Promise<FileResult | null> {
  if (!sheet.has('Type', 'Start', 'End', 'Duration', 'Start Location')) return null
  const rows: FoundRow[] = []
  const skipped: SkippedRow[] = []
  await inBlocks(sheet.rows, ({ row, cell }) => {
    const type = cell('Type')
    if (type.toLowerCase() !== 'sleep') {
      skipped.push({ row, reason: 'not-sleep', word: type })
      return
    }
    const sleep = foundSleep({ row, start: cell('Start'), end: endOf(cell, zone), isNap: null }, false, zone)
    if ('record' in sleep) rows.push(sleep)
    else skipped.push(sleep)
  })
  return { kind: 'read', content: { ...NO_CONTENT, source: 'huckleberry', rows, skipped } }
}

/** The end of a sleep, computed from the duration ('HH:mm') where the file gives no end; '' when it gives neither. */
function endOf(cell: SheetRow['cell'], zone: TimeZone): string {
  const [, hours, minutes] = /^(\d{1,2}):(\d\d)$/.exec(cell('Duration')) ?? []
  const start = parseMoment(cell('Start'), false, zone)
  if (cell('End') !== '' || hours === undefined || start === null) return cell('End')
  const length = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
  const endAt = instantAt(start.date, start.time, zone) + length
  return `${localDateAt(endAt, zone)} ${localTimeAt(endAt, zone)}`
}
