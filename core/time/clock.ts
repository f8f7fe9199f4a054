import { instantAt, isLocalDate, isLocalTime, type LocalDate, sameTimeOn } from './time.ts'
import { MADRID } from './zone.ts'

/** The product's clock. Sessions, tokens, logs and the order of writes never use it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export type FixedNow = { kind: 'date'; date: LocalDate } | { kind: 'instant'; instant: number }

/**
 * Reads a fixed "now", a wall time of Madrid wherever the family lives: a date alone lets the time of day run, a date
 * with a time stops it.
 * @example parseFixedNow('2025-08-11T16:20') // { kind: 'instant', instant: 1754922000000 }
 */
export function parseFixedNow(text: string): FixedNow | { kind: 'malformed' } {
  const date = text.slice(0, 10)
  const time = text.slice(11)
  if (!isLocalDate(date)) return { kind: 'malformed' }
  if (text === date) return { kind: 'date', date }
  if (text[10] !== 'T' || !isLocalTime(time)) return { kind: 'malformed' }
  return { kind: 'instant', instant: instantAt(date, time, MADRID) }
}

/**
 * @param fixed what {@link parseFixedNow} read, or null for the real clock.
 * @param systemNow the machine's clock, epoch milliseconds.
 */
export function createClock(fixed: FixedNow | null, systemNow: () => number): Clock {
  if (fixed === null) return { now: systemNow }
  if (fixed.kind === 'instant') return { now: () => fixed.instant }
  return { now: () => sameTimeOn(fixed.date, systemNow(), MADRID) }
}
