import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { instantAt } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import {
  clockChangeMinutes,
  endDateOf,
  formatDuration,
  knownEndAt,
  sleepInterval,
  sleepMinutes,
} from './durations.ts'

describe('sleepMinutes', () => {
  it.each([
    ['a nap', '2025-08-11', '13:35', '15:05', 90],
    ['a night', '2025-08-10', '20:50', '08:20', 690],
    ['over the new year', '2025-12-31', '23:30', '00:15', 45],
    ['one minute', '2025-08-11', '13:35', '13:36', 1],
    ['all day but a minute', '2025-08-11', '13:35', '13:34', 1439],
    ['end equal to start', '2025-08-11', '13:35', '13:35', 1440],
    // The night of 26 October 2025 is an hour longer.
    ['the autumn night', '2025-10-25', '19:30', '07:00', 750],
    ['the night before it', '2025-10-24', '19:30', '07:00', 690],
    ['the night after it', '2025-10-26', '19:30', '07:00', 690],
    ['ending before the autumn change', '2025-10-25', '22:00', '01:30', 210],
    ['ending inside the repeated hour: the first', '2025-10-26', '01:30', '02:30', 60],
    ['ending as the repeated hour is over', '2025-10-26', '01:30', '03:00', 150],
    ['starting inside the repeated hour: the first', '2025-10-26', '02:30', '03:30', 120],
    ['back to an earlier time inside it: next day', '2025-10-26', '02:45', '02:15', 1470],
    ['end equal to start over the autumn change', '2025-10-25', '12:00', '12:00', 1500],
    ['end equal to start inside the repeated hour', '2025-10-26', '02:30', '02:30', 1500],
    // The night of 29 March 2026 is an hour shorter.
    ['the spring night', '2026-03-28', '19:30', '07:00', 630],
    ['the night before it', '2026-03-27', '19:30', '07:00', 690],
    ['ending as the spring gap begins', '2026-03-28', '23:00', '02:00', 180],
    ['ending inside the spring gap', '2026-03-28', '23:00', '02:30', 180],
    ['starting inside the spring gap', '2026-03-29', '02:30', '04:00', 60],
    ['all inside the spring gap', '2026-03-29', '02:10', '02:50', 0],
    ['end equal to start over the spring change', '2026-03-28', '12:00', '12:00', 1380],
    ['a nap on the day of the change', '2026-03-29', '13:00', '14:00', 60],
  ])('%s: %s %s-%s is %i min', (_, date, start, end, minutes) => {
    expect(sleepMinutes(date, start, end, MADRID)).toBe(minutes)
  })

  it.each([
    ['2025-08-11', null, '10:00'],
    ['2025-08-11', '10:00', null],
    ['2025-08-11', null, null],
    ['2025-08-11', '', '10:00'],
    ['2025-08-11', '10:00', ''],
    ['2025-08-11', '10:00', '25:00'],
    ['2025-02-30', '10:00', '11:00'],
  ])('is 0 for %j, %j, %j', (date, start, end) => {
    expect(sleepMinutes(date, start, end, MADRID)).toBe(0)
  })

  it('is a whole number from 0 to 25 h for any text at all', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('2025-10-25', '2026-03-28', '02:30', '19:30', '24:00'))
    fc.assert(
      fc.property(text, text, text, (date, start, end) => {
        const minutes = sleepMinutes(date, start, end, MADRID)
        expect(Number.isInteger(minutes) && minutes >= 0 && minutes <= 1500).toBe(true)
      }),
    )
  })
})

describe('knownEndAt', () => {
  it.each([
    ['of a nap', siesta('2025-08-11', '13:00', '14:00'), instantAt('2025-08-11', '14:00', MADRID)],
    ['of a nap of 16 h', siesta('2025-08-11', '13:00', '05:00'), instantAt('2025-08-12', '05:00', MADRID)],
    ['not of a longer one, which is mistyped', siesta('2025-08-11', '13:00', '05:01'), null],
    ['of a night', noche('2025-08-11', '20:00', '12:00'), instantAt('2025-08-12', '12:00', MADRID)],
    ['not of a night that is longer than any', noche('2025-08-11', '20:00', '12:01'), null],
    ['not of one that has none', siesta('2025-08-11', '13:00'), null],
  ])('is the end %s', (_, record, endAt) => {
    expect(knownEndAt(record, MADRID)).toBe(endAt)
  })
})

describe('sleepInterval', () => {
  it('spans a closed sleep', () => {
    expect(sleepInterval(noche('2025-12-31', '20:00', '07:00'), MADRID)).toEqual({
      startAt: instantAt('2025-12-31', '20:00', MADRID),
      endAt: instantAt('2026-01-01', '07:00', MADRID),
    })
  })

  it('reads a start under its older name', () => {
    const record = recordOf('siesta', '2025-08-11', { time: '10:00', end_time: '11:00' })
    expect(sleepInterval(record, MADRID)?.startAt).toBe(instantAt('2025-08-11', '10:00', MADRID))
  })

  it('lets the times beat a stored duration that disagrees', () => {
    const record = recordOf('siesta', '2025-08-11', { start_time: '10:00', end_time: '11:00', duration: 999 })
    const slept = sleepInterval(record, MADRID)
    expect(slept && slept.endAt - slept.startAt).toBe(3_600_000)
  })

  it.each([
    ['an open nap', siesta('2025-08-11', '10:00')],
    ['a nap without a start', siesta('2025-08-11', null, '10:00')],
    ['a wake-up', despertar('2025-08-11', '10:00')],
    ['a wake-up with an end', recordOf('despertar', '2025-08-11', { time: '10:00', end_time: '11:00' })],
  ])('is null for %s', (_, record) => {
    expect(sleepInterval(record, MADRID)).toBeNull()
  })
})

describe('endDateOf', () => {
  it('is the next day unless the end is later', () => {
    expect(endDateOf('2025-12-31', '10:00', '10:01')).toBe('2025-12-31')
    expect(endDateOf('2025-12-31', '10:00', '10:00')).toBe('2026-01-01')
    expect(endDateOf('2025-12-31', '10:00', '09:59')).toBe('2026-01-01')
  })
})

describe('formatDuration', () => {
  it.each([
    [0, '0m'],
    [1, '1m'],
    [45, '45m'],
    [59, '59m'],
    [59.4, '59m'],
    [59.5, '1h 0m'],
    [60, '1h 0m'],
    [90, '1h 30m'],
    [120, '2h 0m'],
    [1500, '25h 0m'],
    [-5, '0m'],
  ])('%d min: %s', (minutes, text) => {
    expect(formatDuration(minutes)).toBe(text)
  })

  it.each([null, undefined, Number.NaN])('is empty for %s', (missing) => {
    expect(formatDuration(missing)).toBe('')
  })
})

describe('clockChangeMinutes', () => {
  it.each([
    ['over the autumn change', noche('2025-10-25', '19:30', '07:00'), 60],
    ['the night before', noche('2025-10-24', '19:30', '07:00'), 0],
    ['ending in the first 02:30', noche('2025-10-25', '19:30', '02:30'), 0],
    ['ending after the repeated hour', noche('2025-10-25', '19:30', '03:00'), 60],
    ['starting after the repeated hour', noche('2025-10-26', '03:00', '08:00'), 0],
    ['over the spring change', noche('2026-03-28', '19:30', '07:00'), -60],
    ['ending before the spring gap', noche('2026-03-28', '19:30', '01:59'), 0],
    ['ending as it happens', noche('2026-03-28', '19:30', '03:00'), -60],
    ['starting as it happens', noche('2026-03-29', '03:00', '08:00'), 0],
    ['starting inside the gap', noche('2026-03-29', '02:30', '08:00'), 0],
    ['a nap that day', siesta('2026-03-29', '13:00', '14:00'), 0],
    ['an open night', noche('2026-03-28', '19:30'), 0],
    ['a wake-up', despertar('2026-03-29', '08:00'), 0],
  ])('%s', (_, record, minutes) => {
    expect(clockChangeMinutes(record, MADRID)).toBe(minutes)
  })
})
