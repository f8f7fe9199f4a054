import { napsOf, recordsOfDay } from '../records/day-total.ts'
import { knownEndAt } from '../records/durations.ts'
import {
  elapsedMinutes,
  findOpenRecord,
  type SleepRecord,
  startAtOf,
  startTimeOf,
} from '../records/sleep-record.ts'
import { isStillAsleep } from '../records/still-asleep.ts'
import { MORNING_FROM, NOON } from '../time/day-parts.ts'
import { addDays, instantAt, type LocalDate, localDateAt, MINUTE_MS, type TimeZone } from '../time/time.ts'
import { type PlanRhythm, wakeWindowAfter } from './plan.ts'
import { formatWakeWindow, parseWakeWindow, WAKE_WINDOW_RANGE_MIN } from './wake-windows.ts'

/** The moment the baby woke up, from which a suggestion counts. */
interface Base {
  /** Epoch milliseconds. */
  at: number
  from: 'despertar' | 'sleep-end'
}

interface Suggested {
  /** Naps of today that are over. */
  napsTaken: number
  /** Epoch milliseconds: the base plus the wake window, in real minutes. */
  startAt: number
  base: Base
  /** The wake window in its normal form, '2h 15min'; the next field is the same in minutes. */
  window: string
  windowMin: number
  /** Whole minutes since the suggested range, or the bedtime, went by; 0 before that. */
  overdueMin: number
  /** Minutes until the start, rounded up; 0 from the start on. */
  inMin: number
}

export type NextSleep =
  /** Nothing to count from today, or this evening's night is logged. */
  | { kind: 'none' }
  | { kind: 'sleeping'; record: SleepRecord; elapsedMin: number }
  /** Open for more than 16 h, or the baby has slept since: the app asks when it ended. */
  | { kind: 'stale-open'; record: SleepRecord }
  /** The wake window that is needed is malformed. */
  | { kind: 'fix-plan' }
  | ({ kind: 'nap'; napNumber: number; endAt: number } & Suggested)
  | ({ kind: 'bedtime' } & Suggested)

/**
 * The next sleep of today (rule 9.4, suggestion): the latest wake-up or sleep end, plus the wake
 * window the plan has after that many naps. After all planned naps it is bedtime; while a record is open
 * there is only that record.
 * @param records the whole log. @param now epoch milliseconds.
 * @example // woke up 08:20, nap 10:00-11:10, default plan
 * suggestNextSleep(records, plan, now) // { kind: 'nap', napNumber: 2, startAt: 13:25, endAt: 13:55, … }
 */
export function suggestNextSleep(
  records: readonly SleepRecord[],
  plan: PlanRhythm,
  now: number,
  zone: TimeZone,
): NextSleep {
  const open = findOpenRecord(records, now, zone)
  if (open !== null) {
    return isStillAsleep(open, records, now, zone)
      ? { kind: 'sleeping', record: open, elapsedMin: elapsedMinutes(open, now, zone) }
      : { kind: 'stale-open', record: open }
  }
  const day = readDay(records, localDateAt(now, zone), zone)
  if (day === null) return { kind: 'none' }

  const window = parseWakeWindow(wakeWindowAfter(plan, day.naps))
  if (window.kind === 'malformed') return { kind: 'fix-plan' }

  const startAt = day.base.at + window.minutes * MINUTE_MS
  const isNap = day.naps < plan.naps_count
  const endAt = isNap ? startAt + WAKE_WINDOW_RANGE_MIN * MINUTE_MS : startAt
  const suggested: Suggested = {
    napsTaken: day.naps,
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

/** How many naps were taken today, and when the next wake window begins; null when no suggestion can be made. */
function readDay(
  records: readonly SleepRecord[],
  today: LocalDate,
  zone: TimeZone,
): { naps: number; base: Base } | null {
  const ofToday = withoutSmallHours(recordsOfDay(records, today), today, zone)
  const nights = ofToday.filter((record) => record.type === 'noche')
  if (nights.some((night) => (startTimeOf(night) ?? '') >= NOON)) return null

  const wakeUps = ofToday
    .filter((record) => record.type === 'despertar')
    .map((record) => startAtOf(record, zone))
    .filter(isKnown)
  const endAt = (record: SleepRecord) => knownEndAt(record, zone)
  const ends = ofToday.map(endAt).filter(isKnown)
  if (wakeUps.length + ends.length === 0) return null

  const mornings = wakeUps.length > 0 ? wakeUps : nights.map(endAt).filter(isKnown)
  // A nap that ended before the first wake-up was still part of the night.
  const naps = napsOf(ofToday, zone).filter(
    (nap) => mornings.length === 0 || mornings.some((at) => at <= (nap.endAt ?? nap.startAt)),
  )
  return { naps: naps.length, base: latestOf(wakeUps, [...ends, ...endsOverMidnight(records, today, zone)]) }
}

/**
 * The records of a day. As long as no wake-up says that it has begun, those are left out that ended before 05:00: the
 * night may go on after them.
 */
function withoutSmallHours(
  ofDay: readonly SleepRecord[],
  date: LocalDate,
  zone: TimeZone,
): readonly SleepRecord[] {
  if (ofDay.some(({ type }) => type === 'despertar')) return ofDay
  const morningAt = instantAt(date, MORNING_FROM, zone)
  return ofDay.filter((record) => (knownEndAt(record, zone) ?? morningAt) >= morningAt)
}

/** The ends, epoch ms, of yesterday's sleeps that ended today: one may be after today's wake-up. */
function endsOverMidnight(records: readonly SleepRecord[], today: LocalDate, zone: TimeZone): number[] {
  const yesterday = addDays(today, -1)
  return records
    .filter((record) => record.date === yesterday)
    .map((record) => knownEndAt(record, zone))
    .filter(isKnown)
    .filter((endAt) => localDateAt(endAt, zone) === today)
}

/** The latest of all. A wake-up wins over a sleep that ends in the same minute, because the carer logged it as such. */
function latestOf(wakeUps: number[], ends: number[]): Base {
  const wakeUp = Math.max(...wakeUps)
  const end = Math.max(...ends)
  return wakeUp >= end ? { at: wakeUp, from: 'despertar' } : { at: end, from: 'sleep-end' }
}

function isKnown(instant: number | null): instant is number {
  return instant !== null
}
