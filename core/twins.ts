import { sleepInterval, sleepMinutes } from './durations.ts'
import {
  compareNewestFirst,
  DISTURBANCES,
  isOpen,
  type LocalDate,
  QUALITIES,
  type Quality,
  type SleepRecord,
  startAtOf,
  startTimeOf,
} from './sleep-record.ts'
import { localDateAt, MINUTE_MS } from './time.ts'

/** Two entries of what looks like one sleep, as when both carers log it. Merged, `keep` stays and `drop` goes. */
export interface Twins {
  keep: SleepRecord
  drop: SleepRecord
}

/** Two thumbs on two phones, one of them late. */
const TWIN_STARTS_WITHIN_MIN = 10

/**
 * Whether two records look like one sleep: both naps or both nights, with starts at most ten minutes apart, and
 * overlapping; one without an end may last as long as the other. A nap of a few minutes and the next attempt are two.
 */
export function areTwins(a: SleepRecord, b: SleepRecord): boolean {
  if (a.type !== b.type || a.type === 'despertar') return false
  const [startA, startB] = [startAtOf(a), startAtOf(b)]
  if (startA === null || startB === null) return false
  if (Math.abs(startA - startB) > TWIN_STARTS_WITHIN_MIN * MINUTE_MS) return false
  const overlap =
    startA < endAtOr(b, Number.POSITIVE_INFINITY) && startB < endAtOr(a, Number.POSITIVE_INFINITY)
  return overlap && keepsTheLaterEnd(a, b)
}

/** Not so on the night the clocks go back, where from the earlier start the same end may be that of another day. */
function keepsTheLaterEnd(a: SleepRecord, b: SleepRecord): boolean {
  const merged = { ...a, ...mergedTwins({ keep: a, drop: b }) }
  return endAtOr(merged, 0) === Math.max(endAtOr(a, 0), endAtOr(b, 0))
}

/**
 * The pairs among `records`, in their order; a record is in one pair at most. Meant for the records of a few days.
 * @param areApart of pairs that are known to be two sleeps.
 */
export function findTwins(
  records: readonly SleepRecord[],
  areApart: (a: SleepRecord, b: SleepRecord) => boolean = () => false,
): Twins[] {
  const found: Twins[] = []
  const paired = new Set<SleepRecord>()
  for (const [index, record] of records.entries()) {
    const other = paired.has(record)
      ? undefined
      : records
          .slice(index + 1)
          .find((next) => !paired.has(next) && areTwins(record, next) && !areApart(record, next))
    if (other === undefined) continue
    paired.add(record).add(other)
    found.push(twinsOf(record, other))
  }
  return found
}

/** Whether a pair is asked about on `date`: where one of it began; today also one that goes on, or ended today. */
export function areTwinsOfDay({ keep, drop }: Twins, date: LocalDate, today: LocalDate): boolean {
  return [keep, drop].some(
    (record) => record.date === date || (date === today && (isOpen(record) || endDate(record) === today)),
  )
}

function endDate(record: SleepRecord): LocalDate | null {
  const slept = sleepInterval(record)
  return slept && localDateAt(slept.endAt)
}

/** Whether `other` is the same sleep, and says all that `record` does: as after a merge. */
export function isHeldBy(record: SleepRecord, other: SleepRecord): boolean {
  if (!areTwins(record, other)) return false
  const merged = mergedTwins({ keep: other, drop: record })
  return JSON.stringify({ ...other, ...merged }) === JSON.stringify(other)
}

/** The same on every phone, whichever is looked at first: of two ids the smaller one stays. */
export function twinsOf(a: SleepRecord, b: SleepRecord): Twins {
  return a.id < b.id ? { keep: a, drop: b } : { keep: b, drop: a }
}

type Merged = Omit<SleepRecord, 'id' | 'user_id' | 'type' | 'time'>

/**
 * What one sleep logged twice was: the earlier start, the end that is there (the later of two), every disturbance,
 * and of each count the higher one; of two qualities the worse, which somebody had a reason for. The order of the two
 * doesn't matter, and merging again changes nothing.
 */
export function mergedTwins({ keep, drop }: Twins): Merged {
  const first = compareNewestFirst(keep, drop) > 0 ? keep : drop
  const last = endAtOr(keep, 0) > endAtOr(drop, 0) ? keep : drop
  const [start_time, end_time] = [startTimeOf(first), last.end_time]
  const noted = [...keep.disturbances, ...drop.disturbances]
  return {
    date: first.date,
    start_time,
    end_time,
    duration: end_time === null ? null : sleepMinutes(first.date, start_time, end_time),
    wake_ups: Math.max(keep.wake_ups, drop.wake_ups),
    quality: worseQuality(keep.quality, drop.quality),
    disturbances: DISTURBANCES.filter((disturbance) => noted.includes(disturbance)),
    feedings: Math.max(keep.feedings, drop.feedings),
    diaper_changes: Math.max(keep.diaper_changes, drop.diaper_changes),
  }
}

/** The instant (epoch ms) a sleep ended; `open` while it hasn't. */
function endAtOr(record: SleepRecord, open: number): number {
  return sleepInterval(record)?.endAt ?? open
}

function worseQuality(a: Quality | null, b: Quality | null): Quality | null {
  if (a === null || b === null) return a ?? b
  return QUALITIES.indexOf(a) > QUALITIES.indexOf(b) ? a : b
}
