import { expect, it } from 'vitest'
import { habitsBesidePlan } from './habit/plan-habit.ts'
import { teachingDays } from './habit/teaching-days.ts'
import { usualSleep } from './habit/usual-sleep.ts'
import { suggestNextSleep } from './plan/next-nap.ts'
import { DEFAULT_PLAN } from './plan/plan.ts'
import { remindersFor } from './plan/reminders.ts'
import { sortNewestFirst } from './records/sleep-record.ts'
import { despertar, noche, siesta } from './testing/records.ts'
import { addDays, instantAt, localTimeAt, type TimeZone } from './time/time.ts'
import { MADRID, timeZone } from './time/zone.ts'
import { sleepDiary } from './week/sleep-diary.ts'
import { sleepTrend } from './week/sleep-trend.ts'
import { weeklyPattern } from './week/weekly-pattern.ts'

const TODAY = '2025-08-11'
const BORN = '2025-01-31'
const PLAN = { ...DEFAULT_PLAN, id: 'p1', user_id: 'u1', reminders: true }
const past = Array.from({ length: 60 }, (_, index) => {
  const date = addDays(TODAY, -1 - index)
  return [
    despertar(date, '07:30'),
    siesta(date, '10:05', '11:20'),
    siesta(date, index % 2 === 0 ? '14:30' : '14:45', '16:00'),
    noche(date, '20:15', '07:30'),
  ]
}).flat()
const LOG = sortNewestFirst([...past, despertar(TODAY, '07:40'), siesta(TODAY, '10:10', '11:30')])

/** All that is said of one and the same diary at 12:20 of the family's own day, moments as times of their walls. */
function said(zone: TimeZone) {
  const now = instantAt(TODAY, '12:20', zone)
  const time = (instant: number) => localTimeAt(instant, zone)
  const next = suggestNextSleep(LOG, DEFAULT_PLAN, now, zone)
  const days = teachingDays(LOG, { today: TODAY, zone, zoneSince: null })
  const usual = usualSleep(days, next, { birthDate: BORN, now, zone })
  if (next.kind !== 'nap' || usual?.kind !== 'ahead') throw new Error('there is no nap ahead')
  return {
    next: [next.napNumber, next.inMin, time(next.startAt), time(next.endAt), time(next.base.at)],
    usual: [usual.days, time(usual.from), time(usual.at), time(usual.to)],
    habits: habitsBesidePlan(LOG, DEFAULT_PLAN, { today: TODAY, zone, zoneSince: null }),
    reminders: remindersFor(LOG, PLAN, now, zone).map(({ napNumber, at }) => [napNumber, time(at)]),
    week: weeklyPattern(LOG, TODAY, BORN, now, zone),
    paper: sleepDiary(LOG, { lastMonday: TODAY, weeks: 2, birthDate: BORN, plan: PLAN, now, zone }),
    trend: sleepTrend(LOG, TODAY, now, zone),
  }
}

it.each(['Atlantic/Canary', 'Asia/Tokyo', 'America/Mexico_City'])(
  'a diary of %s says by its own walls what one of Madrid says by Madrid’s',
  (name) => {
    const zone = timeZone(name)
    if (zone === null) throw new Error(`${name} is not known here`)
    expect(said(zone)).toEqual(said(MADRID))
  },
)
