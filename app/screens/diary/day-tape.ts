import type { NextSleep } from '../../../core/plan/next-nap.ts'
import { type SleepRecord, startAtOf, startTimeOf } from '../../../core/records/sleep-record.ts'
import { findRunningRecord } from '../../../core/records/still-asleep.ts'
import {
  dayHeading,
  type LocalDate,
  localDateAt,
  localTimeAt,
  type TimeZone,
} from '../../../core/time/time.ts'
import { type Bar, barsOfRow, rowDateAt, tapeFraction } from '../../../core/week/weekly-pattern.ts'
import { tape } from '../../words/screens.es.ts'

export interface DayTape {
  label: string
  bars: readonly Bar[]
  wakeUps: number[]
  slot: { start: number; end: number } | null
  now: { at: number; time: string } | null
}

/** The row a day is drawn on: its own, except that before 8:00 «Hoy» is the tape that contains now. */
export function tapeRowOf(date: LocalDate, now: number, zone: TimeZone): LocalDate {
  return date === localDateAt(now, zone) ? rowDateAt(now, zone) : date
}

/** The ribbon of one day at `now`, with the same said in a sentence. `next` is null on other days than today. */
export function dayTape(
  records: readonly SleepRecord[],
  date: LocalDate,
  next: NextSleep | null,
  now: number,
  zone: TimeZone,
): DayTape {
  const row = tapeRowOf(date, now, zone)
  const bars = barsOfRow(records, row, now, zone)
  const wakeUps = records
    .map((record) => ({ record, at: wakeUpFraction(record, row, zone) }))
    .filter(({ at }) => at >= 0 && at < 1)
    .sort((a, b) => a.at - b.at)
  const containsNow = rowDateAt(now, zone) === row
  const running = findRunningRecord(records, now, zone)
  const sentences = [
    `${dayHeading(row, localDateAt(now, zone))}: ${whatLiesThere(bars, wakeUps, running)}.`,
    containsNow ? tape.now(localTimeAt(now, zone)) : '',
    suggestionText(next, zone),
  ]
  return {
    label: sentences.filter(Boolean).join(' '),
    bars,
    wakeUps: wakeUps.map(({ at }) => at),
    slot: slotOn(row, next, zone),
    now: containsNow ? { at: tapeFraction(now, row, zone), time: localTimeAt(now, zone) } : null,
  }
}

function wakeUpFraction(record: SleepRecord, row: LocalDate, zone: TimeZone): number {
  const at = record.type === 'despertar' ? startAtOf(record, zone) : null
  return at === null ? -1 : tapeFraction(at, row, zone)
}

/** The suggested window, as far as it lies on this tape; bedtime is a moment, not a range. */
function slotOn(row: LocalDate, next: NextSleep | null, zone: TimeZone): DayTape['slot'] {
  if (next?.kind !== 'nap' && next?.kind !== 'bedtime') return null
  const start = tapeFraction(next.startAt, row, zone)
  const end = next.kind === 'nap' ? tapeFraction(next.endAt, row, zone) : start
  return start < 1 && end >= 0 ? { start: Math.max(0, start), end: Math.min(1, end) } : null
}

function suggestionText(next: NextSleep | null, zone: TimeZone): string {
  if (next?.kind === 'nap')
    return tape.nextNap(localTimeAt(next.startAt, zone), localTimeAt(next.endAt, zone))
  if (next?.kind === 'bedtime') return tape.bedtime(localTimeAt(next.startAt, zone))
  return ''
}

function whatLiesThere(
  bars: readonly Bar[],
  wakeUps: readonly { record: SleepRecord }[],
  running: SleepRecord | null,
): string {
  const closed = bars.filter((bar) => !bar.open).map(({ record }) => record)
  const naps = closed.filter(({ type }) => type === 'siesta').map(rangeOf)
  const nights = closed.filter(({ type }) => type === 'noche').map(rangeOf)
  const wakeUpTimes = wakeUps.map(({ record }) => timeOf(record))
  const parts = [
    ...(naps.length > 0 ? [tape.naps(naps)] : []),
    ...(nights.length > 0 ? [tape.nights(nights)] : []),
    ...bars.filter((bar) => bar.open).map(({ record }) => openPart(record, record.id === running?.id)),
    ...(wakeUpTimes.length > 0 ? [tape.wakeUps(wakeUpTimes)] : []),
  ]
  return parts.length > 0 ? parts.join('; ') : tape.empty
}

function openPart(record: SleepRecord, running: boolean): string {
  return running ? tape.sleepingSince(timeOf(record)) : tape.noEnd(record.type, timeOf(record))
}

function rangeOf(record: SleepRecord): string {
  return tape.range(timeOf(record), record.end_time ?? '')
}

function timeOf(record: SleepRecord): string {
  return startTimeOf(record) ?? ''
}
