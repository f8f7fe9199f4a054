import { recordsBetween, type SleepRecord, type SleepType, startTimeOf } from '../records/sleep-record.ts'
import { EVENING_FROM, NIGHT_UNTIL, NOON } from '../time/day-parts.ts'
import {
  addDays,
  type LocalDate,
  type LocalTime,
  localDateAt,
  localTimeAt,
  minuteOfDay,
  type TimeZone,
} from '../time/time.ts'

/** The evening begins at the latest at the first of these, and ends at the second. Minutes of the day. */
const EVENING_FROM_MIN = minuteOfDay(EVENING_FROM)
const NIGHT_UNTIL_MIN = minuteOfDay(NIGHT_UNTIL)
/** How long before bedtime the evening begins, in minutes. */
const BEFORE_BEDTIME_MIN = 90

/** How many evenings the usual bedtime is taken from, and how many of them need a night. */
const EVENINGS_LOOKED_AT = 7
const EVENINGS_NEEDED = 3

const NOON_MIN = minuteOfDay(NOON)
const DAY_MIN = 24 * 60

/** Minutes since the last noon, so that an evening and the hours after midnight are in order. */
function minutesAfterNoon(time: LocalTime): number {
  return (minuteOfDay(time) + DAY_MIN - NOON_MIN) % DAY_MIN
}

/**
 * When the night usually begins: the median of the last seven evenings before `date`, in minutes after noon. What
 * begins before 6:00 is of the evening before; of a night logged in parts the first counts. Null with less than three.
 * @param records newest first.
 */
function usualBedtime(records: readonly SleepRecord[], date: LocalDate): number | null {
  const firstOf = new Map<LocalDate, number>()
  const first = addDays(date, -EVENINGS_LOOKED_AT)
  for (const record of recordsBetween(records, first, date)) {
    const start = startTimeOf(record)
    if (record.type !== 'noche' || start === null) continue
    const isAfterMidnight = minuteOfDay(start) < NIGHT_UNTIL_MIN
    const evening = isAfterMidnight ? addDays(record.date, -1) : record.date
    const at = minutesAfterNoon(start)
    if (evening >= first && evening < date && at < NIGHT_UNTIL_MIN + NOON_MIN) {
      firstOf.set(evening, Math.min(at, firstOf.get(evening) ?? at))
    }
  }
  const starts = [...firstOf.values()].sort((a, b) => a - b)
  // The index is half of the list's length, so there is always an element.
  return starts.length < EVENINGS_NEEDED ? null : (starts[(starts.length - 1) >> 1] as number)
}

/**
 * Whether a sleep that begins at a wall time may be the night: from 19:00, or from an hour and a half before the
 * plan's bedtime or the usual one where that is earlier, until 6:00.
 * @param records newest first.
 * @example mayBeNight('2025-08-11', '18:10', '19:30', []) // true
 */
export function mayBeNight(
  date: LocalDate,
  start: LocalTime,
  plannedBedtime: LocalTime,
  records: readonly SleepRecord[],
): boolean {
  const at = minutesAfterNoon(start)
  if (at >= NIGHT_UNTIL_MIN + NOON_MIN) return false
  const usual = usualBedtime(records, date)
  const bedtimes = [minutesAfterNoon(plannedBedtime), ...(usual === null ? [] : [usual])]
  const from = Math.min(
    EVENING_FROM_MIN - NOON_MIN,
    ...bedtimes.map((bedtime) => bedtime - BEFORE_BEDTIME_MIN),
  )
  return at >= from
}

/**
 * The evening that a night entered in the morning began in: before noon one that is said to begin after noon of the
 * same day is yesterday's, because a sleep that is logged has begun. Null for any other sleep.
 * @param now epoch milliseconds.
 * @example eveningBefore({ type: 'noche', date: '2025-08-11', start: '20:40' }, 07:52 of that day) // '2025-08-10'
 */
export function eveningBefore(
  { type, date, start }: { type: SleepType; date: LocalDate; start: LocalTime },
  now: number,
  zone: TimeZone,
): LocalDate | null {
  const isMorning = date === localDateAt(now, zone) && localTimeAt(now, zone) < NOON
  return type === 'noche' && isMorning && start >= NOON ? addDays(date, -1) : null
}
