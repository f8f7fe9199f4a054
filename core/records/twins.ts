import { type LocalDate, localDateAt, MINUTE_MS, type TimeZone } from '../time/time.ts'
import { sleepInterval, sleepMinutes } from './durations.ts'
import {
  compareNewestFirst,
  DISTURBANCES,
  isOpen,
  QUALITIES,
  type Quality,
  type SleepRecord,
  startAtOf,
  startTimeOf,
} from './sleep-record.ts'
import { leastCount, type TapKind, tapsUnited } from './taps.ts'

/** Two entries of what looks like one sleep, as when both carers log it. Merged, `keep` stays and `drop` goes. */
export interface Twins {
  keep: SleepRecord
  drop: SleepRecord
}

/** Two carers who log the same sleep on two phones don't tap in the same minute. */
const TWIN_STARTS_WITHIN_MIN = 10

/** Whether two sleeps begin so close together (epoch ms) that they may be one. */
export function startAsTwins(a: number, b: number): boolean {
  return Math.abs(a - b) <= TWIN_STARTS_WITHIN_MIN * MINUTE_MS
}

/**
 * Whether two records look so much like one sleep that the carer is asked whether they are, and they may be merged:
 * both naps or both nights, with starts at most ten minutes apart, and overlapping; one without an end may last as long
 * as the other. A nap of a few minutes and the next attempt are two. Narrower than what counts as one without asking
 * (`sleepsUnited`), since a merge loses an entry.
 */
export function areTwins(a: SleepRecord, b: SleepRecord, zone: TimeZone): boolean {
  if (a.type !== b.type || a.type === 'despertar') return false
  const [startA, startB] = [startAtOf(a, zone), startAtOf(b, zone)]
  if (startA === null || startB === null) return false
  if (!startAsTwins(startA, startB)) return false
  const overlap =
    startA < endAtOr(b, Number.POSITIVE_INFINITY, zone) && startB < endAtOr(a, Number.POSITIVE_INFINITY, zone)
  return overlap && keepsTheLaterEnd(a, b, zone)
}

/**
 * Whether a merge of the two would end when the later of them does. On the night the clocks go back it may not: counted
 * from the earlier start, the same wall time may be another instant.
 */
function keepsTheLaterEnd(a: SleepRecord, b: SleepRecord, zone: TimeZone): boolean {
  const merged = { ...a, ...mergedTwins({ keep: a, drop: b }, zone) }
  return endAtOr(merged, 0, zone) === Math.max(endAtOr(a, 0, zone), endAtOr(b, 0, zone))
}

/**
 * The pairs among `records`, in their order; a record is in one pair at most. Meant for the records of a few days.
 * @param areApart says which pairs are known to be two sleeps.
 */
export function findTwins(
  records: readonly SleepRecord[],
  zone: TimeZone,
  areApart: (a: SleepRecord, b: SleepRecord) => boolean = () => false,
): Twins[] {
  const found: Twins[] = []
  const paired = new Set<SleepRecord>()
  for (const [index, record] of records.entries()) {
    const other = paired.has(record)
      ? undefined
      : records
          .slice(index + 1)
          .find((next) => !paired.has(next) && areTwins(record, next, zone) && !areApart(record, next))
    if (other === undefined) continue
    paired.add(record).add(other)
    found.push(twinsOf(record, other))
  }
  return found
}

/** Whether `date` shows the question about a pair: one of it began then, or, for today, still runs or ended today. */
export function areTwinsOfDay(
  { keep, drop }: Twins,
  date: LocalDate,
  today: LocalDate,
  zone: TimeZone,
): boolean {
  return [keep, drop].some(
    (record) =>
      record.date === date || (date === today && (isOpen(record) || endDate(record, zone) === today)),
  )
}

function endDate(record: SleepRecord, zone: TimeZone): LocalDate | null {
  const slept = sleepInterval(record, zone)
  return slept && localDateAt(slept.endAt, zone)
}

/** Whether `other` is the same sleep, and says all that `record` does: as after a merge. */
export function isHeldBy(record: SleepRecord, other: SleepRecord, zone: TimeZone): boolean {
  return areTwins(record, other, zone) && Object.keys(lackedBy(other, record, zone)).length === 0
}

/**
 * The fields in which `other`, an entry of the same sleep, would change if `record` were merged into it. A start that
 * `other` has in the older field `time` is no change, nor are its minutes, which follow from the times.
 */
export function lackedBy(other: SleepRecord, record: SleepRecord, zone: TimeZone): Partial<Merged> {
  const { duration: _duration, ...merged } = mergedTwins({ keep: other, drop: record }, zone)
  const current = { ...other, start_time: startTimeOf(other) }
  // Object.entries forgets which keys it gives.
  const fields = Object.entries(merged) as [keyof typeof merged, unknown][]
  return Object.fromEntries(
    fields.filter(([field, value]) => JSON.stringify(current[field]) !== JSON.stringify(value)),
  )
}

/** The pair of two records: the one with the smaller id stays, so that every phone decides the same. */
export function twinsOf(a: SleepRecord, b: SleepRecord): Twins {
  return a.id < b.id ? { keep: a, drop: b } : { keep: b, drop: a }
}

type Merged = Omit<SleepRecord, 'id' | 'user_id' | 'type' | 'time'>

/**
 * One entry for a sleep that was logged twice: the earlier start, the later end (or the only one), all disturbances,
 * all taps, and of each count the higher one, or the number of taps; of two qualities the worse, because somebody had
 * a reason for it. The order of the two doesn't matter, and merging again changes nothing.
 */
export function mergedTwins({ keep, drop }: Twins, zone: TimeZone): Merged {
  const first = compareNewestFirst(keep, drop) > 0 ? keep : drop
  const last = endAtOr(keep, 0, zone) > endAtOr(drop, 0, zone) ? keep : drop
  const [start_time, end_time] = [startTimeOf(first), last.end_time]
  const either = [...keep.disturbances, ...drop.disturbances]
  const taps = tapsUnited(keep.taps, drop.taps)
  const count = (kind: TapKind) => Math.max(keep[kind], drop[kind], leastCount(taps, kind))
  return {
    date: first.date,
    start_time,
    end_time,
    duration: end_time === null ? null : sleepMinutes(first.date, start_time, end_time, zone),
    wake_ups: count('wake_ups'),
    quality: worseQuality(keep.quality, drop.quality),
    disturbances: DISTURBANCES.filter((disturbance) => either.includes(disturbance)),
    feedings: count('feedings'),
    diaper_changes: count('diaper_changes'),
    taps,
  }
}

/**
 * The records with each sleep once, so that nothing that was noted of it is counted twice: entries of one sleep are
 * what a merge would make of them.
 */
export function withTwinsMerged(records: readonly SleepRecord[], zone: TimeZone): SleepRecord[] {
  const once: SleepRecord[] = []
  for (const record of records) {
    const index = once.findIndex((other) => areTwins(other, record, zone))
    const other = once[index]
    if (other === undefined) once.push(record)
    else once[index] = { ...other, ...mergedTwins({ keep: other, drop: record }, zone) }
  }
  return once
}

/** The instant (epoch ms) a sleep ended, or the value `open` while it hasn't. */
function endAtOr(record: SleepRecord, open: number, zone: TimeZone): number {
  return sleepInterval(record, zone)?.endAt ?? open
}

function worseQuality(a: Quality | null, b: Quality | null): Quality | null {
  if (a === null || b === null) return a ?? b
  return QUALITIES.indexOf(a) > QUALITIES.indexOf(b) ? a : b
}
