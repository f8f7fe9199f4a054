import { describe, expect, it } from 'vitest'
import type { SleepRecord } from '../records/sleep-record.ts'
import { findRunningRecord } from '../records/still-asleep.ts'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { instantAt, type LocalDate, type LocalTime } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { dayMark, dayProgress } from './day-progress.ts'

const DAY = '2025-08-11'
const NEXT = '2025-08-12'

const at = (date: LocalDate, time: LocalTime, ...records: SleepRecord[]) => {
  const now = instantAt(date, time, MADRID)
  return dayProgress(records, DAY, findRunningRecord(records, now, MADRID), now, MADRID)
}

describe('dayProgress', () => {
  it.each<[string, LocalDate, LocalTime, SleepRecord[], string]>([
    ['has not come', '2025-08-10', '23:59', [siesta(DAY, '10:00', '11:00')], 'ahead'],
    ['is today', DAY, '16:00', [], 'under-way'],
    ['is today, whose night was logged ahead', DAY, '23:59', [noche(DAY, '20:00', '22:00')], 'under-way'],
    ['has a night that runs', NEXT, '03:00', [noche(DAY, '20:00')], 'under-way'],
    ['has a night that runs into the next noon', NEXT, '12:00', [noche(DAY, '20:30')], 'under-way'],
    ['has a night that has just ended', NEXT, '03:10', [noche(DAY, '20:00', '03:10')], 'over'],
    ['has a night whose end is ahead', NEXT, '03:09', [noche(DAY, '20:00', '03:10')], 'under-way'],
    [
      'went to sleep again in the evening',
      NEXT,
      '00:10',
      [noche(DAY, '19:30', '21:00'), noche(DAY, '21:40')],
      'under-way',
    ],
    [
      'had one night, begun on two phones and ended on one',
      NEXT,
      '12:10',
      [noche(DAY, '20:00'), noche(DAY, '20:05', '07:00')],
      'over',
    ],
    ['ends with a nap that still runs', NEXT, '00:30', [siesta(DAY, '23:00')], 'under-way'],
    [
      'ended its night, and went on sleeping as a nap',
      NEXT,
      '00:30',
      [noche(DAY, '20:00', '23:00'), siesta(DAY, '23:10')],
      'under-way',
    ],
    ['has no night, and it is the next morning', NEXT, '11:59', [siesta(DAY, '10:00', '11:00')], 'under-way'],
    ['has no night, and it is noon', NEXT, '12:00', [siesta(DAY, '10:00', '11:00')], 'over'],
    ['has no night, and the next day has begun', NEXT, '07:30', [despertar(NEXT, '07:30')], 'over'],
    ['has no night, and the next wake-up is ahead', NEXT, '07:29', [despertar(NEXT, '07:30')], 'under-way'],
    [
      'has no night, and the next wake-up tells no time',
      NEXT,
      '09:00',
      [recordOf('despertar', NEXT)],
      'under-way',
    ],
    ['has no night, a nap begins the next day', NEXT, '09:00', [siesta(NEXT, '08:00', '08:30')], 'under-way'],
    [
      'has the night of the morning alone',
      NEXT,
      '01:00',
      [noche(DAY, '00:30', '07:00'), noche(NEXT, '00:40')],
      'under-way',
    ],
    ['has a nap without an end, and it is noon', NEXT, '12:00', [siesta(DAY, '10:00')], 'over'],
    ['has a night without a start', NEXT, '12:00', [noche(DAY, null, '07:00')], 'over'],
    ['has nothing, long ago', '2025-09-01', '08:00', [], 'over'],
    ['has a night that was never ended', NEXT, '12:01', [noche(DAY, '20:00')], 'no-end'],
    ['has a night that was never ended, long ago', '2025-09-01', '08:00', [noche(DAY, '20:00')], 'no-end'],
    [
      'has a night without an end, and another sleep runs',
      NEXT,
      '10:00',
      [noche(DAY, '20:00'), despertar(NEXT, '07:00'), siesta(NEXT, '09:30')],
      'no-end',
    ],
    [
      'has a night that runs, under the older name of its start',
      NEXT,
      '10:00',
      [recordOf('noche', DAY, { time: '20:00' })],
      'under-way',
    ],
  ])('a day that %s', (_, date, time, records, progress) => {
    expect(at(date, time, ...records)).toBe(progress)
  })

  it('takes noon by the wall clock where the clocks change', () => {
    const now = (time: LocalTime) => instantAt('2026-03-29', time, MADRID)
    expect(dayProgress([], '2026-03-28', null, now('11:59'), MADRID)).toBe('under-way')
    expect(dayProgress([], '2026-03-28', null, now('12:00'), MADRID)).toBe('over')
  })
})

describe('dayMark', () => {
  it.each([
    ['a day that is over, by its sleep', { totalSleep: 60, status: 'low', progress: 'over' }, 'low'],
    ['nothing slept', { totalSleep: 0, status: null, progress: 'over' }, null],
    ['a day under way', { totalSleep: 60, status: null, progress: 'under-way' }, 'under-way'],
    [
      'a day under way that has a wake-up alone',
      { totalSleep: 0, status: null, progress: 'under-way' },
      null,
    ],
    ['a night without an end', { totalSleep: 60, status: null, progress: 'no-end' }, 'no-end'],
    ['a night without an end and no other sleep', { totalSleep: 0, status: null, progress: 'no-end' }, null],
    ['a day ahead', { totalSleep: 60, status: null, progress: 'ahead' }, null],
  ] as const)('of %s', (_, day, mark) => {
    expect(dayMark(day)).toBe(mark)
  })
})
