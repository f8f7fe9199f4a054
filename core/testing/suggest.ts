import { suggestNextSleep } from '../next-nap.ts'
import { DEFAULT_PLAN, type PlanRhythm } from '../plan.ts'
import type { LocalDate, LocalTime, SleepRecord } from '../sleep-record.ts'
import { instantAt, localTimeAt } from '../time.ts'

/** The suggestion with its instants as Madrid wall times, which is how a carer reads it. */
export function suggest(
  records: SleepRecord[],
  time: LocalTime,
  plan: PlanRhythm = DEFAULT_PLAN,
  date: LocalDate = '2025-08-11',
) {
  const next = suggestNextSleep(records, plan, instantAt(date, time))
  if (next.kind !== 'nap' && next.kind !== 'bedtime') return next
  const { startAt, base, ...rest } = next
  const shown = { ...rest, start: localTimeAt(startAt), base: `${base.from} ${localTimeAt(base.at)}` }
  return next.kind === 'nap' ? { ...shown, endAt: localTimeAt(next.endAt) } : shown
}
