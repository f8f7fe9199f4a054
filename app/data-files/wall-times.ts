import { endDateOf } from '../../core/records/durations.ts'
import {
  isLocalDate,
  isLocalTime,
  type LocalDate,
  type LocalTime,
  localDateAt,
  localTimeAt,
  type TimeZone,
  wallOf,
} from '../../core/time/time.ts'
import type { SkipReason } from './file-content.ts'

interface WallMoment {
  date: LocalDate
  time: LocalTime
}

const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d{1,2}:\d\d)(?::\d\d(?:\.\d+)?)? ?(Z|UTC|[+-]\d\d:?\d\d)?$/

/**
 * 'YYYY-MM-DD HH:mm' with seconds or without, as the family's wall shows it; seconds dropped. With an offset it is
 * brought to `zone`; without one it is a wall time already, unless `isUtc`. Null when it is something else.
 */
export function parseMoment(
  text: string,
  isUtc: boolean,
  zone: TimeZone,
): (WallMoment & { isZoned: boolean }) | null {
  const [, date = '', shortTime = '', suffix] = MOMENT.exec(text.trim()) ?? []
  const time = shortTime.padStart(5, '0')
  if (!isLocalDate(date) || !isLocalTime(time)) return null
  if (suffix === undefined && !isUtc) return { date, time, isZoned: false }
  const offset = suffix === undefined || suffix === 'UTC' ? 'Z' : suffix.replace(/^(...)(\d\d)$/, '$1:$2')
  const at = Date.parse(`${date}T${time}:00${offset}`)
  if (Number.isNaN(at)) return null
  return { date: localDateAt(at, zone), time: localTimeAt(at, zone), isZoned: suffix !== undefined }
}

/** The sleep between two wall moments; 'odd' when a record can't hold it: it must last more than 0, at most 24 h. */
export function sleepBetween(
  start: WallMoment,
  end: WallMoment,
):
  | { kind: 'sleep'; date: LocalDate; start: LocalTime; end: LocalTime }
  | { kind: 'odd'; reason: SkipReason } {
  const length = wallOf(end.date, end.time) - wallOf(start.date, start.time)
  if (length === 0) return { kind: 'odd', reason: 'no-length' }
  if (length < 0) return { kind: 'odd', reason: 'end-before-start' }
  if (endDateOf(start.date, start.time, end.time) !== end.date) return { kind: 'odd', reason: 'too-long' }
  return { kind: 'sleep', date: start.date, start: start.time, end: end.time }
}

/** A date written as 'YYYY-MM-DD', or as 'D/M/YYYY' by a Spanish spreadsheet; null when it is something else. */
export function wallDate(text: string): LocalDate | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text.trim()) ?? []
  const date = year === '' ? text.trim() : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isLocalDate(date) ? date : null
}

/** A wall time written as 'HH:mm', as 'H:mm' or with seconds; null when it is something else. */
export function wallTime(text: string): LocalTime | null {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d\d)(?::\d\d)?$/.exec(text.trim()) ?? []
  const time = `${hours.padStart(2, '0')}:${minutes}`
  return isLocalTime(time) ? time : null
}
