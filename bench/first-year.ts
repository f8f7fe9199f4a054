import { existsSync, readFileSync } from 'node:fs'
import {
  BLANK_RECORD,
  type RecordType,
  type SleepRecord,
  sortNewestFirst,
} from '../core/records/sleep-record.ts'
import type { LocalDate, LocalTime } from '../core/time/time.ts'

/** Minutes on the wall since 1970: the file knows no zone, and neither does what is measured with it. */
interface Slept {
  start: number
  end: number
}

const MINUTE = 60_000
const SHORTEST_MIN = 10
const LONGEST_MIN = 15 * 60
const JOINED_BELOW_MIN = 10
const LONGEST_NAP_MIN = 4 * 60
const NAPS_FROM: LocalTime = '06:30'
const NAPS_UNTIL: LocalTime = '18:30'

/**
 * Reads sleeps, a line each as `2019-12-20T01:49,2019-12-20T01:59` under a heading, and cleans them: what is too short,
 * too long or over an earlier one is dropped, and what is hardly apart is joined. Null: there is no such file.
 */
export function readSleeps(file: string): Slept[] | null {
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(1)
  const sleeps: Slept[] = []
  for (const { start, end } of lines.map(sleepOf).sort((a, b) => a.start - b.start)) {
    const last = sleeps.at(-1)
    if (end - start < SHORTEST_MIN || end - start > LONGEST_MIN || (last && start < last.end)) continue
    if (last && start - last.end < JOINED_BELOW_MIN) last.end = end
    else sleeps.push({ start, end })
  }
  return sleeps
}

function sleepOf(line: string): Slept {
  const [start = '', end = ''] = line.split(',')
  return { start: Date.parse(`${start}Z`) / MINUTE, end: Date.parse(`${end}Z`) / MINUTE }
}

/**
 * The sleeps as the app would hold them, newest first, with a wake-up where a night ends before the day's first nap.
 */
export function logOf(sleeps: readonly Slept[]): SleepRecord[] {
  const records: SleepRecord[] = []
  for (const [index, sleep] of sleeps.entries()) {
    const next = sleeps[index + 1]
    records.push(recordOf(isNap(sleep) ? 'siesta' : 'noche', sleep, index))
    const isMorning =
      !isNap(sleep) && next !== undefined && isNap(next) && dateOf(sleep.end) === dateOf(next.start)
    if (isMorning) records.push(recordOf('despertar', { start: sleep.end, end: sleep.end }, index))
  }
  return sortNewestFirst(records)
}

function isNap({ start, end }: Slept): boolean {
  const time = timeOf(start)
  return time >= NAPS_FROM && time < NAPS_UNTIL && end - start < LONGEST_NAP_MIN
}

function recordOf(type: RecordType, { start, end }: Slept, index: number): SleepRecord {
  const times =
    type === 'despertar' ? { time: timeOf(start) } : { start_time: timeOf(start), end_time: timeOf(end) }
  return { ...BLANK_RECORD, id: `${type}-${index}`, user_id: '', date: dateOf(start), type, ...times }
}

function dateOf(minute: number): LocalDate {
  return new Date(minute * MINUTE).toISOString().slice(0, 10)
}

function timeOf(minute: number): LocalTime {
  return new Date(minute * MINUTE).toISOString().slice(11, 16)
}
