import {
  addDays,
  instantAt,
  type LocalDate,
  type LocalTime,
  localDateAt,
  MINUTE_MS,
  type TimeZone,
} from '../time/time.ts'
import { MAX_COUNT } from './count-limits.ts'
import type { Tap } from './taps.ts'

/** A record with a length: a nap (siesta) or night sleep (noche). */
export type SleepType = 'siesta' | 'noche'

export type RecordType = SleepType | 'despertar'

export const QUALITIES = ['buena', 'regular', 'mala'] as const
export type Quality = (typeof QUALITIES)[number]

export const DISTURBANCES = ['fever', 'routineChange', 'newFood', 'reducedAppetite', 'teething'] as const
export type Disturbance = (typeof DISTURBANCES)[number]

/**
 * One line of the log, spelled as on the wire (rule 3.4, record).
 * `start_time` and `end_time` belong to siesta and noche; `time` to despertar, and is an older alias of the start.
 */
export interface SleepRecord {
  id: string
  user_id: string
  date: LocalDate
  type: RecordType
  start_time: LocalTime | null
  end_time: LocalTime | null
  time: LocalTime | null
  /** Minutes, as stored; the times win when they disagree. */
  duration: number | null
  wake_ups: number
  quality: Quality | null
  disturbances: Disturbance[]
  feedings: number
  diaper_changes: number
  /** A column of ours: the wakings, feedings and diaper changes that were tapped. The counts include them. */
  taps: readonly Tap[]
  /** A column of ours: the id of the account that logged it. Null: the family's own; absent: not sent yet. */
  logged_by?: string | null
}

/** What a record is and when it was, as far as that is needed to place it in time. */
export type RecordTimes = Pick<SleepRecord, 'type' | 'date' | 'start_time' | 'end_time' | 'time'>

/** The fields of a record of which only the day and the type are known. */
export const BLANK_RECORD: Omit<SleepRecord, 'id' | 'user_id' | 'date' | 'type'> = {
  start_time: null,
  end_time: null,
  time: null,
  duration: null,
  wake_ups: 0,
  quality: null,
  disturbances: [],
  feedings: 0,
  diaper_changes: 0,
  taps: [],
}

/** The minutes an open record may run before the app asks when the sleep ended (rule 4.12, forgotten record). */
export const OPEN_RECORD_STALE_AFTER_MIN = 16 * 60

/**
 * A count typed by hand: an integer from 0 to `max`; what does not begin with a number becomes 0.
 * @example parseCount('3 tomas') // 3
 */
export function parseCount(text: string, max = MAX_COUNT): number {
  const count = Number.parseInt(text, 10)
  return Number.isNaN(count) ? 0 : Math.min(Math.max(count, 0), max)
}

/** When the record begins, also where only the older alias `time` holds it; for despertar, its time. */
export function startTimeOf(record: Pick<SleepRecord, 'start_time' | 'time'>): LocalTime | null {
  return record.start_time ?? record.time
}

/** In progress: a siesta or noche with a start and no end. */
export function isOpen(record: RecordTimes): boolean {
  return record.type !== 'despertar' && record.end_time === null && startTimeOf(record) !== null
}

/** Orders by date, then start, both newest first; a record without a start is last in its day; then by id. */
export function compareNewestFirst(a: SleepRecord, b: SleepRecord): number {
  return (
    descending(a.date, b.date) ||
    descending(startTimeOf(a) ?? '', startTimeOf(b) ?? '') ||
    descending(b.id, a.id)
  )
}

/** A sorted copy of the list. */
export function sortNewestFirst(records: readonly SleepRecord[]): SleepRecord[] {
  return [...records].sort(compareNewestFirst)
}

/**
 * The records of the days from `from` to `to`, both included, of a log that is newest first. It may hold years: what
 * lies between two days is found without going through it.
 */
export function recordsBetween(
  newestFirst: readonly SleepRecord[],
  from: LocalDate,
  to: LocalDate,
): readonly SleepRecord[] {
  return newestFirst.slice(
    countWhile(newestFirst, ({ date }) => date > to),
    countWhile(newestFirst, ({ date }) => date >= from),
  )
}

/** The records of `from` and the days after it, of a log that is newest first and may hold years. */
export function recordsSince(newestFirst: readonly SleepRecord[], from: LocalDate): readonly SleepRecord[] {
  return newestFirst.slice(
    0,
    countWhile(newestFirst, ({ date }) => date >= from),
  )
}

/**
 * What a minute changes is worked out from: the records of the two days before `date`, of `date` and of the day after
 * it, and those that have no end, which may be older. Newest first.
 * @param newestFirst the log, which may hold years. @param open those of it that have no end.
 */
export function recordsAround(
  newestFirst: readonly SleepRecord[],
  open: readonly SleepRecord[],
  date: LocalDate,
): SleepRecord[] {
  const [from, to] = [addDays(date, -2), addDays(date, 1)]
  const elsewhere = open.filter((record) => record.date < from || record.date > to)
  return sortNewestFirst([...recordsBetween(newestFirst, from, to), ...elsewhere])
}

/** How many records at the head of the list are `isAhead`, by binary search: all of those come before all others. */
function countWhile(records: readonly SleepRecord[], isAhead: (record: SleepRecord) => boolean): number {
  let [low, high] = [0, records.length]
  while (low < high) {
    const middle = (low + high) >> 1
    // The middle is below `high`, which is at most the list's length, so there is always an element.
    if (isAhead(records[middle] as SleepRecord)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * A copy of a log that is newest first, without the records of `gone` and with those of `come` in their places. The log
 * may hold years: the places are found without going through it. A record of `gone` that isn't where its times say
 * takes no other away.
 */
export function withReplaced(
  newestFirst: readonly SleepRecord[],
  gone: readonly SleepRecord[],
  come: readonly SleepRecord[],
): SleepRecord[] {
  const next = newestFirst.slice()
  const placeOf = (record: SleepRecord) => countWhile(next, (other) => compareNewestFirst(other, record) < 0)
  for (const record of gone) {
    const place = placeOf(record)
    if (next[place]?.id === record.id) next.splice(place, 1)
  }
  for (const record of come) next.splice(placeOf(record), 0, record)
  return next
}

/** A copy of a list that is newest first, with `record` in its place; one of the same id gives way to it. */
export function insertSorted(records: readonly SleepRecord[], record: SleepRecord): SleepRecord[] {
  const sameId = records.filter((other) => other.id === record.id)
  return withReplaced(records, sameId, [record])
}

/**
 * *The* open record: of those in progress the one that began last, however long ago (see {@link isStale}). One whose
 * start is still to come today is it only where none has begun, and one dated after today never is.
 * @param now epoch milliseconds.
 */
export function findOpenRecord(
  records: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
): SleepRecord | null {
  const today = localDateAt(now, zone)
  const open = sortNewestFirst(records.filter((record) => isOpen(record) && record.date <= today))
  return open.find((record) => hasBegun(record, now, zone)) ?? open[0] ?? null
}

function hasBegun(record: SleepRecord, now: number, zone: TimeZone): boolean {
  const startAt = startAtOf(record, zone)
  return startAt !== null && startAt <= now
}

/** The instant (epoch ms) a record begins, or null when it says no time. */
export function startAtOf(
  record: Pick<SleepRecord, 'date' | 'start_time' | 'time'>,
  zone: TimeZone,
): number | null {
  const start = startTimeOf(record)
  return start === null ? null : instantAt(record.date, start, zone)
}

/** Whole real minutes a record has been in progress at `now` (epoch ms); 0 when it is not open or not begun. */
export function elapsedMinutes(record: SleepRecord, now: number, zone: TimeZone): number {
  const startAt = isOpen(record) ? startAtOf(record, zone) : null
  return startAt === null ? 0 : Math.max(0, Math.floor((now - startAt) / MINUTE_MS))
}

/** Open for more than 16 real hours at `now` (epoch ms). */
export function isStale(record: RecordTimes, now: number, zone: TimeZone): boolean {
  const startAt = isOpen(record) ? startAtOf(record, zone) : null
  return startAt !== null && now - startAt > OPEN_RECORD_STALE_AFTER_MIN * MINUTE_MS
}

/** Text comparison, largest first; never the slow locale-aware one. */
function descending(a: string, b: string): number {
  if (a === b) return 0
  return a > b ? -1 : 1
}
