import { describe, expect, it } from 'vitest'
import type { DayProgress } from '../day/day-progress.ts'
import { type SleepRecord, sortNewestFirst } from '../records/sleep-record.ts'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { instantAt } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import {
  averageDailySleep,
  type Bar,
  barsOfRow,
  DAY_START,
  rowDateAt,
  tapeFraction,
  weeklyPattern,
} from './weekly-pattern.ts'

const DAY = '2025-08-11'
const NOW = instantAt(DAY, '16:20', MADRID)
const LATER = instantAt('2027-01-01', '12:00', MADRID)

/** A bar as text: its hours from 08:00, cut ends as '<' and '>', an open one with '~'. */
function drawn(bar: Bar): string {
  const hours = (fraction: number) => Number((fraction * 24).toFixed(3))
  const start = `${bar.cutStart ? '<' : ''}${hours(bar.start)}`
  return `${bar.kind} ${start}-${hours(bar.end)}${bar.cutEnd ? '>' : ''}${bar.open ? '~' : ''}`
}

const row = (records: SleepRecord[], date = DAY, now = LATER) =>
  barsOfRow(records, date, now, MADRID).map(drawn)

it('is 8 o’clock', () => {
  expect(DAY_START).toBe('08:00')
})

describe('the bars of a row', () => {
  it.each([
    ['a nap', siesta(DAY, '10:00', '11:30'), ['siesta 2-3.5']],
    [
      'a nap under the older name',
      recordOf('siesta', DAY, { time: '10:00', end_time: '11:30' }),
      ['siesta 2-3.5'],
    ],
    ['a night', noche(DAY, '20:00', '07:00'), ['noche 12-23']],
    ['a night up to 8:00', noche(DAY, '20:00', '08:00'), ['noche 12-24']],
    ['a night beyond 8:00', noche(DAY, '20:00', '08:01'), ['noche 12-24>']],
    ['the rest of the night before', noche('2025-08-10', '20:00', '09:30'), ['noche <0-1.5']],
    ['a night before that ended at 8:00', noche('2025-08-10', '20:00', '08:00'), []],
    ['a nap at 8:00', siesta(DAY, '08:00', '08:30'), ['siesta 0-0.5']],
    ['a nap before 8:00, which is yesterday’s row', siesta(DAY, '06:00', '07:00'), []],
    ['a nap across 8:00', siesta(DAY, '07:30', '08:30'), ['siesta <0-0.5']],
    ['tomorrow’s nap before 8:00', siesta('2025-08-12', '06:00', '07:00'), ['siesta 22-23']],
    ['tomorrow’s nap across 8:00', siesta('2025-08-12', '07:30', '08:30'), ['siesta 23.5-24>']],
    ['tomorrow’s night begun after midnight', noche('2025-08-12', '00:30', '07:30'), ['noche 16.5-23.5']],
    ['tomorrow’s nap at 8:00', siesta('2025-08-12', '08:00', '09:00'), []],
    ['a whole day from 8:00', noche(DAY, '08:00', '08:00'), ['noche 0-24']],
    ['a whole day from noon', noche(DAY, '12:00', '12:00'), ['noche 4-24>']],
    ['yesterday’s whole day from noon', noche('2025-08-10', '12:00', '12:00'), ['noche <0-4']],
    ['a whole day across the row', noche(DAY, '07:00', '07:00'), ['noche <0-23']],
    ['a wake-up', despertar(DAY, '08:20'), []],
    ['a nap without a start', siesta(DAY, null, '10:00'), []],
    ['a nap two days before', siesta('2025-08-09', '10:00', '09:59'), []],
  ])('draw %s', (_, record, bars) => {
    expect(row([record])).toEqual(bars)
  })

  it('lose nothing of a night across 8:00', () => {
    const night = noche('2025-12-31', '20:00', '09:00')
    expect(row([night], '2025-12-31')).toEqual(['noche 12-24>'])
    expect(row([night], '2026-01-01')).toEqual(['noche <0-1'])
  })

  it('come earliest first, overlapping ones too', () => {
    const records = [
      siesta(DAY, '13:00', '14:00'),
      siesta(DAY, '10:00', '13:30'),
      siesta(DAY, '10:00', '11:00'),
    ]
    expect(row(records)).toEqual(['siesta 2-3', 'siesta 2-5.5', 'siesta 5-6'])
  })

  it('are wall time on the nights the clocks change', () => {
    expect(row([noche('2025-10-25', '20:00', '07:00')], '2025-10-25')).toEqual(['noche 12-23'])
    expect(row([noche('2026-03-28', '20:00', '07:00')], '2026-03-28')).toEqual(['noche 12-23'])
    expect(row([siesta('2026-03-29', '02:15', '02:45')], '2026-03-28')).toEqual(['siesta 18.25-18.75'])
  })
})

describe('an open record on a row', () => {
  it('grows to now while it is running', () => {
    const open = siesta(DAY, '15:20')
    expect(row([open], DAY, NOW)).toEqual(['siesta 7.333-8.333~'])
  })

  it('goes over to the next row at 8:00', () => {
    const open = noche('2025-08-10', '20:00')
    expect(row([open], '2025-08-10', instantAt(DAY, '08:00', MADRID))).toEqual(['noche 12-24~'])
    expect(row([open], DAY, instantAt(DAY, '08:00', MADRID))).toEqual([])
    expect(row([open], '2025-08-10', instantAt(DAY, '09:00', MADRID))).toEqual(['noche 12-24>~'])
    expect(row([open], DAY, instantAt(DAY, '09:00', MADRID))).toEqual(['noche <0-1~'])
  })

  it('is a mark where it began when it is not running', () => {
    expect(row([siesta(DAY, '10:00'), siesta(DAY, '15:20')], DAY, NOW)).toEqual([
      'siesta 2-2~',
      'siesta 7.333-8.333~',
    ])
    expect(row([noche('2025-08-10', '20:00')], '2025-08-10', NOW)).toEqual(['noche 12-12~'])
    expect(row([noche('2025-08-10', '20:00')], DAY, NOW)).toEqual([])
    expect(row([siesta('2025-08-12', '08:00')], DAY, NOW)).toEqual([])
    expect(row([siesta(DAY, '08:00'), siesta(DAY, '16:00'), siesta(DAY, '17:00')], DAY, NOW)).toEqual([
      'siesta 0-0~',
      'siesta 8-8.333~',
      'siesta 9-9~',
    ])
  })

  it('never runs backwards: still ahead, or in the hour the autumn night repeats', () => {
    expect(row([siesta(DAY, '17:00')], DAY, NOW)).toEqual(['siesta 9-9~'])
    const secondTwoTen = Date.UTC(2025, 9, 26, 1, 10)
    expect(row([noche('2025-10-26', '02:50')], '2025-10-25', secondTwoTen)).toEqual(['noche 18.833-18.833~'])
  })
})

describe('the tape', () => {
  it.each([
    ['2025-08-11', '08:00', '2025-08-11', 0],
    ['2025-08-11', '20:00', '2025-08-11', 0.5],
    ['2025-08-12', '07:59', '2025-08-11', 1439 / 1440],
    ['2025-08-12', '08:00', '2025-08-12', 0],
    ['2025-08-11', '00:00', '2025-08-10', 2 / 3],
    ['2026-01-01', '02:00', '2025-12-31', 0.75],
    // The place on the row follows the wall clock, also when the clocks change.
    ['2025-10-26', '07:00', '2025-10-25', 23 / 24],
    ['2026-03-29', '07:00', '2026-03-28', 23 / 24],
  ])('%s %s lies on the row of %s at %d', (date, time, rowDate, fraction) => {
    const instant = instantAt(date, time, MADRID)
    expect(rowDateAt(instant, MADRID)).toBe(rowDate)
    expect(tapeFraction(instant, rowDate, MADRID)).toBeCloseTo(fraction, 10)
  })

  it('tells an instant that is on another row', () => {
    expect(tapeFraction(instantAt('2025-08-12', '20:00', MADRID), DAY, MADRID)).toBe(1.5)
    expect(tapeFraction(instantAt('2025-08-10', '20:00', MADRID), DAY, MADRID)).toBe(-0.5)
  })
})

describe('averageDailySleep', () => {
  const day = (totalSleep: number, hasWakeUp: boolean, progress: DayProgress = 'over') => ({
    totalSleep,
    hasWakeUp,
    progress,
  })

  it.each([
    ['no days', [], null],
    ['no day with a wake-up', [day(800, false)], null],
    ['no day with sleep', [day(0, true)], null],
    ['a single minute', [day(1, true)], 1],
    ['only days with both', [day(800, true), day(700, false), day(0, true), day(900, true)], 850],
    ['rounded up from a half', [day(800, true), day(801, true)], 801],
    ['only days that are over', [day(800, true), day(90, true, 'under-way'), day(90, true, 'no-end')], 800],
    ['no day that is over', [day(90, true, 'under-way')], null],
    ['rounded down below it', [day(800, true), day(800, true), day(801, true)], 800],
  ])('of %s', (_, days, average) => {
    expect(averageDailySleep(days)).toBe(average)
  })
})

describe('weeklyPattern', () => {
  const MONDAY = '2025-08-04'
  const SUNDAY = '2025-08-10'
  const BORN = '2025-01-11'
  const fullDay = (date: string, nightEnd = '07:00') => [
    despertar(date, '08:20'),
    siesta(date, '10:00', '11:30'),
    noche(date, '20:00', nightEnd),
  ]

  it('has seven days from Monday on', () => {
    const { monday, days } = weeklyPattern([], MONDAY, BORN, NOW, MADRID)
    expect(monday).toBe(MONDAY)
    expect(days.map((day) => `${day.dayName} ${day.date}`)).toEqual([
      'lun 2025-08-04',
      'mar 2025-08-05',
      'mié 2025-08-06',
      'jue 2025-08-07',
      'vie 2025-08-08',
      'sáb 2025-08-09',
      'dom 2025-08-10',
    ])
    expect(days.every((day) => day.totalSleep === 0 && day.status === null && !day.hasWakeUp)).toBe(true)
  })

  it('has no average without a day that counts', () => {
    expect(weeklyPattern([siesta(MONDAY, '10:00', '11:00')], MONDAY, BORN, NOW, MADRID).averageMin).toBeNull()
  })

  it('tells each day’s records, total and status', () => {
    const records = [
      ...fullDay(MONDAY, '09:00'),
      ...fullDay('2025-08-05', '07:00'),
      ...fullDay('2025-08-06', '08:01'),
    ]
    const { days, averageMin } = weeklyPattern(records, MONDAY, BORN, NOW, MADRID)
    expect(
      days.slice(0, 4).map((day) => [day.records.length, day.totalSleep, day.status, day.hasWakeUp]),
    ).toEqual([
      [3, 870, 'in-range', true],
      [3, 750, 'low', true],
      [3, 811, 'in-range', true],
      [0, 0, null, false],
    ])
    expect(averageMin).toBe(810)
    expect(weeklyPattern(fullDay(MONDAY, '10:00'), MONDAY, BORN, NOW, MADRID).days[0]?.status).toBe('high')
  })

  it('draws each day on its row, and what crosses 8:00 on the next', () => {
    const { days } = weeklyPattern(
      [...fullDay(MONDAY, '09:00'), siesta('2025-08-06', '06:00', '07:00')],
      MONDAY,
      BORN,
      NOW,
      MADRID,
    )
    expect(days.map((day) => day.bars.map(drawn))).toEqual([
      ['siesta 2-3.5', 'noche 12-24>'],
      ['noche <0-1', 'siesta 22-23'],
      [],
      [],
      [],
      [],
      [],
    ])
    expect(days[2]?.totalSleep).toBe(60)
  })

  it('hands Sunday’s rest to next Monday, and takes the rest of the Sunday before', () => {
    const night = noche(SUNDAY, '20:00', '09:00')
    expect(weeklyPattern([night], MONDAY, BORN, NOW, MADRID).days[6]?.bars.map(drawn)).toEqual([
      'noche 12-24>',
    ])
    const next = weeklyPattern([night], '2025-08-11', BORN, NOW, MADRID)
    expect(next.days[0]?.bars.map(drawn)).toEqual(['noche <0-1'])
    expect(next.days[0]?.totalSleep).toBe(0)
    const beforeEight = siesta('2025-08-11', '05:00', '06:00')
    expect(weeklyPattern([beforeEight], MONDAY, BORN, NOW, MADRID).days[6]?.bars.map(drawn)).toEqual([
      'siesta 21-22',
    ])
  })

  it('counts the running record, which may be the only one outside the week', () => {
    const forgotten = siesta(SUNDAY, '10:00')
    const running = siesta('2025-08-11', '15:20')
    const { days } = weeklyPattern([forgotten, running], MONDAY, BORN, NOW, MADRID)
    expect(days[6]?.totalSleep).toBe(0)
    const thisWeek = weeklyPattern([forgotten, running], '2025-08-11', BORN, NOW, MADRID)
    expect(thisWeek.days[0]?.totalSleep).toBe(60)
    expect(thisWeek.days[0]?.bars.map(drawn)).toEqual(['siesta 7.333-8.333~'])
  })

  it.each([
    // The baby is two months old on Sunday, and not before.
    ['a past week’s Sunday', MONDAY, '2025-06-10', 870],
    ['a past week’s Sunday, a day too young', MONDAY, '2025-06-11', 900],
    // The present week is judged by the age of today.
    ['today', '2025-08-11', '2025-06-11', 870],
    ['today, a day too young', '2025-08-11', '2025-06-12', 900],
    ['today for a week still ahead', '2025-09-01', '2025-06-12', 900],
  ])('takes the range of the age on %s', (_, monday, birthDate, minMin) => {
    expect(weeklyPattern([], monday, birthDate, NOW, MADRID).age?.range.minMin).toBe(minMin)
  })

  it('judges a week that is under way by today, not by yesterday', () => {
    const thursday = instantAt('2025-08-14', '10:00', MADRID)
    expect(weeklyPattern([], '2025-08-11', '2025-06-14', thursday, MADRID).age?.range.minMin).toBe(870)
    expect(weeklyPattern([], '2025-08-11', '2025-06-14', thursday, MADRID).age?.ageMonths).toBe(2)
    expect(weeklyPattern([], '2025-08-11', '2025-06-15', thursday, MADRID).age?.range.minMin).toBe(900)
  })

  it('counts and judges a day when its night is over', () => {
    const records = [
      ...fullDay(MONDAY, '09:00'),
      despertar('2025-08-05', '08:20'),
      noche('2025-08-05', '20:00'),
    ]
    const on = (time: string) =>
      weeklyPattern(sortNewestFirst(records), MONDAY, BORN, instantAt('2025-08-06', time, MADRID), MADRID)
    expect(on('03:00').days.map(({ progress }) => progress)).toEqual(
      ['over', 'under-way', 'under-way'].concat(Array(4).fill('ahead')),
    )
    expect(on('03:00').days[1]).toMatchObject({ totalSleep: 420, status: null })
    expect(on('03:00').averageMin).toBe(870)
    const ended = [...fullDay(MONDAY, '09:00'), ...fullDay('2025-08-05', '03:00')]
    const { days, averageMin } = weeklyPattern(
      sortNewestFirst(ended),
      MONDAY,
      BORN,
      instantAt('2025-08-06', '03:00', MADRID),
      MADRID,
    )
    expect(days[1]).toMatchObject({ progress: 'over', totalSleep: 510, status: 'low' })
    expect(averageMin).toBe(690)
  })

  it('judges nothing while the age is not known', () => {
    const { days, age, averageMin } = weeklyPattern(fullDay(MONDAY), MONDAY, null, NOW, MADRID)
    expect(age).toBeNull()
    expect(days[0]).toMatchObject({ progress: 'over', totalSleep: 750, status: null })
    expect(averageMin).toBe(750)
  })

  it('totals the nights the clocks change in real time', () => {
    const autumn = weeklyPattern([noche('2025-10-25', '19:30', '07:00')], '2025-10-20', BORN, LATER, MADRID)
    expect(autumn.days[5]?.totalSleep).toBe(750)
    const spring = weeklyPattern([noche('2026-03-28', '19:30', '07:00')], '2026-03-23', BORN, LATER, MADRID)
    expect(spring.days[5]?.totalSleep).toBe(630)
  })
})
