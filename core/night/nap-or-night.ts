import { sleepMinutes } from '../records/durations.ts'
import type { SleepType } from '../records/sleep-record.ts'
import { EVENING_FROM, NIGHT_UNTIL } from '../time/day-parts.ts'
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
