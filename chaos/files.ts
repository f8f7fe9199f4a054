import type { RecordDraft } from '../app/data/changes.ts'
import { writeRecordsTable } from '../app/data-files/own-tables.ts'
import { sleepMinutes } from '../core/durations.ts'
import type { SleepRecord } from '../core/sleep-record.ts'
import type { DataFile, FileFormat, FileRow } from './commands.ts'

/** More than a call of the outbox takes. */
export const LARGE_FILE = 105

/** A file somebody else made: no row has an id. */
export function fileOf(name: string, format: FileFormat, drafts: readonly RecordDraft[]): DataFile {
  const rows = drafts.map((record) => ({ id: null, record }))
  const nobody = { id: '', user_id: '' }
  const text =
    format === 'csv'
      ? writeRecordsTable(drafts.map((draft) => ({ ...draft, ...nobody })))
      : JSON.stringify({ format: 'baby-sleep-diary', version: 1, records: drafts })
  return { name: `${name}.${format}`, text, rows: rows.map((row) => inFormat(row, format)) }
}

/** What a phone exported. */
export function exportedFile(
  name: string,
  format: FileFormat,
  exported: { text: string; records: readonly SleepRecord[] },
): DataFile {
  const rows = exported.records.map(({ id, user_id: _userId, ...record }) => inFormat({ id, record }, format))
  return { name: `${name}.${format}`, text: exported.text, rows }
}

/** A table has the minutes of the times, whatever was stored. */
function inFormat({ id, record }: FileRow, format: FileFormat): FileRow {
  if (format === 'json') return { id, record }
  const { date, start_time, time, end_time } = record
  const start = start_time ?? time
  const duration = end_time === null || start === null ? null : sleepMinutes(date, start, end_time)
  return { id, record: { ...record, duration } }
}
