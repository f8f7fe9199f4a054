import { plannedNaps, type SleepPlan } from '../core/plan/plan.ts'
import { parseWakeWindow, WAKE_WINDOW_RANGE_MIN } from '../core/plan/wake-windows.ts'
import { addDays, instantAt, type LocalDate, localDateAt } from '../core/time/time.ts'
import { MADRID } from '../core/time/zone.ts'
import { type DemoRecord, sleep, wakeUp } from './family.ts'
import { seededRandom } from './seeded-random.ts'

export type Plan = Pick<SleepPlan, 'first_wake_window' | 'naps_count' | 'naps' | 'night_bedtime'>

export interface PlanDays {
  plan: Plan
  /** The usual wake-up, in minutes of the day. */
  wakeUpAt: number
  /** The first and the last day that were logged, in days before today. */
  loggedFrom?: number
  loggedUntil?: number
  /** Wakings in the night that began so many days ago, besides the one or none that each night has. */
  wakings?: (ago: number) => number
  /** By how many minutes the night that began so many days ago was too short. */
  lost?: (ago: number) => number
}

const FOUR_WEEKS = 28
/** A time of these days lies so many minutes around the plan's. */
const SPREAD = 6

/** The days of a baby that sleeps as its plan has it, up to `now` (epoch ms), the same every time. */
export function planDays(of: PlanDays, now: number): DemoRecord[] {
  const random = seededRandom(of.wakeUpAt + of.plan.naps_count)
  const around = (minute: number) => minute - SPREAD + random.upTo(2 * SPREAD)
  const today = localDateAt(now, MADRID)
  const days: DemoRecord[] = []
  let wakeAt = around(of.wakeUpAt)
  for (let ago = of.loggedFrom ?? FOUR_WEEKS; ago >= (of.loggedUntil ?? 0); ago--) {
    const date = addDays(today, -ago)
    const nextWakeAt = around(of.wakeUpAt)
    days.push(wakeUp(date, wakeAt))
    let asleepAt = around(wakeAt + middleOf(of.plan.first_wake_window))
    plannedNaps(of.plan).forEach(({ duration, wakeWindow }, index) => {
      const endAt = around(asleepAt + duration)
      days.push(sleep(date, 'siesta', asleepAt, endAt, { quality: 'buena', diaper_changes: 1 }))
      const isLast = index === of.plan.naps_count - 1
      asleepAt = around(endAt + (isLast ? minutesOf(wakeWindow) : middleOf(wakeWindow)))
    })
    const details = {
      quality: 'buena',
      wake_ups: (of.wakings?.(ago) ?? 0) + random.upTo(1),
      feedings: 1,
    } as const
    days.push(sleep(date, 'noche', asleepAt + (of.lost?.(ago) ?? 0), nextWakeAt, details))
    wakeAt = nextWakeAt
  }
  return days.flatMap((record) => soFar(record, now))
}

function minutesOf(window: string): number {
  const read = parseWakeWindow(window)
  if (read.kind === 'malformed') throw new Error(`Una ventana de la demo no se entiende: ${window}`)
  return read.minutes
}

/** A nap's window is the beginning of a range. */
function middleOf(window: string): number {
  return minutesOf(window) + WAKE_WINDOW_RANGE_MIN / 2
}

/** What is known of a record at `now`: what is still to come isn't logged, and what hasn't ended is open. */
function soFar(record: DemoRecord, now: number): DemoRecord[] {
  const { date, time, start_time, end_time } = record
  const start = start_time ?? time ?? '00:00'
  if (instantAt(date, start, MADRID) >= now) return []
  if (end_time === null) return [record]
  const isOver = instantAt(endDate(date, start, end_time), end_time, MADRID) <= now
  return [isOver ? record : { ...record, end_time: null, duration: null }]
}

function endDate(date: LocalDate, start: string, end: string): LocalDate {
  return end > start ? date : addDays(date, 1)
}
