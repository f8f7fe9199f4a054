import type { RecordDraft } from '../../app/changes/changes.ts'
import { writeRecordsTable } from '../../app/data-files/own-tables.ts'
import { sleepMinutes } from '../../core/records/durations.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { MADRID } from '../../core/time/zone.ts'
import type { DataFile, FileFormat, FileRow } from './commands.ts'

/** This file has more records than one call of the outbox takes, so that its import takes several. */
export const LARGE_FILE = 105

/** Makes a file as somebody else's app would write it, so no row has an id. */
export function fileOf(name: string, format: FileFormat, drafts: readonly RecordDraft[]): DataFile {
  const rows = drafts.map((record) => ({ id: null, record }))
  const nobody = { id: '', user_id: '' }
  const text =
    format === 'csv'
      ? writeRecordsTable(
          drafts.map((draft) => ({ ...draft, ...nobody })),
          MADRID,
        )
      : JSON.stringify({ format: 'baby-sleep-diary', version: 1, records: drafts })
  return { name: `${name}.${format}`, text, rows: rows.map((row) => inFormat(row, format)) }
}

/** Makes a file of what a phone exported, whose rows have the ids of their records. */
export function exportedFile(
  name: string,
  format: FileFormat,
  exported: { text: string; records: readonly SleepRecord[] },
): DataFile {
  const rows = exported.records.map(({ id, user_id: _userId, ...record }) => inFormat({ id, record }, format))
  return { name: `${name}.${format}`, text: exported.text, rows }
}

/** Returns the row as the format says it: in a table the duration is that of the times, whatever was stored. */
function inFormat({ id, record }: FileRow, format: FileFormat): FileRow {
  if (format === 'json') return { id, record }
  const { date, start_time, time, end_time } = record
  const start = start_time ?? time
  const duration = end_time === null || start === null ? null : sleepMinutes(date, start, end_time, MADRID)
  return { id, record: { ...record, duration } }
}
