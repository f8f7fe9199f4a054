import { recordsOfDay } from './day-total.ts'
import { sleepInterval } from './durations.ts'
import { type PlanRhythm, wakeWindowAfter } from './plan.ts'
import {
  elapsedMinutes,
  findOpenRecord,
  isStale,
  type LocalDate,
  type SleepRecord,
  startAtOf,
  startTimeOf,
} from './sleep-record.ts'
import { addDays, localDateAt, MINUTE_MS } from './time.ts'
import { formatWakeWindow, parseWakeWindow, WAKE_WINDOW_RANGE_MIN } from './wake-windows.ts'

/** What a suggestion counts from: when the baby woke up. */
interface Base {
  /** Epoch milliseconds. */
  at: number
  from: 'despertar' | 'sleep-end'
}

interface Suggested {
  /** Epoch milliseconds: the base plus the wake window, in real minutes. */
  startAt: number
  base: Base
  /** The wake window in its normal form, '2h 15min', and in minutes. */
  window: string
  windowMin: number
  /** Whole minutes since the range (bedtime: the moment) went by; 0 before that. */
  overdueMin: number
  /** Whole minutes until the start, begun ones counted; 0 from the start on. */
  inMin: number
}

export type NextSleep =
  /** Nothing to count from today, or this evening's night is logged. */
  | { kind: 'none' }
  | { kind: 'sleeping'; record: SleepRecord; elapsedMin: number }
  /** Open for more than 16 h: the app asks when it ended. */
  | { kind: 'stale-open'; record: SleepRecord }
  /** The wake window that is needed is malformed. */
  | { kind: 'fix-plan' }
  | ({ kind: 'nap'; napNumber: number; endAt: number } & Suggested)
  | ({ kind: 'bedtime' } & Suggested)

/** A night that begins before this belongs to the morning; from then on it is this evening's. */
const NOON = '12:00'

/**
 * The next sleep of today in Madrid (product decision 8): the latest wake-up or sleep end, plus the wake
 * window the plan has after that many naps. After all planned naps it is bedtime; while a record is open
 * there is only that record.
 * @param records the whole log. @param now epoch milliseconds.
 * @example // woke up 08:20, nap 10:00-11:10, default plan
 * suggestNextSleep(records, plan, now) // { kind: 'nap', napNumber: 2, startAt: 13:25, endAt: 13:55, … }
 */
export function suggestNextSleep(records: readonly SleepRecord[], plan: PlanRhythm, now: number): NextSleep {
  const open = findOpenRecord(records, now)
  if (open !== null) {
    if (isStale(open, now)) return { kind: 'stale-open', record: open }
    return { kind: 'sleeping', record: open, elapsedMin: elapsedMinutes(open, now) }
  }
  const day = readDay(records, localDateAt(now))
  if (day === null) return { kind: 'none' }

  const window = parseWakeWindow(wakeWindowAfter(plan, day.naps))
  if (window.kind === 'malformed') return { kind: 'fix-plan' }

  const startAt = day.base.at + window.minutes * MINUTE_MS
  const isNap = day.naps < plan.naps_count
  const endAt = isNap ? startAt + WAKE_WINDOW_RANGE_MIN * MINUTE_MS : startAt
  const suggested: Suggested = {
    startAt,
    base: day.base,
    window: formatWakeWindow(window.minutes),
    windowMin: window.minutes,
    overdueMin: Math.max(0, Math.floor((now - endAt) / MINUTE_MS)),
    inMin: Math.max(0, Math.ceil((startAt - now) / MINUTE_MS)),
  }
  return isNap
    ? { kind: 'nap', napNumber: day.naps + 1, endAt, ...suggested }
    : { kind: 'bedtime', ...suggested }
}

/** Today so far: how many naps are taken and what the next window counts from. */
function readDay(records: readonly SleepRecord[], today: LocalDate): { naps: number; base: Base } | null {
  const ofToday = recordsOfDay(records, today)
  const nights = ofToday.filter((record) => record.type === 'noche')
  if (nights.some((night) => (startTimeOf(night) ?? '') >= NOON)) return null

  const wakeUps = ofToday
    .filter((record) => record.type === 'despertar')
    .map(startAtOf)
    .filter(isKnown)
  const ends = ofToday.map(endAtOf).filter(isKnown)
  if (wakeUps.length + ends.length === 0) return null

  const mornings = wakeUps.length > 0 ? wakeUps : nights.map(endAtOf).filter(isKnown)
  const napEnds = ofToday
    .filter((record) => record.type === 'siesta')
    .map(endAtOf)
    .filter(isKnown)
  // A nap that ended before the first wake-up was still part of the night.
  const naps = napEnds.filter((endAt) => mornings.length === 0 || mornings.some((at) => at <= endAt))
  return { naps: naps.length, base: latestOf(wakeUps, [...ends, ...lastNightEnds(records, today)]) }
}

/** Ends, today, of the night that belongs to yesterday: the baby may have slept on after the wake-up. */
function lastNightEnds(records: readonly SleepRecord[], today: LocalDate): number[] {
  const yesterday = addDays(today, -1)
  return records
    .filter((record) => record.date === yesterday && record.type === 'noche')
    .map(endAtOf)
    .filter(isKnown)
    .filter((endAt) => localDateAt(endAt) === today)
}

/** A wake-up wins over a sleep that ends in the same minute: it is what the carer told. */
function latestOf(wakeUps: number[], ends: number[]): Base {
  const wakeUp = Math.max(...wakeUps)
  const end = Math.max(...ends)
  return wakeUp >= end ? { at: wakeUp, from: 'despertar' } : { at: end, from: 'sleep-end' }
}

function endAtOf(record: SleepRecord): number | null {
  return sleepInterval(record)?.endAt ?? null
}

function isKnown(instant: number | null): instant is number {
  return instant !== null
}
