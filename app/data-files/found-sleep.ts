import { sleepMinutes } from '../../core/durations.ts'
import { napOrNight } from '../../core/nap-or-night.ts'
import { BLANK_RECORD } from '../../core/sleep-record.ts'
import type { FoundRow, SkippedRow } from './file-content.ts'
import { parseMoment, sleepBetween } from './wall-times.ts'

interface LoggedSleep {
  row: number
  /** As the file writes them. */
  start: string
  end: string
  /** Null: the file doesn't say. */
  isNap: boolean | null
}

/** A line of another app's log: a record, or why it is none. */
export function foundSleep({ row, start, end, isNap }: LoggedSleep, isUtc: boolean): FoundRow | SkippedRow {
  const skip = (reason: SkippedRow['reason'], word = ''): SkippedRow => ({ row, reason, word })
  if (start === '') return skip('no-start')
  if (end === '') return skip('no-end')
  const [from, to] = [parseMoment(start, isUtc), parseMoment(end, isUtc)]
  if (from === null) return skip('bad-time', start)
  if (to === null) return skip('bad-time', end)
  const slept = sleepBetween(from, to)
  if (slept.kind === 'odd') return skip(slept.reason)
  const type = isNap === null ? napOrNight(slept.date, slept.start, slept.end) : isNap ? 'siesta' : 'noche'
  return {
    row,
    id: null,
    record: {
      ...BLANK_RECORD,
      date: slept.date,
      type,
      start_time: slept.start,
      end_time: slept.end,
      duration: sleepMinutes(slept.date, slept.start, slept.end),
    },
  }
}
