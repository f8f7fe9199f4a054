import { dayProgress } from '../day/day-progress.ts'
import { habitsBesidePlan } from '../habit/plan-habit.ts'
import type { PlanRhythm } from '../plan/plan.ts'
import { recordsOfDay, totalMinutes } from '../records/day-total.ts'
import { sleepInterval } from '../records/durations.ts'
import { recordsBetween, type SleepRecord, startAtOf } from '../records/sleep-record.ts'
import { findRunningRecord } from '../records/still-asleep.ts'
import { withTwinsMerged } from '../records/twins.ts'
import { addDays, DAY_MS, type LocalDate, localDateAt, mondayOf, type TimeZone } from '../time/time.ts'
import { ageRangeOf, countsInAverage, dayStatus } from '../week/weekly-pattern.ts'
import type { LookedAtDay, OverviewDay } from './overview-day.ts'
import { isUnderRange } from './under-range.ts'
import { areWakingsUp } from './wakings-up.ts'

/** What a consultant sees of one family in a list of many. */
export interface FamilyOverview {
  /** The latest moment that the log tells of, epoch milliseconds; null: nothing was logged. */
  lastEntryAt: number | null
  /** The last fortnight, oldest first; today is its last day. */
  days: OverviewDay[]
  /** What the log itself shows. What follows from it and the present moment: {@link attentionOf}. */
  signs: Sign[]
}

type Sign = 'under-range' | 'wakings-up' | 'plan-apart'

/** Why a family should be looked at, what matters most first. */
export type Attention = 'question' | 'silent' | Sign

export interface OverviewOf {
  /** Null: not known. */
  birthDate: LocalDate | null
  /** Null: the family has none yet. */
  plan: PlanRhythm | null
  zone: TimeZone
  /** The day on which the zone was chosen; null: none was. */
  zoneSince: LocalDate | null
  /** Epoch milliseconds. */
  now: number
}

const FORTNIGHT = 14

/**
 * How many days before today the rules here look at. The longest look is that of the plan beside the habit: seven days,
 * each with the fortnight before it, and the night before that.
 */
export const OVERVIEW_REACH_DAYS = 21

/**
 * A baby sleeps every day, so two days without a line are no gap in the sleep: something keeps the family from logging.
 * One day happens to anybody.
 */
const SILENT_AFTER_MS = 2 * DAY_MS

/**
 * What the last days of a log come to.
 * @param newestFirst the log of at least {@link OVERVIEW_REACH_DAYS} days before today, newest first.
 */
export function familyOverview(newestFirst: readonly SleepRecord[], of: OverviewOf): FamilyOverview {
  const days = lookAtDays(newestFirst, of)
  const today = localDateAt(of.now, of.zone)
  const isApart =
    of.plan !== null &&
    habitsBesidePlan(newestFirst, of.plan, { today, zone: of.zone, zoneSince: of.zoneSince }).length > 0
  const wakedBefore = recordsBetween(newestFirst, '0001-01-01', addDays(today, -FORTNIGHT)).some(
    ({ wake_ups }) => wake_ups > 0,
  )
  const signs: Sign[] = []
  if (isUnderRange(days)) signs.push('under-range')
  if (areWakingsUp(days, wakedBefore)) signs.push('wakings-up')
  if (isApart) signs.push('plan-apart')
  return {
    lastEntryAt: lastEntryAt(newestFirst, of.now, of.zone),
    days: days.map(({ date, minutes, status }) => ({ date, minutes, status })),
    signs,
  }
}

/**
 * Why a family should be looked at now, what matters most first.
 * @param overview null: not known yet. @param now epoch milliseconds.
 */
export function attentionOf(
  overview: Pick<FamilyOverview, 'lastEntryAt' | 'signs'> | null,
  openQuestions: number,
  now: number,
): Attention[] {
  const asked: Attention[] = openQuestions > 0 ? ['question'] : []
  if (overview === null) return asked
  const isSilent = overview.lastEntryAt === null || now - overview.lastEntryAt >= SILENT_AFTER_MS
  return [...asked, ...(isSilent ? (['silent'] as const) : []), ...overview.signs]
}

function lookAtDays(newestFirst: readonly SleepRecord[], of: OverviewOf): LookedAtDay[] {
  const { birthDate, zone, now } = of
  const today = localDateAt(now, zone)
  const from = addDays(today, 1 - FORTNIGHT)
  const running = findRunningRecord(newestFirst, now, zone)
  const near = recordsBetween(newestFirst, from, addDays(today, 1))
  const ranges = new Map<LocalDate, ReturnType<typeof ageRangeOf>>()
  const rangeOf = (date: LocalDate) => {
    const monday = mondayOf(date)
    const known = ranges.get(monday) ?? ageRangeOf(monday, birthDate, now, zone)
    ranges.set(monday, known)
    return known
  }
  return Array.from({ length: FORTNIGHT }, (_, index): LookedAtDay => {
    const date = addDays(from, index)
    const records = recordsOfDay(near, date)
    const totalSleep = totalMinutes(records, running, now, zone)
    const progress = dayProgress(near, date, running, now, zone)
    const hasWakeUp = records.some(({ type }) => type === 'despertar')
    return {
      date,
      minutes: records.length === 0 ? null : totalSleep,
      status: STATUS[dayStatus(totalSleep, progress, rangeOf(date)) ?? 'none'],
      counts: countsInAverage({ totalSleep, progress, hasWakeUp }),
      isOpen: progress !== 'over',
      wakings: withTwinsMerged(records, zone).reduce((sum, { wake_ups }) => sum + wake_ups, 0),
    }
  })
}

const STATUS = { low: 'under', 'in-range': 'within', high: 'over', none: 'unknown' } as const

/**
 * The latest moment that the log tells of, up to now: an end, a start, a wake-up. When a line was written doesn't
 * count: a week that is entered from memory tells nothing of today.
 */
function lastEntryAt(newestFirst: readonly SleepRecord[], now: number, zone: TimeZone): number | null {
  let last: number | null = null
  let lastDate: LocalDate = '0001-01-01'
  for (const record of newestFirst) {
    // A sleep lasts a day at most, so what began two days earlier ended earlier too.
    if (last !== null && record.date < addDays(lastDate, -1)) break
    const moments = [sleepInterval(record, zone)?.endAt ?? null, startAtOf(record, zone)]
    const moment = moments.find((at) => at !== null && at <= now) ?? null
    if (moment === null || (last !== null && moment <= last)) continue
    if (last === null) lastDate = record.date
    last = moment
  }
  return last
}
