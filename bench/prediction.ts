import { ageOn } from '../core/baby/age.ts'
import { dayRhythm } from '../core/day/day-rhythm.ts'
import { HABIT_DAYS, type TeachingDay, teachingDays } from '../core/habit/teaching-days.ts'
import { type SleepPlace, sleepAt, type UsualSleep, usualSleep } from '../core/habit/usual-sleep.ts'
import type { NextSleep } from '../core/plan/next-nap.ts'
import { DEFAULT_PLAN, wakeWindowAfter } from '../core/plan/plan.ts'
import { parseWakeWindow, WAKE_WINDOW_RANGE_MIN } from '../core/plan/wake-windows.ts'
import { recordsBetween, type SleepRecord } from '../core/records/sleep-record.ts'
import { MORNING_FROM } from '../core/time/day-parts.ts'
import { addDays, instantAt, type LocalDate, MINUTE_MS } from '../core/time/time.ts'
import { MADRID } from '../core/time/zone.ts'
import { logOf, readSleeps } from './first-year.ts'
import { median } from './statistics.ts'
import { figure, inSpanish, type Row } from './table.ts'

/** The sleeps of one child's first year, and the day of its birth. The file isn't part of the project. */
const FILE = process.env.SLEEP_DATA ?? '../shared/data/first-year.csv'
const BORN: LocalDate = process.env.SLEEP_DATA_BORN ?? '2019-12-19'

const BANDS = [
  { name: '3 a 6 meses', from: 3, to: 6 },
  { name: '6 a 9 meses', from: 6, to: 9 },
  { name: '9 a 12 meses', from: 9, to: 12 },
]

/** Minutes awake by age in months, as tables of consultants have them: the middle of what they give. */
const AGE_TABLE = [
  { months: 4, minutes: 100 },
  { months: 5, minutes: 120 },
  { months: 7, minutes: 150 },
  { months: 10, minutes: 180 },
  { months: Number.POSITIVE_INFINITY, minutes: 210 },
]

/** A sleep that was predicted, each way, and when it came. Errors are in minutes. */
interface Tried {
  months: number
  errors: { plan: number; table: number; median: number }
  /** Null: nothing was shown. */
  ours: { error: number; isInRange: boolean } | null
}

/**
 * Replays a child's days one by one, with past days only, and compares when each nap and night was predicted with when
 * it began: by the plan of a new family, by an age table, by the median window of the same place in the last fortnight,
 * and by what the app shows. Only sleeps that the median can say are counted. Null: the file isn't there.
 */
export function measurePrediction(): Row[] | null {
  const sleeps = readSleeps(FILE)
  if (sleeps === null) return null
  const log = logOf(sleeps)
  const [latest] = log
  const tried: Tried[] = []
  for (let date = BORN; latest && date <= latest.date; date = addDays(date, 1))
    tried.push(...predictDay(log, date))
  return BANDS.flatMap(({ name, from, to }) => {
    const of = tried.filter(({ months }) => months >= from && months < to)
    return of.length === 0 ? [] : rowsOf(name, of)
  })
}

function rowsOf(band: string, tried: readonly Tried[]): Row[] {
  const shown = tried.filter(({ ours }) => ours !== null)
  const meanOf = (errors: readonly number[]) =>
    `${inSpanish(errors.reduce((sum, error) => sum + error, 0) / errors.length, 1)} min`
  const inRange = shown.filter(({ ours }) => ours?.isInRange).length / shown.length
  return [
    figure(`${band}: plan de una familia nueva`, meanOf(tried.map(({ errors }) => errors.plan))),
    figure(`${band}: tabla por edad`, meanOf(tried.map(({ errors }) => errors.table))),
    figure(`${band}: mediana de 14 días`, meanOf(tried.map(({ errors }) => errors.median))),
    figure(
      `${band}: la mediana, donde se muestra lo habitual`,
      meanOf(shown.map(({ errors }) => errors.median)),
    ),
    figure(
      `${band}: lo habitual`,
      `${meanOf(shown.flatMap(({ ours }) => ours?.error ?? []))}; ${inSpanish(100 * inRange, 0)} % en su margen; ${shown.length} de ${tried.length}`,
    ),
  ]
}

function predictDay(log: readonly SleepRecord[], date: LocalDate): Tried[] {
  const days = teachingDays(log, { today: date, zone: MADRID, zoneSince: null })
  const today = { date, ...dayRhythm(recordsBetween(log, addDays(date, -1), addDays(date, 1)), date, MADRID) }
  if (today.wakeUp === null) return []
  const naps: SleepPlace[] = today.naps.map((_, index) => ({ kind: 'nap', napNumber: index + 1 }))
  return [...naps, { kind: 'bedtime' } as const].flatMap((place) => predict(days, today, place) ?? [])
}

function predict(days: readonly TeachingDay[], today: TeachingDay, place: SleepPlace): Tried | null {
  const slept = sleepAt(today, place)
  const windows = days.flatMap((day) => sleepAt(day, place)?.windowMin ?? [])
  if (slept === null || windows.length < 5) return null
  const startAt = instantAt(
    slept.start < MORNING_FROM ? addDays(today.date, 1) : today.date,
    slept.start,
    MADRID,
  )
  const wokeAt = startAt - slept.windowMin * MINUTE_MS
  const { totalMonths } = ageOn(BORN, today.date)
  const away = (minutes: number) => Math.abs(minutes - slept.windowMin)
  const usual = usualSleep(days, suggested(place, today.naps.length, wokeAt), {
    birthDate: BORN,
    now: wokeAt,
    zone: MADRID,
  })
  return {
    months: totalMonths,
    errors: {
      plan: away(planned(place, today)),
      table: away(AGE_TABLE.find(({ months }) => totalMonths < months)?.minutes ?? 0),
      median: away(median(windows)),
    },
    ours: usual && judged(usual, startAt),
  }
}

function judged(usual: UsualSleep, startAt: number) {
  // What is over the moment the baby wakes up isn't shown as a time.
  if (usual.kind === 'over') return null
  return {
    error: Math.abs(usual.at - startAt) / MINUTE_MS,
    isInRange: startAt >= usual.from && startAt <= usual.to,
  }
}

/** The middle of what the plan suggests. */
function planned(place: SleepPlace, { naps }: TeachingDay): number {
  const isNap = place.kind === 'nap'
  const window = parseWakeWindow(wakeWindowAfter(DEFAULT_PLAN, isNap ? place.napNumber - 1 : naps.length))
  return window.kind === 'malformed' ? 0 : window.minutes + (isNap ? WAKE_WINDOW_RANGE_MIN / 2 : 0)
}

/** What the diary knows at the moment of waking, as far as the habit asks for it. */
function suggested(place: SleepPlace, naps: number, wokeAt: number): NextSleep {
  const common = {
    napsTaken: place.kind === 'nap' ? place.napNumber - 1 : naps,
    startAt: wokeAt,
    base: { at: wokeAt, from: 'sleep-end' as const },
    window: '',
    windowMin: 0,
    overdueMin: 0,
    inMin: 0,
  }
  return place.kind === 'nap' ? { ...place, ...common, endAt: wokeAt } : { ...place, ...common }
}

export const PREDICTION_TITLE = `Error medio al predecir el sueño siguiente, con los ${HABIT_DAYS} días de antes`
