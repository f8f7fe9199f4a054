import { isDaysWakeUp, wakeUpOffered } from '../day/day-wake-up.ts'
import type { PlanNap } from '../plan/plan.ts'
import { type SleepRecord, type SleepType, startTimeOf } from '../records/sleep-record.ts'
import { NOON } from '../time/day-parts.ts'
import { addDays, type LocalDate, type LocalTime, type TimeZone } from '../time/time.ts'
import { barsOfRow, DAY_START, rowDateAt, tapeFraction } from '../week/weekly-pattern.ts'
import { type Habits, placeOf, STEP_MIN, type Stretch, TAPE_MIN } from './rebuild-day.ts'

interface DayQuestion {
  date: LocalDate
  /** Epoch milliseconds. */
  now: number
  zone: TimeZone
  /** Those of the days around, newest first. */
  records: readonly SleepRecord[]
  naps: readonly PlanNap[]
  /** The wake-up that is drawn. */
  wakeUp: LocalTime | null
}

export interface LoggedBar extends Stretch {
  key: string
  type: SleepType
}

/** Places are those of the tape (rebuild-day.ts), times wall times. */
export interface DayKnown {
  logged: readonly LoggedBar[]
  /** The day's wake-up, when the log has it already. */
  wakeUpLogged: LocalTime | null
  /** The one that the end of its night tells. */
  afterNight: LocalTime | null
  /** Place of the one that is drawn. */
  wakeUpAt: number | null
  /** Places of all wake-ups on this tape. */
  wakeUps: number[]
  nowAt: number | null
  habits: Habits
}

/** When nothing is known of this baby's mornings. */
const USUAL_MORNING: LocalTime = '07:00'

/** What the log says of a day that is to be drawn, and what a tap alone may go by. */
export function dayKnown({ date, now, zone, records, naps, wakeUp }: DayQuestion): DayKnown {
  const timesOf = (wakeUps: readonly SleepRecord[]) => wakeUps.flatMap((record) => startTimeOf(record) ?? [])
  const own = timesOf(records.filter((record) => record.date === date && isDaysWakeUp(record)))
  const next = records.filter((record) => record.date === addDays(date, 1) && record.type === 'despertar')
  const wakeUpLogged = own.at(-1) ?? null
  // The records come newest first, and the first of a day's wake-ups ends its night.
  const nextMorning = timesOf(next.filter(isDaysWakeUp)).at(-1) ?? null
  const mornings = [nextMorning, wakeUp, wakeUpLogged].filter((time) => time !== null && time < NOON)
  const wakeUpAt = wakeUp === null ? null : placeOnOwnDay(wakeUp)
  return {
    logged: loggedBars(records, date, now, zone),
    wakeUpLogged,
    afterNight: wakeUpOffered(records, date, now, zone),
    wakeUpAt,
    wakeUps: [
      ...new Set([
        ...own.map(placeOnOwnDay),
        ...timesOf(next)
          .filter((time) => time < DAY_START)
          .map(placeOf),
        ...(wakeUpAt === null ? [] : [wakeUpAt]),
      ]),
    ],
    nowAt: rowDateAt(now, zone) === date ? Math.round(tapeFraction(now, date, zone) * TAPE_MIN) : null,
    habits: { naps, morning: mornings[0] ?? USUAL_MORNING },
  }
}

/** The day's own morning may lie before its tape, which it then begins. */
function placeOnOwnDay(time: LocalTime): number {
  return time < DAY_START ? 0 : placeOf(time)
}

/** What is logged already, where it lies on the tape. `now` is epoch ms. */
function loggedBars(
  records: readonly SleepRecord[],
  date: LocalDate,
  now: number,
  zone: TimeZone,
): LoggedBar[] {
  return barsOfRow(records, date, now, zone).map(({ record, kind, start, end }) => {
    const from = Math.round(start * TAPE_MIN)
    // One that nobody ended has no length, and is to be seen all the same.
    return { key: record.id, type: kind, from, to: Math.max(Math.round(end * TAPE_MIN), from + STEP_MIN) }
  })
}
