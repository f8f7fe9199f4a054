import type { BabyInfo } from '../core/baby/age.ts'
import { sleepMinutes } from '../core/records/durations.ts'
import {
  BLANK_RECORD,
  type Disturbance,
  type Quality,
  type SleepRecord,
  type SleepType,
} from '../core/records/sleep-record.ts'
import type { Tap } from '../core/records/taps.ts'
import {
  addDays,
  type LocalDate,
  type LocalTime,
  localDateAt,
  localTimeAt,
  minuteOfDay,
} from '../core/time/time.ts'
import { MADRID } from '../core/time/zone.ts'
import { seededRandom } from './seeded-random.ts'

export type DemoRecord = Omit<SleepRecord, 'id' | 'user_id'>
export type DemoBaby = Pick<BabyInfo, 'name' | 'birth_date'>

const WEEKS = 6
const NIGHT_FROM = 19 * 60
const STILL_NIGHT_UNTIL = 7 * 60 + 20

/** Days before today on which something happened. */
const SICK_DAYS = [13, 12]
const BAD_NIGHTS = [27, 20, 19, 13, 12, 5]
const TRIP_DAYS = [23, 22]
const NEW_FOOD_DAYS = [31, 16, 2]
const DAY_WITHOUT_WAKE_UP = 9

/** A girl of seven months and a few days. */
export function demoBaby(now: number): DemoBaby {
  return { name: 'Lucía', birth_date: birthDateOf(7, now) }
}

/** The birth date of a baby that is so many months and a few days old at `now` (epoch ms). */
export function birthDateOf(months: number, now: number): LocalDate {
  const [year, month, day] = localDateAt(now, MADRID).split('-').map(Number) as [number, number, number]
  const monthsAgo = new Date(Date.UTC(year, month - 1 - months, Math.min(day, 28)))
  return addDays(monthsAgo.toISOString().slice(0, 10), -6)
}

/**
 * Six weeks of one baby's sleep up to `now` (epoch ms), the same every time: naps that grow longer and rarer, bad
 * nights, a fever, a weekend away, a morning that nobody noted, and a sleep that runs right now: a nap by day, the
 * night by night.
 */
export function demoRecords(now: number): DemoRecord[] {
  const random = seededRandom(20250811)
  const today = localDateAt(now, MADRID)
  const records: DemoRecord[] = []
  let wakeAt = 7 * 60 + 10
  for (let ago = WEEKS * 7; ago >= 1; ago--) {
    const nextWakeAt = ago === 1 ? wakeUpToday(now) : 6 * 60 + 45 + random.upTo(45)
    records.push(...pastDay({ date: addDays(today, -ago), ago, wakeAt, nextWakeAt, random }))
    wakeAt = nextWakeAt ?? 0
  }
  return [...records, ...dayInProgress(today, now)]
}

interface PastDay {
  date: LocalDate
  ago: number
  wakeAt: number
  /** Minutes of the next day; null while that night still runs. */
  nextWakeAt: number | null
  random: ReturnType<typeof seededRandom>
}

function pastDay({ date, ago, wakeAt, nextWakeAt, random }: PastDay): DemoRecord[] {
  const records: DemoRecord[] = []
  if (ago !== DAY_WITHOUT_WAKE_UP) records.push(wakeUp(date, wakeAt))
  const grown = 1 - ago / (WEEKS * 7)
  const naps = ago > 28 && random.upTo(10) > 4 ? 4 : 3
  let awakeFrom = wakeAt
  for (let index = 0; index < naps; index++) {
    const window = 85 + index * 22 + Math.round(grown * 25) + random.upTo(20) - (naps === 4 ? 18 : 0)
    const length =
      ([55, 85, 32, 28][index] ?? 30) + random.upTo(index < 2 ? 40 : 12) + (SICK_DAYS.includes(ago) ? 15 : 0)
    const start = awakeFrom + window
    if (start + length > 18 * 60 + 20) break
    records.push(sleep(date, 'siesta', start, start + length, napDetails(ago, index, random)))
    awakeFrom = start + length
  }
  const bedtime = Math.max(awakeFrom + 125, 19 * 60 + 40) + random.upTo(25)
  const details = nightDetails(ago, random)
  records.push(sleep(date, 'noche', bedtime, nextWakeAt, nextWakeAt === null ? nightSoFar() : details))
  return records
}

function wakeUpToday(now: number): number | null {
  const minute = minuteOfDay(localTimeAt(now, MADRID))
  if (minute < STILL_NIGHT_UNTIL) return null
  return Math.min(7 * 60 + 5, minute - 110)
}

function dayInProgress(today: LocalDate, now: number): DemoRecord[] {
  const wakeAt = wakeUpToday(now)
  if (wakeAt === null) return []
  const minute = minuteOfDay(localTimeAt(now, MADRID))
  const records: DemoRecord[] = [wakeUp(today, wakeAt)]
  const usual: [number, number][] = [
    [wakeAt + 110, wakeAt + 175],
    [wakeAt + 310, wakeAt + 400],
    [wakeAt + 545, wakeAt + 585],
  ]
  const startedAt = minute >= 20 * 60 + 15 ? 20 * 60 + 5 : minute - 25
  for (const [start, end] of usual) {
    if (end <= startedAt - 60)
      records.push(sleep(today, 'siesta', start, end, { quality: 'buena', diaper_changes: 1 }))
  }
  records.push(sleep(today, minute >= NIGHT_FROM ? 'noche' : 'siesta', startedAt, null, {}))
  return records
}

export type Details = Partial<
  Pick<DemoRecord, 'wake_ups' | 'quality' | 'disturbances' | 'feedings' | 'diaper_changes' | 'taps'>
>

function napDetails(ago: number, index: number, random: PastDay['random']): Details {
  const disturbances: Disturbance[] = []
  if (SICK_DAYS.includes(ago)) disturbances.push('fever')
  if (TRIP_DAYS.includes(ago)) disturbances.push('routineChange')
  if (NEW_FOOD_DAYS.includes(ago) && index === 1) disturbances.push('newFood')
  const quality: Quality = SICK_DAYS.includes(ago) ? 'mala' : random.pick(['buena', 'buena', 'regular'])
  return {
    quality,
    disturbances,
    wake_ups: quality === 'buena' ? 0 : 1,
    feedings: index === 1 ? 1 : 0,
    diaper_changes: random.upTo(1),
  }
}

function nightDetails(ago: number, random: PastDay['random']): Details {
  if (!BAD_NIGHTS.includes(ago)) {
    return {
      quality: random.pick(['buena', 'buena', 'regular']),
      wake_ups: random.upTo(2),
      feedings: 1,
      diaper_changes: 1,
    }
  }
  const disturbances: Disturbance[] = SICK_DAYS.includes(ago) ? ['fever', 'reducedAppetite'] : ['teething']
  return { quality: 'mala', wake_ups: 4 + random.upTo(3), disturbances, feedings: 3, diaper_changes: 2 }
}

/** She woke once before midnight and was fed. */
function nightSoFar(): Details {
  const taps: Tap[] = [
    { id: '00000000-0000-4000-8000-000000002340', kind: 'wake_ups', time: '23:40' },
    { id: '00000000-0000-4000-8000-000000002355', kind: 'feedings', time: '23:55' },
  ]
  return { taps, wake_ups: 1, feedings: 1 }
}

export function wakeUp(date: LocalDate, minute: number): DemoRecord {
  return { ...BLANK_RECORD, date, type: 'despertar', time: clock(minute) }
}

export function sleep(
  date: LocalDate,
  type: SleepType,
  start: number,
  end: number | null,
  details: Details,
): DemoRecord {
  const startTime = clock(start)
  const endTime = end === null ? null : clock(end)
  return {
    ...BLANK_RECORD,
    date,
    type,
    start_time: startTime,
    end_time: endTime,
    duration: endTime === null ? null : sleepMinutes(date, startTime, endTime, MADRID),
    ...details,
  }
}

function clock(minute: number): LocalTime {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`
}
