import { type DayRhythm, dayOf, dayRhythm } from '../day/day-rhythm.ts'
import { recordsBetween, type SleepRecord } from '../records/sleep-record.ts'
import { addDays, type LocalDate, type TimeZone } from '../time/time.ts'

/** How many days back a habit is looked for: older ones are of a younger baby. */
export const HABIT_DAYS = 14

/** Up to when a habit is learnt, and by which clock. */
export interface HabitPeriod {
  today: LocalDate
  zone: TimeZone
  /** The day on which the zone was chosen, when its hours are two clocks' (rule 1.8, time zone); null: none was. */
  zoneSince: LocalDate | null
}

/** A day of the log that a habit is learnt from. */
export type TeachingDay = DayRhythm & { date: LocalDate }

/**
 * The days before `today` that teach a habit, latest first (rule 10.30, predictions): those of one clock, with a
 * wake-up, and without anything that disturbed the sleep, as a fever or another routine does.
 * @param newestFirst the log, newest first; it may hold years. @param days how many days back are looked at.
 */
export function teachingDays(
  newestFirst: readonly SleepRecord[],
  { today, zone, zoneSince }: HabitPeriod,
  days = HABIT_DAYS,
): TeachingDay[] {
  const dates = Array.from({ length: days }, (_, index) => addDays(today, -1 - index))
  return dates
    .filter((date) => date !== zoneSince)
    .flatMap((date) => {
      const around = recordsBetween(newestFirst, addDays(date, -1), addDays(date, 1))
      const isDisturbed = around.some((record) => dayOf(record) === date && record.disturbances.length > 0)
      const rhythm = dayRhythm(around, date, zone)
      return isDisturbed || rhythm.wakeUp === null ? [] : [{ date, ...rhythm }]
    })
}
