import { describe, expect, it } from 'vitest'
import { DEFAULT_PLAN } from '../plan/plan.ts'
import { type Disturbance, type SleepRecord, sortNewestFirst } from '../records/sleep-record.ts'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { instantAt } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { minuteOfEvening, sleepDiary } from './sleep-diary.ts'
import { weeklyPattern } from './weekly-pattern.ts'

const BORN = '2025-01-05'
const now = instantAt('2025-08-17', '23:00', MADRID)
const options = {
  lastMonday: '2025-08-11',
  weeks: 2,
  birthDate: BORN,
  plan: DEFAULT_PLAN,
  now,
  zone: MADRID,
} as const

describe('sleepDiary', () => {
  it('covers whole weeks up to the one asked for, oldest first', () => {
    const two = sleepDiary([], options)
    expect(two.from).toBe('2025-08-04')
    expect(two.to).toBe('2025-08-17')
    expect(two.weeks.map(({ monday }) => monday)).toEqual(['2025-08-04', '2025-08-11'])
    expect(two.weeks.flatMap(({ days }) => days).map(({ date }) => date.slice(8))).toEqual(
      ['04', '05', '06', '07', '08', '09', '10'].concat(['11', '12', '13', '14', '15', '16', '17']),
    )
    const four = sleepDiary([], { ...options, weeks: 4 })
    expect(four.from).toBe('2025-07-21')
    expect(four.weeks).toHaveLength(4)
  })

  it('draws the same rows as the chart', () => {
    const records = [noche('2025-08-10', '20:00', '08:30'), siesta('2025-08-11', '10:00', '11:00')]
    const [first, second] = sleepDiary(records, options).weeks
    expect(first?.days).toMatchObject(weeklyPattern(records, '2025-08-04', BORN, now, MADRID).days)
    expect(second?.days).toMatchObject(weeklyPattern(records, '2025-08-11', BORN, now, MADRID).days)
  })

  it('counts what a day has: naps, night, wake-ups, feedings, diapers and disturbances', () => {
    const records = [
      despertar('2025-08-12', '07:00'),
      recordOf('siesta', '2025-08-12', {
        start_time: '10:00',
        end_time: '11:00',
        disturbances: ['teething'],
      }),
      recordOf('siesta', '2025-08-12', {
        start_time: '14:00',
        end_time: '14:45',
        feedings: 1,
        diaper_changes: 1,
      }),
      recordOf('noche', '2025-08-12', {
        start_time: '20:00',
        end_time: '06:30',
        wake_ups: 2,
        feedings: 2,
        diaper_changes: 1,
        disturbances: ['teething', 'fever'],
      }),
    ]
    const day = sleepDiary(records, options).weeks[1]?.days[1]
    expect(day).toMatchObject({
      date: '2025-08-12',
      totalSleep: 735,
      napCount: 2,
      napMin: 105,
      nightMin: 630,
      wakings: 2,
      feedings: 3,
      diaperChanges: 2,
      disturbances: ['fever', 'teething'],
    })
  })

  it('counts a nap that two phones have logged once', () => {
    const logged = [siesta('2025-08-12', '14:04', '15:10'), siesta('2025-08-12', '14:00', '15:00')]
    const day = sleepDiary([...logged, siesta('2025-08-12', '10:00', '11:00')], options).weeks[1]?.days[1]
    expect(day).toMatchObject({ napCount: 2, napMin: 130 })
  })

  it('counts what two phones have noted of one sleep as after a merge, and of two sleeps both', () => {
    const about = (start_time: string, end_time: string, wake_ups: number, feedings: number) =>
      recordOf('noche', '2025-08-12', { start_time, end_time, wake_ups, feedings, diaper_changes: 1 })
    const night = about('20:00', '02:00', 2, 2)
    const day = (...records: SleepRecord[]) => sleepDiary(sortNewestFirst(records), options).weeks[1]?.days[1]
    expect(day(night, about('20:06', '02:10', 3, 1))).toMatchObject({
      wakings: 3,
      feedings: 2,
      diaperChanges: 1,
    })
    // A part of the night that overlaps another has wakings of its own.
    expect(day(night, about('01:55', '07:00', 1, 0))).toMatchObject({
      wakings: 3,
      feedings: 2,
      diaperChanges: 2,
    })
  })

  it('counts the sleep in progress as far as it has come', () => {
    const day = sleepDiary([noche('2025-08-17', '20:00')], options).weeks[1]?.days[6]
    expect(day).toMatchObject({ nightMin: 180, napMin: 0, totalSleep: 180 })
  })

  it('averages the days that have a wake-up and some sleep, as the chart does', () => {
    const records = [
      despertar('2025-08-04', '07:00'),
      recordOf('siesta', '2025-08-04', { start_time: '10:00', end_time: '11:00', feedings: 1 }),
      recordOf('noche', '2025-08-04', {
        start_time: '20:00',
        end_time: '06:00',
        wake_ups: 1,
        diaper_changes: 3,
      }),
      // A day without a wake-up does not count.
      siesta('2025-08-05', '10:00', '12:00'),
      despertar('2025-08-06', '07:30'),
      noche('2025-08-06', '20:00', '06:31'),
      despertar('2025-08-12', '07:00'),
      noche('2025-08-12', '20:00', '07:00'),
    ]
    const diary = sleepDiary(sortNewestFirst(records), options)
    expect(diary.weeks[0]?.averages).toEqual({
      days: 2,
      totalMin: 646,
      napCount: 0.5,
      napMin: 30,
      nightMin: 616,
      wakings: 0.5,
      feedings: 0.5,
      diaperChanges: 1.5,
    })
    expect(diary.weeks[0]?.averages?.totalMin).toBe(
      weeklyPattern(records, '2025-08-04', BORN, now, MADRID).averageMin,
    )
    expect(diary.averages).toMatchObject({ days: 3, totalMin: 650, nightMin: 630 })
  })

  it('has no averages where no day counts', () => {
    const diary = sleepDiary([siesta('2025-08-05', '10:00', '12:00')], options)
    expect(diary.weeks[0]?.averages).toBeNull()
    expect(diary.averages).toBeNull()
  })

  it('judges each week by the range of the age it was', () => {
    const diary = sleepDiary([], { ...options, birthDate: '2025-02-11', weeks: 2 })
    expect(diary.weeks.map(({ age }) => age?.range.maxMin)).toEqual([900, 870])
  })

  it('says when the baby wakes up and goes to bed, on average', () => {
    const records = [
      despertar('2025-08-05', '07:00'),
      despertar('2025-08-06', '07:31'),
      despertar('2025-08-06', '13:00'),
      noche('2025-08-05', '19:50', '06:00'),
      noche('2025-08-06', '20:10', '06:00'),
    ]
    expect(sleepDiary(records, options)).toMatchObject({ wakeUp: '07:16', bedtime: '20:00' })
    expect(sleepDiary([], options)).toMatchObject({ wakeUp: null, bedtime: null })
  })

  it('takes a bedtime after midnight as later than one before it', () => {
    const records = [
      // A night that began on the 13th after midnight is the bedtime of the 12th.
      noche('2025-08-13', '00:40', '08:00'),
      siesta('2025-08-12', '12:00', '13:00'),
      despertar('2025-08-12', '08:00'),
      noche('2025-08-11', '23:30', '08:00'),
      despertar('2025-08-11', '08:00'),
    ]
    expect(sleepDiary(records, options).bedtime).toBe('00:05')
    expect(minuteOfEvening('00:40') - minuteOfEvening('23:30')).toBe(70)
  })

  it('leaves out the times of days that don’t count, and says them of each week', () => {
    const records = [
      despertar('2025-08-17', '09:00'),
      noche('2025-08-17', '22:00'),
      // A day without a wake-up is none of those that the mean of its sleep is of.
      noche('2025-08-13', '23:00', '07:00'),
      despertar('2025-08-12', '07:00'),
      noche('2025-08-12', '20:00', '07:00'),
      siesta('2025-08-05', '12:00', '13:00'),
      despertar('2025-08-05', '08:00'),
      despertar('2025-08-04', '06:00'),
    ]
    const { weeks, wakeUp, bedtime } = sleepDiary(records, options)
    expect(weeks.map((week) => [week.wakeUp, week.bedtime])).toEqual([
      ['08:00', null],
      ['07:00', '20:00'],
    ])
    expect([wakeUp, bedtime]).toEqual(['07:30', '20:00'])
  })

  it('has no wake-up of a day that counts and whose wake-up has no time', () => {
    const records = [noche('2025-08-12', '20:00', '07:00'), recordOf('despertar', '2025-08-12')]
    expect(sleepDiary(records, options)).toMatchObject({ wakeUp: null, bedtime: '20:00' })
  })

  it('has no times without a day that counts', () => {
    const { averages, wakeUp, bedtime } = sleepDiary([noche('2025-08-12', '20:00', '07:00')], options)
    expect([averages, wakeUp, bedtime]).toEqual([null, null, null])
  })

  it('sets the plan beside all its days, the first one with the night before the period', () => {
    const records = [
      noche('2025-08-03', '20:00', '07:00'),
      siesta('2025-08-04', '08:30', '10:00'),
      despertar('2025-08-12', '07:00'),
      siesta('2025-08-12', '09:00', '10:00'),
    ]
    expect(sleepDiary(sortNewestFirst(records), options).plan.windows[0]).toEqual({
      planned: '1h 30m - 2h 0m',
      averageMin: 105,
      days: 2,
    })
  })

  it('notes each disturbance with its days, those in a row together', () => {
    const night = (date: string, ...disturbances: Disturbance[]) =>
      recordOf('noche', date, { start_time: '20:00', disturbances })
    const records = [
      night('2025-08-13', 'teething'),
      night('2025-08-12', 'teething'),
      night('2025-08-11', 'teething'),
      night('2025-08-05', 'teething', 'fever'),
    ]
    expect(sleepDiary(records, options).disturbances).toEqual([
      { disturbance: 'fever', runs: [{ from: '2025-08-05', to: '2025-08-05' }] },
      {
        disturbance: 'teething',
        runs: [
          { from: '2025-08-05', to: '2025-08-05' },
          { from: '2025-08-11', to: '2025-08-13' },
        ],
      },
    ])
  })
})
