import { endDateOf, sleepMinutes } from './durations.ts'
import type { Comparable } from './same-sleep.ts'
import { type LocalDate, type LocalTime, type SleepType, startTimeOf } from './sleep-record.ts'
import { minuteOfDay } from './time.ts'

/** A sleep that begins in `[NIGHT_FROM, NIGHT_UNTIL)` is night sleep. Minutes of the Madrid day. */
const NIGHT_FROM_MIN = 19 * 60
const NIGHT_UNTIL_MIN = 6 * 60

/**
 * Nap or night, for a log that doesn't say: night when it begins between 19:00 and 6:00, or when its middle lies
 * after 19:00, as that of an early bedtime does. Madrid wall times; an end that is not later is on the next day.
 * @example napOrNight('2025-08-11', '18:00', '20:30') // 'noche': most of it is after seven
 */
export function napOrNight(date: LocalDate, start: LocalTime, end: LocalTime): SleepType {
  const startMin = minuteOfDay(start)
  if (startMin < NIGHT_UNTIL_MIN) return 'noche'
  const middleMin = startMin + sleepMinutes(date, start, end) / 2
  return startMin >= NIGHT_FROM_MIN || middleMin > NIGHT_FROM_MIN ? 'noche' : 'siesta'
}

/** A night that ends in `[MORNING_FROM, MORNING_UNTIL)` ends with the day's wake-up. */
const MORNING_FROM: LocalTime = '04:00'
const MORNING_UNTIL: LocalTime = '12:00'

/**
 * The wake-ups of a log that knows only sleeps: on each day the latest end of a night in the morning, unless the
 * day has its wake-up already.
 * @example wakeUpsAfterNights([night of 2025-08-10, 20:30-07:05]) // [{ date: '2025-08-11', time: '07:05' }]
 */
export function wakeUpsAfterNights(records: readonly Comparable[]): { date: LocalDate; time: LocalTime }[] {
  const told = new Set(records.flatMap(({ type, date }) => (type === 'despertar' ? date : [])))
  const latest = new Map<LocalDate, LocalTime>()
  for (const record of records) {
    const [start, end] = [startTimeOf(record), record.end_time]
    if (record.type !== 'noche' || start === null || end === null) continue
    if (end < MORNING_FROM || end >= MORNING_UNTIL) continue
    const date = endDateOf(record.date, start, end)
    if (!told.has(date) && end > (latest.get(date) ?? '')) latest.set(date, end)
  }
  return [...latest].map(([date, time]) => ({ date, time }))
}
