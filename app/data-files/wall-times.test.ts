import { describe, expect, it } from 'vitest'
import { MADRID } from '../../core/time/zone.ts'
import { parseMoment, sleepBetween, wallDate, wallTime } from './wall-times.ts'

describe('parseMoment', () => {
  it.each([
    ['2023-01-01 10:00', { date: '2023-01-01', time: '10:00' }],
    ['2020-02-17 00:14:09', { date: '2020-02-17', time: '00:14' }],
    ['2025-08-11T13:05:00.123', { date: '2025-08-11', time: '13:05' }],
    [' 2025-08-11 9:05 ', { date: '2025-08-11', time: '09:05' }],
  ])('takes %s as it stands on the wall', (text, moment) => {
    expect(parseMoment(text, false, MADRID)).toEqual({ ...moment, isZoned: false })
  })

  it.each([
    ['2025-08-11T11:05:00Z', { date: '2025-08-11', time: '13:05' }],
    ['2025-01-11 22:30:00+00:00', { date: '2025-01-11', time: '23:30' }],
    ['2025-08-11T18:30:00-0400', { date: '2025-08-12', time: '00:30' }],
    ['2025-08-11 11:05:00 UTC', { date: '2025-08-11', time: '13:05' }],
  ])('brings %s to Madrid', (text, moment) => {
    expect(parseMoment(text, false, MADRID)).toEqual({ ...moment, isZoned: true })
  })

  it('takes times without a zone as UTC when told so', () => {
    expect(parseMoment('2025-08-11 11:05', true, MADRID)).toEqual({
      date: '2025-08-11',
      time: '13:05',
      isZoned: false,
    })
  })

  it.each(['', 'ayer', '2025-02-30 10:00', '2025-08-11', '2025-08-11 25:00', '11/08/2025 10:00', '10:00'])(
    'does not guess at «%s»',
    (text) => {
      expect(parseMoment(text, false, MADRID)).toBeNull()
      expect(parseMoment(text, true, MADRID)).toBeNull()
    },
  )
})

describe('sleepBetween', () => {
  const at = (date: string, time: string) => ({ date, time })

  it('is a date with two times', () => {
    expect(sleepBetween(at('2025-08-10', '20:30'), at('2025-08-11', '07:05'))).toEqual({
      kind: 'sleep',
      date: '2025-08-10',
      start: '20:30',
      end: '07:05',
    })
  })

  it.each([
    ['end-before-start', at('2025-08-11', '13:05'), at('2025-08-11', '12:00')],
    ['no-length', at('2025-08-11', '13:05'), at('2025-08-11', '13:05')],
    ['too-long', at('2025-08-10', '13:05'), at('2025-08-11', '14:00')],
    ['too-long', at('2025-08-10', '13:05'), at('2025-08-12', '07:00')],
  ] as const)('%s', (reason, start, end) => {
    expect(sleepBetween(start, end)).toEqual({ kind: 'odd', reason })
  })
})

describe('what a spreadsheet makes of a date and a time', () => {
  it.each([
    ['2025-08-11', '2025-08-11'],
    ['11/08/2025', '2025-08-11'],
    ['1/8/2025', '2025-08-01'],
    ['11-08-2025', '2025-08-11'],
    ['31/02/2025', null],
    ['08/25/2025', null],
    ['', null],
  ])('%s is %s', (text, date) => {
    expect(wallDate(text)).toBe(date)
  })

  it.each([
    ['13:05', '13:05'],
    ['7:05', '07:05'],
    ['07:05:00', '07:05'],
    ['24:00', null],
    ['7', null],
  ])('%s is %s', (text, time) => {
    expect(wallTime(text)).toBe(time)
  })
})
