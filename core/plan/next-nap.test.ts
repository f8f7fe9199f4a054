import { describe, expect, it } from 'vitest'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { suggest } from '../testing/suggest.ts'
import { instantAt } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { suggestNextSleep } from './next-nap.ts'
import { DEFAULT_PLAN } from './plan.ts'

const DAY = '2025-08-11'
const YESTERDAY = '2025-08-10'

const wakeUp = despertar(DAY, '08:20')
const nap1 = siesta(DAY, '10:00', '11:10')
const nap2 = siesta(DAY, '13:35', '15:05')
const nap3 = siesta(DAY, '17:35', '18:20')
const nap4 = siesta(DAY, '18:50', '19:05')

describe('the next nap', () => {
  it('says all there is to show', () => {
    expect(suggest([nap2, nap1, wakeUp], '16:20')).toEqual({
      kind: 'nap',
      napNumber: 3,
      napsTaken: 2,
      start: '17:35',
      endAt: '18:05',
      base: 'sleep-end 15:05',
      window: '2h 30min',
      windowMin: 150,
      overdueMin: 0,
      inMin: 75,
    })
  })

  it.each([
    ['the wake-up', [wakeUp], 1, '09:50', 'despertar 08:20', '1h 30min'],
    ['nap 1', [wakeUp, nap1], 2, '13:25', 'sleep-end 11:10', '2h 15min'],
    ['nap 2', [wakeUp, nap1, nap2], 3, '17:35', 'sleep-end 15:05', '2h 30min'],
    ['naps and no wake-up', [nap1, nap2], 3, '17:35', 'sleep-end 15:05', '2h 30min'],
    ['a nap alone', [nap1], 2, '13:25', 'sleep-end 11:10', '2h 15min'],
    [
      'a nap under the older name',
      [recordOf('siesta', DAY, { time: '10:00', end_time: '11:10' })],
      2,
      '13:25',
      'sleep-end 11:10',
      '2h 15min',
    ],
    [
      'a wake-up after a nap',
      [despertar(DAY, '11:30'), siesta(DAY, '11:00', '12:00'), despertar(DAY, '12:30')],
      2,
      '14:45',
      'despertar 12:30',
      '2h 15min',
    ],
    [
      'a wake-up in the minute a sleep ends',
      [noche(YESTERDAY, '20:50', '08:20'), wakeUp],
      1,
      '09:50',
      'despertar 08:20',
      '1h 30min',
    ],
    ['a second wake-up', [wakeUp, despertar(DAY, '09:00')], 1, '10:30', 'despertar 09:00', '1h 30min'],
    [
      'the night that went on after the wake-up',
      [noche(YESTERDAY, '20:50', '09:10'), wakeUp],
      1,
      '10:40',
      'sleep-end 09:10',
      '1h 30min',
    ],
    [
      'a nap over midnight that went on after the wake-up',
      [siesta(YESTERDAY, '23:30', '09:10'), wakeUp],
      1,
      '10:40',
      'sleep-end 09:10',
      '1h 30min',
    ],
    [
      'the night that ended before the wake-up',
      [noche(YESTERDAY, '20:50', '08:00'), wakeUp],
      1,
      '09:50',
      'despertar 08:20',
      '1h 30min',
    ],
    [
      'yesterday’s night that ended yesterday',
      [noche(YESTERDAY, '20:50', '23:30'), wakeUp],
      1,
      '09:50',
      'despertar 08:20',
      '1h 30min',
    ],
    [
      'a nap that ended before the wake-up',
      [siesta(DAY, '06:00', '07:00'), wakeUp],
      1,
      '09:50',
      'despertar 08:20',
      '1h 30min',
    ],
    [
      'a nap that ended with the wake-up',
      [siesta(DAY, '07:00', '08:20'), wakeUp],
      2,
      '10:35',
      'despertar 08:20',
      '2h 15min',
    ],
    [
      'naps before the first wake-up, not the second',
      [siesta(DAY, '06:00', '07:00'), wakeUp, nap1, despertar(DAY, '12:00')],
      2,
      '14:15',
      'despertar 12:00',
      '2h 15min',
    ],
    [
      'a night begun after midnight',
      [noche(DAY, '00:30', '08:00')],
      1,
      '09:30',
      'sleep-end 08:00',
      '1h 30min',
    ],
    [
      'a nap before such a night',
      [siesta(DAY, '00:10', '00:20'), noche(DAY, '00:30', '08:00')],
      1,
      '09:30',
      'sleep-end 08:00',
      '1h 30min',
    ],
    [
      'a nap after such a night',
      [noche(DAY, '00:30', '08:00'), nap1],
      2,
      '13:25',
      'sleep-end 11:10',
      '2h 15min',
    ],
    [
      'a night that ended at 05:00',
      [noche(DAY, '00:50', '05:00')],
      1,
      '06:30',
      'sleep-end 05:00',
      '1h 30min',
    ],
    [
      'a nap after a night that ended in the small hours',
      [siesta(DAY, '00:10', '00:20'), noche(DAY, '00:50', '03:00'), nap1],
      2,
      '13:25',
      'sleep-end 11:10',
      '2h 15min',
    ],
    [
      'a wake-up of the small hours, which says that the day begins',
      [noche(DAY, '00:50', '04:10'), despertar(DAY, '04:00')],
      1,
      '05:40',
      'sleep-end 04:10',
      '1h 30min',
    ],
    [
      'a night begun just before noon',
      [noche(DAY, '11:59', '12:30')],
      1,
      '14:00',
      'sleep-end 12:30',
      '1h 30min',
    ],
    [
      'such a night beside a wake-up',
      [noche(DAY, '00:30', '08:00'), despertar(DAY, '06:00'), siesta(DAY, '06:30', '07:00')],
      2,
      '10:15',
      'sleep-end 08:00',
      '2h 15min',
    ],
    [
      'records of other days',
      [siesta(YESTERDAY, '10:00', '11:00'), siesta('2025-08-12', '10:00', '11:00'), wakeUp],
      1,
      '09:50',
      'despertar 08:20',
      '1h 30min',
    ],
  ] as const)('after %s', (_, records, napNumber, start, base, window) => {
    expect(suggest([...records], '16:20')).toMatchObject({ kind: 'nap', napNumber, start, base, window })
  })

  it('never counts from a nap of yesterday whose end is mistyped', () => {
    const mistyped = siesta(YESTERDAY, '15:00', '14:00')
    expect(suggest([mistyped, wakeUp], '16:20')).toMatchObject({ napNumber: 1, base: 'despertar 08:20' })
  })

  it('never counts from a night whose end is mistyped', () => {
    const mistyped = noche(YESTERDAY, '20:30', '19:30')
    expect(suggest([mistyped, wakeUp], '16:20')).toMatchObject({ napNumber: 1, base: 'despertar 08:20' })
    expect(suggest([mistyped], '16:20')).toEqual({ kind: 'none' })
    expect(suggest([noche(DAY, '00:30', '23:40'), nap1], '16:20')).toMatchObject({ base: 'sleep-end 11:10' })
  })

  it('counts a nap of today whose end is mistyped, and not from that end', () => {
    const mistyped = siesta(DAY, '13:35', '13:05')
    expect(suggest([wakeUp, nap1, mistyped], '16:20')).toMatchObject({
      napNumber: 3,
      start: '13:40',
      base: 'sleep-end 11:10',
    })
    expect(suggest([wakeUp, siesta(DAY, '10:00', '09:10'), nap2], '16:20')).toMatchObject({
      napNumber: 3,
      base: 'sleep-end 15:05',
    })
    expect(suggest([siesta(DAY, '06:00', '05:30'), wakeUp], '16:20')).toMatchObject({ napNumber: 1 })
    expect(suggest([mistyped], '16:20')).toEqual({ kind: 'none' })
  })

  it('counts a nap that was logged on two phones once, and naps that touch each', () => {
    const twin = siesta(DAY, '10:05', '11:15')
    expect(suggest([wakeUp, nap1, twin], '12:00')).toMatchObject({ napNumber: 2, start: '13:30' })
    expect(suggest([wakeUp, nap1, siesta(DAY, '11:10', '11:40')], '12:00')).toMatchObject({ napNumber: 3 })
    expect(suggest([wakeUp, nap1, { ...nap2, start_time: null }], '16:00')).toMatchObject({ napNumber: 2 })
  })

  it('counts a nap whose end is still ahead', () => {
    expect(suggest([wakeUp, siesta(DAY, '16:00', '16:40')], '16:20')).toMatchObject({
      napNumber: 2,
      start: '18:55',
    })
  })

  it('shows a range of 30 minutes', () => {
    expect(suggest([despertar(DAY, '08:20')], '16:20')).toMatchObject({ start: '09:50', endAt: '10:20' })
  })

  it.each([
    ['09:00', 50, 0],
    ['09:49', 1, 0],
    ['09:50', 0, 0],
    ['10:20', 0, 0],
    ['10:21', 0, 1],
    ['12:20', 0, 120],
  ])('at %s is %i min away and %i min overdue', (time, inMin, overdueMin) => {
    expect(suggest([wakeUp], time)).toMatchObject({ start: '09:50', inMin, overdueMin })
  })

  it('counts a begun minute as still to come, and an overdue one when it is whole', () => {
    const at = (time: string) =>
      suggestNextSleep([wakeUp], DEFAULT_PLAN, instantAt(DAY, time, MADRID) + 30_000, MADRID)
    expect(at('09:00')).toMatchObject({ inMin: 50 })
    expect(at('10:20')).toMatchObject({ overdueMin: 0 })
    expect(at('10:21')).toMatchObject({ overdueMin: 1 })
  })

  it('counts wake windows in real minutes', () => {
    const springDay = '2026-03-29'
    const next = suggest([despertar(springDay, '01:30')], '01:40', DEFAULT_PLAN, springDay)
    expect(next).toMatchObject({ start: '04:00', inMin: 80 })
    const autumnDay = '2025-10-26'
    expect(suggest([despertar(autumnDay, '02:45')], '02:50', DEFAULT_PLAN, autumnDay)).toMatchObject({
      start: '03:15',
    })
  })
})

describe('bedtime', () => {
  it('comes after all planned naps, without a range', () => {
    expect(suggest([wakeUp, nap1, nap2, nap3], '19:00')).toEqual({
      kind: 'bedtime',
      napsTaken: 3,
      start: '21:05',
      base: 'sleep-end 18:20',
      window: '2h 45min',
      windowMin: 165,
      overdueMin: 0,
      inMin: 125,
    })
  })

  it('is overdue from its moment on', () => {
    expect(suggest([wakeUp, nap1, nap2, nap3], '21:05')).toMatchObject({ inMin: 0, overdueMin: 0 })
    expect(suggest([wakeUp, nap1, nap2, nap3], '21:25')).toMatchObject({ inMin: 0, overdueMin: 20 })
  })

  it('repeats the last window after more naps than planned', () => {
    expect(suggest([wakeUp, nap1, nap2, nap3, nap4], '16:20')).toMatchObject({
      kind: 'bedtime',
      start: '21:50',
      window: '2h 45min',
    })
  })

  it('comes when naps_count says so, whatever the length of the list', () => {
    expect(suggest([wakeUp, nap1, nap2], '16:20', { ...DEFAULT_PLAN, naps_count: 2 })).toMatchObject({
      kind: 'bedtime',
      start: '17:35',
      window: '2h 30min',
    })
    expect(suggest([wakeUp, nap1, nap2, nap3], '19:00', { ...DEFAULT_PLAN, naps_count: 4 })).toMatchObject({
      kind: 'nap',
      napNumber: 4,
      window: '2h 45min',
    })
  })
})
