import { describe, expect, it } from 'vitest'
import { type SleepRecord, sortNewestFirst } from '../records/sleep-record.ts'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { addDays, instantAt, type LocalDate } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { DAYS_NEEDED, type Fortnight } from './fortnight.ts'
import { diaryWeek } from './sleep-diary.ts'
import { isComparable, sleepTrend, trendChange } from './sleep-trend.ts'

const TODAY = '2025-08-29'
const NOW = instantAt(TODAY, '12:00', MADRID)
// The last 14 days begin on the 15th, those before on the 1st.
const LAST = '2025-08-15'
const BEFORE = '2025-08-01'

interface Day {
  woke?: string | null
  nap?: readonly [string, string]
  night?: readonly [string, string]
  wakings?: readonly string[]
}

const day = (date: LocalDate, about: Day = {}): SleepRecord[] => {
  const { woke = '07:30', nap = ['10:00', '11:30'], night = ['20:00', '07:00'], wakings = [] } = about
  const isLate = night[0] < '12:00'
  return [
    ...(woke === null ? [] : [despertar(date, woke)]),
    siesta(date, nap[0], nap[1]),
    recordOf('noche', isLate ? addDays(date, 1) : date, {
      start_time: night[0],
      end_time: night[1],
      wake_ups: wakings.length,
      taps: wakings.map((time) => ({ id: `${date} ${time}`, kind: 'wake_ups', time })),
    }),
  ]
}

/** As many days from `first` on as there are descriptions. */
const days = (first: LocalDate, kinds: readonly Day[]) =>
  kinds.flatMap((kind, index) => day(addDays(first, index), kind))

const same = (count: number, about: Day = {}): Day[] => Array.from({ length: count }, () => about)

const trend = (records: readonly SleepRecord[], until = TODAY, now = NOW) =>
  sleepTrend(sortNewestFirst(records), until, now, MADRID)

const bedtimes = (...times: readonly string[]): Day[] =>
  times.map((time) => ({ night: [time, '07:00'] as const }))

describe('sleepTrend', () => {
  it('is of the last 14 days up to yesterday, the 14 before, and the first 14 of the log', () => {
    const { last, before, first } = trend(days('2025-05-01', same(120)))
    expect([last.from, last.to]).toEqual([LAST, '2025-08-28'])
    expect([before.from, before.to]).toEqual([BEFORE, '2025-08-14'])
    expect([first?.from, first?.to]).toEqual(['2025-05-01', '2025-05-14'])
    expect(last.days.map(({ date }) => date)).toHaveLength(14)
  })

  it('ends earlier where an earlier end is asked for, as on paper', () => {
    expect(trend([], '2025-08-10').last.to).toBe('2025-08-10')
  })

  it('counts each figure of the days that are over, as the diary does', () => {
    const records = days(LAST, [
      ...same(7, { nap: ['10:00', '11:00'], wakings: ['01:00'] }),
      ...same(7, { nap: ['10:00', '12:00'], night: ['21:00', '07:00'] }),
    ])
    const { figures, bedtimeRange } = trend(records).last
    expect(figures.total.usual).toBe(720)
    expect(figures.night.usual).toBe(630)
    expect(figures.napMin.usual).toBe(90)
    expect(figures.napCount.usual).toBe(1)
    expect(figures.wakings.usual).toBe(0.5)
    // Until 01:00 and from then on: 6 h; the other nights 10 h.
    expect(figures.stretch.usual).toBe(480)
    expect(figures.bedtime.usual).toBe(20 * 60 + 30)
    expect(bedtimeRange).toEqual({ from: 1200, to: 1260 })
    const week = diaryWeek(sortNewestFirst(records), LAST, null, NOW, MADRID)
    expect(figures.total.values.slice(0, 7)).toEqual(week.days.map(({ totalSleep }) => totalSleep))
  })

  it('leaves a day out that lacks a wake-up, sleep, or the end of its night, of each figure', () => {
    const { figures } = trend([
      ...days(LAST, same(11)),
      ...day('2025-08-26', { woke: null }),
      despertar('2025-08-27', '07:00'),
      despertar('2025-08-28', '07:00'),
      noche('2025-08-28', '20:00'),
    ]).last
    expect(figures.total.known).toBe(11)
    expect(figures.total.values.slice(10)).toEqual([750, null, null, null])
    expect(figures.bedtime.known).toBe(11)
  })

  it('knows the night that began yesterday once it has ended, and the one that still runs not yet', () => {
    const running = [...days(LAST, same(13)), despertar('2025-08-28', '07:00'), noche('2025-08-28', '20:00')]
    const early = instantAt(TODAY, '06:00', MADRID)
    expect(trend(running, TODAY, early).last.figures.total.known).toBe(13)
    expect(trend(days(LAST, same(14))).last.figures.total.known).toBe(14)
  })

  it('says nothing of a figure with fewer than seven days, and of all of them when the days are few', () => {
    const few = trend(days(LAST, same(DAYS_NEEDED - 1)))
    expect(few.isFew).toBe(true)
    expect(few.last.figures.total).toMatchObject({ known: 6, usual: null })
    expect(few.last.bedtimeRange).toBeNull()
    expect(trend(days(LAST, same(DAYS_NEEDED))).isFew).toBe(false)
  })

  it('counts a bedtime after midnight as later than 23:59', () => {
    const { figures, bedtimeRange } = trend(
      days(LAST, bedtimes('23:40', '23:40', '23:50', '23:50', '00:10', '00:10', '00:20', '00:20')),
    ).last
    expect(figures.bedtime.usual).toBe(24 * 60)
    expect(bedtimeRange).toEqual({ from: 23 * 60 + 43, to: 24 * 60 + 18 })
  })

  it('isn’t moved by one late night', () => {
    const usual = bedtimes(...Array.from({ length: 13 }, () => '20:00'), '00:30')
    expect(trend(days(LAST, usual)).last.figures.bedtime.usual).toBe(1200)
  })

  it('takes the real length of the nights that change the hour', () => {
    const autumn = trend(days('2025-10-19', same(14)), '2025-11-01', instantAt('2025-11-02', '12:00', MADRID))
    expect(autumn.last.figures.night.values).toContain(660 + 60)
    const spring = trend(days('2026-03-22', same(14)), '2026-04-04', instantAt('2026-04-05', '12:00', MADRID))
    expect(spring.last.figures.night.values).toContain(660 - 60)
    expect(spring.last.figures.bedtime.values).toEqual(Array.from({ length: 14 }, () => 1200))
  })

  it('knows no longest stretch before wakings were ever tapped', () => {
    expect(trend(days(LAST, same(14))).last.figures.stretch.known).toBe(0)
    const tapped = trend(days(LAST, [...same(5), { wakings: ['01:00'] }, ...same(8)])).last
    expect(tapped.figures.stretch.values.slice(4, 7)).toEqual([null, 360, 660])
  })
})

describe('the first fortnight', () => {
  const firstOf = (...records: SleepRecord[][]) => trend(records.flat()).first?.from

  it('is there once it was over before the other two began', () => {
    expect(firstOf(days('2025-07-18', same(42)))).toBe('2025-07-18')
    expect(firstOf(days('2025-07-19', same(41)))).toBeUndefined()
    expect(firstOf()).toBeUndefined()
  })

  it('begins with the first day that counts', () => {
    expect(
      firstOf([siesta('2024-01-01', '10:00', '11:00'), despertar('2024-03-01', '07:00')]),
    ).toBeUndefined()
    expect(
      firstOf([despertar('2024-03-01', '07:00')], days('2025-05-01', [{ woke: null }, ...same(20)])),
    ).toBe('2025-05-02')
  })
})

describe('trendChange', () => {
  const change = (last: readonly Day[], before: readonly Day[]) => {
    const found = trend([...days(LAST, last), ...days(BEFORE, before)])
    return trendChange(found.last, found.before)
  }

  it('is the later less the earlier, and notes what is large enough to say', () => {
    const { by, noticed, spread } = change(
      same(14, { night: ['19:35', '07:00'], wakings: ['01:00'] }),
      same(14, { night: ['20:00', '07:00'], wakings: ['01:00', '03:00'] }),
    )
    expect(by).toEqual({
      total: 25,
      night: 25,
      stretch: 60,
      wakings: -1,
      bedtime: -25,
      napMin: 0,
      napCount: 0,
    })
    expect(noticed).toEqual(['total', 'night', 'stretch', 'wakings', 'bedtime'])
    expect(spread).toBeNull()
  })

  it('leaves small changes unsaid', () => {
    expect(change(same(14, { night: ['20:14', '07:00'] }), same(14)).noticed).toEqual([])
    expect(change(same(14, { night: ['20:15', '07:00'] }), same(14)).noticed).toContain('bedtime')
  })

  it('says whether the time of falling asleep varies less or more', () => {
    const [wide, narrow] = [
      bedtimes('19:00', '19:20', '19:40', '20:00', '20:20', '20:40', '21:00'),
      bedtimes(...Array.from({ length: 7 }, () => '20:00')),
    ]
    expect(change(narrow, wide).spread).toBe('less')
    expect(change(wide, narrow).spread).toBe('more')
    expect(change(wide, wide).spread).toBeNull()
  })

  it('is silent where either side has too few days', () => {
    const expectSilent = ({ by, noticed, spread }: ReturnType<typeof change>) => {
      expect(new Set(Object.values(by))).toEqual(new Set([null]))
      expect(noticed).toEqual([])
      expect(spread).toBeNull()
    }
    expectSilent(change(same(14), same(6)))
    expectSilent(change(same(6), same(14)))
  })
})

describe('isComparable', () => {
  it('asks for enough days now, and before or at first', () => {
    const has = (...records: SleepRecord[][]) => isComparable(trend(records.flat()))
    expect(has(days(LAST, same(7)), days(BEFORE, same(7)))).toBe(true)
    expect(has(days(LAST, same(14)), days(BEFORE, same(6)))).toBe(false)
    expect(has(days(LAST, same(14)))).toBe(false)
    expect(has(days(LAST, same(14)), days('2025-05-01', same(7)))).toBe(true)
    expect(has(days(LAST, same(6)), days(BEFORE, same(14)))).toBe(false)
  })
})

describe('for the same log', () => {
  it('is the same in any order of logging', () => {
    const records = days(BEFORE, [
      ...same(10, { wakings: ['02:00'] }),
      ...same(18, { night: ['00:20', '08:00'] }),
    ])
    const usual = ({ figures }: Fortnight) => Object.values(figures).map((figure) => figure.usual)
    expect(usual(trend(records.toReversed()).last)).toEqual(usual(trend(records).last))
  })
})
