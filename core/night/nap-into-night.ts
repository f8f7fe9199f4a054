import { sleepInterval } from '../records/durations.ts'
import { type RecordWarning, warningsFor } from '../records/record-warnings.ts'
import { type SleepRecord, startAtOf, startTimeOf } from '../records/sleep-record.ts'
import { NIGHT_UNTIL } from '../time/day-parts.ts'
import { instantAt, type LocalTime, MINUTE_MS, type TimeZone } from '../time/time.ts'

/** A nap that lasts until this, or begins before `NIGHT_UNTIL`, may be the night. Wall time. */
const NIGHT_FROM: LocalTime = '21:00'

const LONG_NAP_OVER_MIN = 4 * 60

/** Why a nap may be the night: it begins before 6:00, goes past 21:00, or lasts over 4 h. */
export type NightSign = 'early' | 'late' | 'long'

/**
 * Why a nap may be the night (rule 10.2, nap or night), the first of these reasons that holds. An open nap is judged as
 * if it ended at `now` (epoch ms). Null when nothing speaks for the night, and for other records.
 * @example nightSign(nap from 20:05 on, 21:00) // 'late'
 */
export function nightSign(record: SleepRecord, now: number, zone: TimeZone): NightSign | null {
  const [startAt, start] = [startAtOf(record, zone), startTimeOf(record)]
  if (record.type !== 'siesta' || startAt === null || start === null) return null
  const until = sleepInterval(record, zone)?.endAt ?? now
  if (until < startAt) return null
  if (start < NIGHT_UNTIL) return 'early'
  if (start >= NIGHT_FROM || until >= instantAt(record.date, NIGHT_FROM, zone)) return 'late'
  return until - startAt > LONG_NAP_OVER_MIN * MINUTE_MS ? 'long' : null
}

/** What is odd about an end: the carer is asked, and one more tap sets it all the same (rule 5.13, oddities). */
export interface EndDoubt {
  warnings: RecordWarning[]
  /** Why the nap may be the night; null: nothing speaks for that. */
  night: NightSign | null
}

/**
 * The doubts about ending `record` at a wall time; null when nothing is odd and one tap ends it.
 * @param records the log, newest first. @param open those of it that have no end. @param now epoch milliseconds.
 */
export function doubtOfEnd(
  record: SleepRecord,
  endTime: LocalTime,
  records: readonly SleepRecord[],
  open: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
): EndDoubt | null {
  const ended = { ...record, end_time: endTime }
  // A sleep that is ended within its first minute gets that minute (see `endTimeAt`), which isn't in the future.
  const leastEndAt = (startAtOf(record, zone) ?? now) + MINUTE_MS
  const warnings = warningsFor(ended, { records, open, now: Math.max(now, leastEndAt), zone })
  const night = nightSign(ended, now, zone)
  return warnings.length > 0 || night !== null ? { warnings, night } : null
}
