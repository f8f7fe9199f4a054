import { endDateOf, sleepMinutes } from '../records/durations.ts'
import type { RecordTimes } from '../records/sleep-record.ts'
import { type SleepType, startTimeOf } from '../records/sleep-record.ts'
import { EVENING_FROM, NIGHT_UNTIL, NOON } from '../time/day-parts.ts'
import { type LocalDate, type LocalTime, minuteOfDay, type TimeZone } from '../time/time.ts'

const EVENING_FROM_MIN = minuteOfDay(EVENING_FROM)

/**
 * Nap or night, for a log that doesn't say: night when it begins between 19:00 and 6:00, or when its middle lies
 * after 19:00, as that of an early bedtime does. Wall times; an end that is not later is on the next day.
 * @example napOrNight('2025-08-11', '18:00', '20:30') // 'noche': most of it is after seven
 */
export function napOrNight(date: LocalDate, start: LocalTime, end: LocalTime, zone: TimeZone): SleepType {
  const startMin = minuteOfDay(start)
  if (start < NIGHT_UNTIL) return 'noche'
  const middleMin = startMin + sleepMinutes(date, start, end, zone) / 2
  return startMin >= EVENING_FROM_MIN || middleMin > EVENING_FROM_MIN ? 'noche' : 'siesta'
}

/** A night that ends from this hour on, and before noon, ends with the day's wake-up. Wall time. */
const EARLIEST_MORNING: LocalTime = '04:00'

/**
 * The wake-ups of a log that knows only sleeps: on each day the latest end of a night in the morning, unless the
 * day has its wake-up already.
 * @example wakeUpsAfterNights([night of 2025-08-10, 20:30-07:05]) // [{ date: '2025-08-11', time: '07:05' }]
 */
export function wakeUpsAfterNights(records: readonly RecordTimes[]): { date: LocalDate; time: LocalTime }[] {
  const daysWithWakeUp = new Set(records.flatMap(({ type, date }) => (type === 'despertar' ? date : [])))
  const latest = new Map<LocalDate, LocalTime>()
  for (const record of records) {
    const [start, end] = [startTimeOf(record), record.end_time]
    if (record.type !== 'noche' || start === null || end === null) continue
    if (end < EARLIEST_MORNING || end >= NOON) continue
    const date = endDateOf(record.date, start, end)
    if (!daysWithWakeUp.has(date) && end > (latest.get(date) ?? '')) latest.set(date, end)
  }
  return [...latest].map(([date, time]) => ({ date, time }))
}
