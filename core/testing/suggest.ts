import { suggestNextSleep } from '../plan/next-nap.ts'
import { DEFAULT_PLAN, type PlanRhythm } from '../plan/plan.ts'
import type { SleepRecord } from '../records/sleep-record.ts'
import { instantAt, type LocalDate, type LocalTime, localTimeAt } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'

/** The suggestion with Madrid's wall times for its instants, so that a test reads like the screen. */
export function suggest(
  records: SleepRecord[],
  time: LocalTime,
  plan: PlanRhythm = DEFAULT_PLAN,
  date: LocalDate = '2025-08-11',
) {
  const next = suggestNextSleep(records, plan, instantAt(date, time, MADRID), MADRID)
  if (next.kind !== 'nap' && next.kind !== 'bedtime') return next
  const { startAt, base, ...rest } = next
  const shown = {
    ...rest,
    start: localTimeAt(startAt, MADRID),
    base: `${base.from} ${localTimeAt(base.at, MADRID)}`,
  }
  return next.kind === 'nap' ? { ...shown, endAt: localTimeAt(next.endAt, MADRID) } : shown
}
