import type { TimeZone } from '../time/time.ts'
import { sleepInterval } from './durations.ts'
import { findOpenRecord, isStale, recordsSince, type SleepRecord, startAtOf } from './sleep-record.ts'

/**
 * Whether the baby may still be in a sleep that has no end, at `now` (epoch ms): it hasn't run for over 16 h, nor has
 * the baby slept since. Else nobody has ended it, and it is asked when it ended.
 * @param records the log, newest first.
 */
export function isStillAsleep(
  open: Pick<SleepRecord, 'type' | 'date' | 'start_time' | 'time'>,
  records: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
): boolean {
  return !isStale({ ...open, end_time: null }, now, zone) && !hasSleptSince(open, records, now, zone)
}

/**
 * The sleep that the baby is in at `now` (epoch ms), the only open one whose minutes count: *the* open record, unless
 * it is one that nobody has ended (rule 4.12, forgotten record).
 * @param records the log, newest first. @param open those of it that have no end, where the log may hold years.
 */
export function findRunningRecord(
  records: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
  open: readonly SleepRecord[] = records,
): SleepRecord | null {
  const latest = findOpenRecord(open, now, zone)
  return latest !== null && isStillAsleep(latest, records, now, zone) ? latest : null
}

/**
 * The sleep that goes on already where another one begins at `startAt`, which would leave it without an end. Null: the
 * baby is in none, or the other one begins earlier. Times are epoch ms.
 * @param records the log, newest first. @param open those of it that have no end, without the one that begins.
 */
export function findSleepBeside(
  startAt: number,
  records: readonly SleepRecord[],
  open: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
): SleepRecord | null {
  const current = findRunningRecord(records, now, zone, open)
  const begunAt = current && startAtOf(current, zone)
  return begunAt !== null && begunAt <= startAt ? current : null
}

/**
 * Whether the log says that the baby has slept and woken up again since `open` began. A wake-up says so of a nap of an
 * earlier day alone: a night may go on after one (see `wakeUpEnding`), and the first of a day may be logged late.
 * @example // a nap since 17:00, and a night from 20:40 to 07:05: true from 07:05 on
 */
function hasSleptSince(
  open: Pick<SleepRecord, 'type' | 'date' | 'start_time' | 'time'>,
  records: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
): boolean {
  const startAt = startAtOf(open, zone)
  if (startAt === null) return false
  return recordsSince(records, open.date).some((other) => {
    const { startAt: at, endAt } = timesOf(other, zone)
    const says = other.type !== 'despertar' || (open.type === 'siesta' && other.date > open.date)
    return says && at > startAt && endAt <= now
  })
}

/** A wake-up is over as it begins; a sleep without both times never is. */
function timesOf(record: SleepRecord, zone: TimeZone): { startAt: number; endAt: number } {
  const at = record.type === 'despertar' ? startAtOf(record, zone) : null
  const asWakeUp = at === null ? null : { startAt: at, endAt: at }
  return asWakeUp ?? sleepInterval(record, zone) ?? { startAt: 0, endAt: Number.POSITIVE_INFINITY }
}
