import { useMemo } from 'react'
import { knownBirthDate } from '../../../core/baby/age.ts'
import { dayMark, dayProgress } from '../../../core/day/day-progress.ts'
import { lacksWakeUp, wakeUpOffered } from '../../../core/day/day-wake-up.ts'
import { teachingDays } from '../../../core/habit/teaching-days.ts'
import { usualSleep } from '../../../core/habit/usual-sleep.ts'
import { findSleepOn } from '../../../core/night/sleep-on.ts'
import { type NextSleep, suggestNextSleep } from '../../../core/plan/next-nap.ts'
import { DEFAULT_PLAN } from '../../../core/plan/plan.ts'
import { recordsOfDay, totalMinutes } from '../../../core/records/day-total.ts'
import { elapsedMinutes, recordsAround } from '../../../core/records/sleep-record.ts'
import { findRunningRecord } from '../../../core/records/still-asleep.ts'
import { areTwinsOfDay, findTwins } from '../../../core/records/twins.ts'
import { type LocalDate, localDateAt, mondayOf } from '../../../core/time/time.ts'
import { ageRangeOf, dayStatus } from '../../../core/week/weekly-pattern.ts'
import { useNow } from '../../device/use-now.ts'
import { useMayWrite } from '../../family/use-families.ts'
import { missingOn } from '../../local/history.ts'
import { pairKey } from '../../local/phone-memory.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { firstDaysPlace } from './first-days/first-days-place.ts'

const NOTHING_NEXT: NextSleep = { kind: 'none' }

/** Everything the diary shows of one day. Without a picked day it is today, and moves on with it at midnight. */
export function useDiary(picked: LocalDate | null) {
  const { baby, plan, records, open, missing, sync, pairsKeptApart, putOffOn, zone } = useBabyData()
  const mayWrite = useMayWrite()
  const now = useNow()
  const today = localDateAt(now, zone)
  const date = picked ?? today
  const isToday = date === today

  const nearby = useMemo(() => recordsAround(records, open, date), [records, open, date])
  const ofDay = useMemo(() => recordsOfDay(nearby, date), [nearby, date])

  const twins = useMemo(() => {
    const known = new Set(pairsKeptApart)
    const pairs = findTwins(nearby, zone, (a, b) => known.has(pairKey(a, b)))
    return pairs.find((pair) => areTwinsOfDay(pair, date, today, zone)) ?? null
  }, [nearby, pairsKeptApart, date, today, zone])

  const zoneSince = baby?.time_zone_since ?? null
  const teaching = useMemo(
    () => teachingDays(records, { today, zone, zoneSince }),
    [records, today, zone, zoneSince],
  )
  const next = isToday ? suggestNextSleep(nearby, plan ?? DEFAULT_PLAN, now, zone) : NOTHING_NEXT

  const running = findRunningRecord(records, now, zone, open)
  const totalMin = totalMinutes(ofDay, running, now, zone)
  const progress = dayProgress(nearby, date, running, now, zone)
  // Judged as the chart judges it, by one range a week.
  const age = ageRangeOf(mondayOf(date), baby && knownBirthDate(baby), now, zone)
  const isAsleep = running !== null
  const missingHere = missingOn(missing, date)
  return {
    /** Whether who looks may change anything: else nothing is asked or offered. */
    mayWrite,
    baby,
    plan,
    firstDays: !mayWrite
      ? ('over' as const)
      : firstDaysPlace({ baby, today, putOffOn, recordsToday: ofDay.length, isAsleep }),
    sync,
    now,
    today,
    date,
    isToday,
    records,
    nearby,
    ofDay,
    /** Why what was logged on the day may not be here: nothing can be said of it, and nothing asked. Null: it is. */
    missing: missingHere,
    twins: mayWrite ? twins : null,
    running,
    /** The sleep whose end can still be taken back. */
    sleepOn: mayWrite ? findSleepOn(nearby, now, zone) : null,
    runningMin: running?.date === date ? elapsedMinutes(running, now, zone) : null,
    totalMin,
    /** By which the day is judged; null: the age isn't known. */
    age,
    mark: dayMark({ totalSleep: totalMin, status: dayStatus(totalMin, progress, age), progress }),
    /** The day has no wake-up yet, and is not ahead; with the one that the end of its night tells. */
    wakeUpMissing:
      mayWrite && missingHere === null && date <= today && lacksWakeUp(ofDay, date)
        ? { afterNight: wakeUpOffered(nearby, date, now, zone) }
        : null,
    next,
    usual: usualSleep(teaching, next, { birthDate: baby && knownBirthDate(baby), now, zone }),
  }
}
