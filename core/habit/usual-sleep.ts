import { ageOn } from '../baby/age.ts'
import type { NextSleep } from '../plan/next-nap.ts'
import { MORNING_FROM } from '../time/day-parts.ts'
import {
  addDays,
  instantAt,
  type LocalDate,
  type LocalTime,
  localDateAt,
  MINUTE_MS,
  type TimeZone,
} from '../time/time.ts'
import { quartilesOf } from './quartiles.ts'
import type { TeachingDay } from './teaching-days.ts'

/** When the next sleep usually begins, as this baby's own days say it. Moments are epoch milliseconds. */
export type UsualSleep = { days: number } & (
  | {
      kind: 'ahead'
      /** The middle half of what the days say, to the next 5 minutes, as far as it is still to come. */
      from: number
      to: number
      /** The middle of all they say; now, once that has gone by. */
      at: number
    }
  /** It has usually begun by now. */
  | { kind: 'over' }
)

/** A place of the day: a nap by its number from 1, or the night. */
export type SleepPlace = { kind: 'nap'; napNumber: number } | { kind: 'bedtime' }

/** With fewer days there is no habit to speak of. */
export const FEWEST_DAYS = 5
/** A wider range, in minutes, says nothing. */
export const WIDEST_RANGE_MIN = 90
const STEP_MS = 5 * MINUTE_MS
/** From this age on, in months, naps keep to the clock too. */
const CLOCK_FROM_MONTHS = 9
/** How much of a day's word is its time of day, and not its wake window. */
const CLOCK_SHARE = { bedtime: 0.7, nap: 0.3 } as const

/**
 * When the suggested sleep usually begins (rule 10.30, predictions). Each day that teaches says a moment: so long after
 * today's waking as then, drawn towards the time of day as then. Their middle half is the range. Null while a sleep
 * runs, with too few days, where most of them went on otherwise after as many naps, and with a range that is too wide.
 * @param days those that teach, in any order. @param birthDate null: not known. @param now epoch milliseconds.
 */
export function usualSleep(
  days: readonly TeachingDay[],
  next: NextSleep,
  { birthDate, now, zone }: { birthDate: LocalDate | null; now: number; zone: TimeZone },
): UsualSleep | null {
  if (next.kind !== 'nap' && next.kind !== 'bedtime') return null
  if (mostWentOnOtherwise(days, next)) return null
  const today = localDateAt(now, zone)
  const share = clockShare(next, birthDate, today)
  const moments = days.flatMap((day) => {
    const then = sleepAt(day, next)
    if (then === null) return []
    const byWindow = next.base.at + then.windowMin * MINUTE_MS
    return [byWindow + share * (sameTimeOfNight(today, then.start, zone) - byWindow)]
  })
  if (moments.length < FEWEST_DAYS) return null
  const { low, middle, high } = quartilesOf(moments)
  if (high - low > WIDEST_RANGE_MIN * MINUTE_MS) return null
  const [from, to] = [low, high].map((moment) => Math.round(moment / STEP_MS) * STEP_MS) as [number, number]
  if (to <= now) return { kind: 'over', days: moments.length }
  return { kind: 'ahead', from: Math.max(from, now), to, at: Math.max(middle, now), days: moments.length }
}

/** Whether more days had the night where a nap is suggested, or one more nap where the night is. */
function mostWentOnOtherwise(
  days: readonly TeachingDay[],
  { kind, napsTaken }: { kind: 'nap' | 'bedtime'; napsTaken: number },
): boolean {
  const napping = days.filter(({ naps }) => naps.length > napsTaken).length
  const others = kind === 'nap' ? days.length - napping : napping
  return others > days.length / 2
}

function clockShare({ kind }: SleepPlace, birthDate: LocalDate | null, today: LocalDate): number {
  if (kind === 'bedtime') return CLOCK_SHARE.bedtime
  const isOld = birthDate !== null && ageOn(birthDate, today).totalMonths >= CLOCK_FROM_MONTHS
  return isOld ? CLOCK_SHARE.nap : 0
}

/** The sleep of that place on a day, with the minutes awake before it; null without one, or when they aren't known. */
export function sleepAt(day: TeachingDay, place: SleepPlace): { start: LocalTime; windowMin: number } | null {
  const sleep =
    place.kind === 'nap'
      ? day.naps[place.napNumber - 1]
      : { start: day.bedtime, windowMin: day.bedtimeWindowMin }
  if (!sleep || sleep.start === null || sleep.windowMin === null) return null
  return { start: sleep.start, windowMin: sleep.windowMin }
}

/** That time today; the small hours are those of the coming night. */
function sameTimeOfNight(today: LocalDate, time: LocalTime, zone: TimeZone): number {
  return instantAt(time < MORNING_FROM ? addDays(today, 1) : today, time, zone)
}
