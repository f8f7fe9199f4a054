import type { TimeZone } from '../time/time.ts'
import { sleepInterval } from './durations.ts'
import { recordsSince, type SleepRecord, startAtOf } from './sleep-record.ts'

/**
 * Whether the log says that the baby has slept and woken up again since `open` began, at `now` (epoch ms): then nobody
 * has ended it, and it isn't running any more. A wake-up says so of a nap of an earlier day alone: a night may go on
 * after one (see `wakeUpEnding`), and the first of a day may be logged late.
 * @param records newest first.
 * @example // a nap since 17:00, and a night from 20:40 to 07:05: true from 07:05 on
 */
export function hasSleptSince(
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
