import { addDays, MINUTE_MS, type TimeZone } from '../time/time.ts'
import { type Interval, sleepInterval, sleepMinutes } from './durations.ts'
import { recordsBetween, type SleepRecord, startAtOf, startTimeOf } from './sleep-record.ts'
import { findRunningRecord } from './still-asleep.ts'

const LONG_NAP_OVER_MIN = 4 * 60
const SHORT_NIGHT_UNDER_MIN = 3 * 60

/** What looks odd about a record. It warns and never blocks: one tap saves anyway (rule 5.13, oddities). */
export type RecordWarning =
  | { kind: 'overlap'; other: SleepRecord }
  | { kind: 'long-nap' }
  | { kind: 'short-night' }
  | { kind: 'future' }

/** A record about to be saved; `id` is '' while it is new, `time` is a wake-up's. */
export type WarningDraft = Pick<SleepRecord, 'id' | 'date' | 'type' | 'start_time' | 'end_time'> &
  Partial<Pick<SleepRecord, 'time'>>

/** What a draft is judged by. Its own stored version in the log is left out. */
export interface Surroundings {
  /** The log, newest first, of which the days around the draft are enough. */
  records: readonly SleepRecord[]
  /** All those of the log that have no end. */
  open: readonly SleepRecord[]
  /** Epoch milliseconds. */
  now: number
  zone: TimeZone
}

/**
 * The warnings of a draft: one for each record it overlaps (earliest first), then a nap over 4 h, a night
 * under 3 h, and a start or end after `now`. An open draft has no length to judge yet.
 */
export function warningsFor(draft: WarningDraft, surroundings: Surroundings): RecordWarning[] {
  const { now, zone } = surroundings
  const timed = { ...draft, time: draft.time ?? null }
  const startAt = startAtOf(timed, zone)
  if (startAt === null) return []
  const slept = sleepInterval(timed, zone)
  const warnings: RecordWarning[] = []
  if (draft.type !== 'despertar') {
    const taken = slept ?? { startAt, endAt: Math.max(now, startAt + MINUTE_MS) }
    for (const other of overlapping(taken, draft, surroundings)) warnings.push({ kind: 'overlap', other })
  }
  if (slept !== null) {
    const minutes = sleepMinutes(draft.date, startTimeOf(timed), draft.end_time, zone)
    if (draft.type === 'siesta' && minutes > LONG_NAP_OVER_MIN) warnings.push({ kind: 'long-nap' })
    if (draft.type === 'noche' && minutes < SHORT_NIGHT_UNDER_MIN) warnings.push({ kind: 'short-night' })
  }
  if ((slept?.endAt ?? startAt) > now) warnings.push({ kind: 'future' })
  return warnings
}

function overlapping(
  taken: Interval,
  draft: WarningDraft,
  { records, open, now, zone }: Surroundings,
): SleepRecord[] {
  const isOther = ({ id }: SleepRecord) => id !== draft.id
  // No sleep lasts over 24 h by the clock, so only sleeps of these days can overlap the draft.
  const others = recordsBetween(records, addDays(draft.date, -1), addDays(draft.date, 1)).filter(isOther)
  // Of two sleeps that were never ended the earlier runs beside the draft, which is the latest itself.
  const running = findRunningRecord(others, now, zone, open.filter(isOther))
  const found: { other: SleepRecord; startAt: number }[] = []
  for (const other of others) {
    const filled = filledBy(other, running, now, zone)
    if (filled !== null && filled.startAt < taken.endAt && taken.startAt < filled.endAt) {
      found.push({ other, startAt: filled.startAt })
    }
  }
  return found.sort((a, b) => a.startAt - b.startAt).map(({ other }) => other)
}

/**
 * The time a sleep is known to fill: a running one also the minute that it is, of an open one that is not running only
 * the minute it began in.
 */
function filledBy(
  record: SleepRecord,
  running: SleepRecord | null,
  now: number,
  zone: TimeZone,
): Interval | null {
  if (record.type === 'despertar') return null
  const startAt = startAtOf(record, zone)
  if (startAt === null) return null
  const until = record.id === running?.id ? Math.max(now, startAt) : startAt
  return sleepInterval(record, zone) ?? { startAt, endAt: until + MINUTE_MS }
}
