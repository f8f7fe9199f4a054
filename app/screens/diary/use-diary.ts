import { useMemo, useState } from 'react'
import { recordsOfDay, totalMinutes } from '../../../core/day-total.ts'
import { type NextSleep, suggestNextSleep } from '../../../core/next-nap.ts'
import { DEFAULT_PLAN } from '../../../core/plan.ts'
import {
  elapsedMinutes,
  findRunningRecord,
  isOpen,
  type LocalDate,
  recordsBetween,
  sortNewestFirst,
} from '../../../core/sleep-record.ts'
import { addDays, localDateAt } from '../../../core/time.ts'
import { areTwinsOfDay, findTwins } from '../../../core/twins.ts'
import { pairKey } from '../../data/notes.ts'
import { useBabyData } from '../../data/use-baby-data.ts'
import { useNow } from '../../data/use-now.ts'

const NOTHING_NEXT: NextSleep = { kind: 'none' }

/** Everything the diary shows of one day. Without a picked day it is today, and moves on with it at midnight. */
export function useDiary() {
  const { baby, plan, records, sync, apart } = useBabyData()
  const now = useNow()
  const today = localDateAt(now)
  const [picked, setPicked] = useState<LocalDate | null>(null)
  const date = picked ?? today
  const isToday = date === today

  const open = useMemo(() => records.filter(isOpen), [records])
  // The log may hold years. What a minute changes is worked out from the days around the one on screen,
  // and from the open records, which may be older.
  const nearby = useMemo(() => {
    const [from, to] = [addDays(date, -2), addDays(date, 1)]
    const elsewhere = open.filter((record) => record.date < from || record.date > to)
    return sortNewestFirst([...recordsBetween(records, from, to), ...elsewhere])
  }, [records, open, date])
  const ofDay = useMemo(() => recordsOfDay(nearby, date), [nearby, date])

  const twins = useMemo(() => {
    const known = new Set(apart)
    const pairs = findTwins(nearby, (a, b) => known.has(pairKey(a, b)))
    return pairs.find((pair) => areTwinsOfDay(pair, date, today)) ?? null
  }, [nearby, apart, date, today])

  const running = findRunningRecord(nearby, now)
  return {
    baby,
    sync,
    now,
    today,
    date,
    isToday,
    pick: (day: LocalDate) => setPicked(day === today ? null : day),
    nearby,
    ofDay,
    twins,
    running,
    runningMin: running?.date === date ? elapsedMinutes(running, now) : null,
    totalMin: totalMinutes(ofDay, running, now),
    next: isToday ? suggestNextSleep(nearby, plan ?? DEFAULT_PLAN, now) : NOTHING_NEXT,
  }
}
