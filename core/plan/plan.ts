import type { LocalTime } from '../time/time.ts'
import { parseWakeWindow } from './wake-windows.ts'

export interface PlanNap {
  /** Minutes. */
  duration: number
  /** Free text like '2h 15min': how long the baby is awake after this nap. */
  wakeWindow: string
}

export type NapsCount = 2 | 3 | 4

/** One per user, spelled as on the wire (rule 3.2, plan's fields). */
export interface SleepPlan {
  id: string
  user_id: string
  first_wake_window: string
  naps_count: NapsCount
  naps: PlanNap[]
  night_bedtime: LocalTime
  reminders: boolean
}

/** The range and the step of the nap slider, in minutes. */
export const NAP_DURATION_MIN = 15
export const NAP_DURATION_MAX = 180
export const NAP_DURATION_STEP = 15

const NAP_DEFAULTS: readonly PlanNap[] = [
  { duration: 90, wakeWindow: '2h 15min' },
  { duration: 120, wakeWindow: '2h 30min' },
  { duration: 45, wakeWindow: '2h 45min' },
  { duration: 30, wakeWindow: '2h 00min' },
]

/** What a new nap of the plan holds, by position from 0 (rule 9.12, nap defaults). */
export function defaultNap(index: number): PlanNap {
  return { ...(NAP_DEFAULTS[index] ?? { duration: 60, wakeWindow: '2h 00min' }) }
}

/** The plan of a new family (rule 3.3, default plan). */
export const DEFAULT_PLAN: Omit<SleepPlan, 'id' | 'user_id'> = {
  first_wake_window: '1h 30min',
  naps_count: 3,
  naps: [defaultNap(0), defaultNap(1), defaultNap(2)],
  night_bedtime: '19:30',
  reminders: false,
}

/** Exactly `count` naps: the existing ones first, defaults where there are none. */
export function changeNapsCount(naps: readonly PlanNap[], count: NapsCount): PlanNap[] {
  return Array.from({ length: count }, (_, index) => naps[index] ?? defaultNap(index))
}

/** The part of a plan that decides when the baby sleeps. */
export type PlanRhythm = Pick<SleepPlan, 'first_wake_window' | 'naps_count' | 'naps'>

/** The naps that count: `naps_count` decides, not the list's length, because the two are separate columns. */
export function plannedNaps(plan: PlanRhythm): PlanNap[] {
  return plan.naps.slice(0, plan.naps_count)
}

/**
 * The text of the wake window after so many naps: `first_wake_window` before the first nap, then each nap's own. After
 * more naps than are planned it is that of the last one, which is the window before bedtime.
 */
export function wakeWindowAfter(plan: PlanRhythm, napsTaken: number): string {
  const naps = plannedNaps(plan)
  const last = naps[Math.min(napsTaken, naps.length) - 1]
  return last?.wakeWindow ?? plan.first_wake_window
}

/** Fractions of the ribbon, `[start, end)` from the wake-up at 0. */
export interface PlanShape {
  naps: { start: number; end: number }[]
  nightStart: number
  /** Minutes from the wake-up to the start of the night. */
  dayMin: number
}

/** The fraction of the ribbon at which the night begins: the rest is enough to show that it goes on. */
const NIGHT_START = 0.94

/**
 * The day's shape: naps and wake windows to scale from the wake-up to bedtime.
 * Null when a window is malformed, because then there is no day to draw.
 */
export function planShape(plan: PlanRhythm): PlanShape | null {
  const first = parseWakeWindow(plan.first_wake_window)
  if (first.kind === 'malformed') return null
  let dayMin = first.minutes
  const bars: { startMin: number; endMin: number }[] = []
  for (const nap of plannedNaps(plan)) {
    const window = parseWakeWindow(nap.wakeWindow)
    if (window.kind === 'malformed') return null
    const endMin = dayMin + nap.duration
    bars.push({ startMin: dayMin, endMin })
    dayMin = endMin + window.minutes
  }
  const scale = NIGHT_START / dayMin
  return {
    naps: bars.map(({ startMin, endMin }) => ({ start: startMin * scale, end: endMin * scale })),
    nightStart: NIGHT_START,
    dayMin,
  }
}
