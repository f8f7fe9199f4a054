import { napOrNight } from '../../../core/night/nap-or-night.ts'
import { sleepMinutes } from '../../../core/records/durations.ts'
import { BLANK_RECORD } from '../../../core/records/sleep-record.ts'
import type { TimeZone } from '../../../core/time/time.ts'
import { MADRID } from '../../../core/time/zone.ts'
import type { FoundRow, SkippedRow } from '../file-content.ts'
import { parseMoment, sleepBetween } from '../wall-times.ts'

interface LoggedSleep {
  row: number
  /** The start and the end as the file writes them; '' where it has none. */
  start: string
  end: string
  /** Null: the file doesn't say. */
  isNap: boolean | null
}

/** Reads one line of another app's log: a record, or the reason why it can't be one. `isUtc` as in `ReadChoices`. */
export function foundSleep(
  { row, start, end, isNap }: LoggedSleep,
  isUtc: boolean,
  zone: TimeZone,
): FoundRow | SkippedRow {
  const skip = (reason: SkippedRow['reason'], word = ''): SkippedRow => ({ row, reason, word })
  if (start === '') return skip('no-start')
  if (end === '') return skip('no-end')
  const [from, to] = [parseMoment(start, isUtc, zone), parseMoment(end, isUtc, zone)]
  if (from === null) return skip('bad-time', start)
  if (to === null) return skip('bad-time', end)
  const slept = sleepBetween(from, to)
  if (slept.kind === 'odd') return skip(slept.reason)
  const type =
    isNap === null ? napOrNight(slept.date, slept.start, slept.end, zone) : isNap ? 'siesta' : 'noche'
  const record = {
    ...BLANK_RECORD,
    date: slept.date,
    type,
    start_time: slept.start,
    end_time: slept.end,
    duration: sleepMinutes(slept.date, slept.start, slept.end, zone),
  }
  const named = parseMoment(start, isUtc, MADRID) ?? from
  return { row, id: null, record, named: { ...record, date: named.date, start_time: named.time } }
}
