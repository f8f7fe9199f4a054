import { describe, expect, it } from 'vitest'
import { type SleepRecord, sortNewestFirst } from '../records/sleep-record.ts'
import { noche, recordOf, siesta } from '../testing/records.ts'
import { MADRID } from '../time/zone.ts'
import { longestStretch, wakingsLoggedSince } from './longest-stretch.ts'

const DAY = '2025-08-11'

const night = (
  date: string,
  start: string,
  end: string | null,
  times: readonly string[],
  wakeUps = times.length,
) =>
  recordOf('noche', date, {
    start_time: start,
    end_time: end,
    wake_ups: wakeUps,
    taps: times.map((time) => ({ id: `${date} ${time}`, kind: 'wake_ups', time })),
  })

const stretch = (...records: readonly SleepRecord[]) => longestStretch(sortNewestFirst(records), DAY, MADRID)

describe('longestStretch', () => {
  it('is the longest time between two wakings, the night’s start and its end', () => {
    expect(stretch(night(DAY, '20:00', '07:00', ['23:10', '04:40']))).toBe(330)
    expect(stretch(night(DAY, '20:00', '07:00', ['01:00']))).toBe(360)
    expect(stretch(night(DAY, '20:00', '07:00', ['20:30', '21:00']))).toBe(600)
  })

  it('is the whole night where there was no waking', () => {
    expect(stretch(noche(DAY, '20:00', '07:00'))).toBe(660)
  })

  it('isn’t known of a waking without a time, a night without an end, and where there is no night', () => {
    expect(stretch(night(DAY, '20:00', '07:00', ['23:10'], 2))).toBeNull()
    expect(stretch(night(DAY, '20:00', null, ['23:10']))).toBeNull()
    expect(stretch(night(DAY, '20:00', '02:00', []), night('2025-08-12', '02:30', null, []))).toBeNull()
    expect(stretch()).toBeNull()
    expect(stretch(recordOf('noche', DAY))).toBeNull()
  })

  it('takes a night in parts as one that was interrupted, and two entries of one night as one', () => {
    expect(stretch(night(DAY, '20:00', '23:00', []), night('2025-08-12', '00:30', '05:00', []))).toBe(270)
    expect(stretch(noche(DAY, '20:00', '23:00'), noche(DAY, '23:00', '04:00'))).toBe(480)
    expect(stretch(noche(DAY, '20:00', '06:50'), noche(DAY, '20:05', '06:00'))).toBe(650)
  })

  it('is of the evening’s night: one of the morning before and the next evening’s are others', () => {
    const others = [
      noche(DAY, '02:00', '09:00'),
      noche('2025-08-12', '19:00', '08:00'),
      noche(DAY, '07:00', '11:50'),
    ]
    expect(stretch(...others)).toBeNull()
    expect(stretch(...others, noche('2025-08-12', '00:10', '06:10'))).toBe(360)
    expect(stretch(siesta(DAY, '13:00', '15:00'))).toBeNull()
  })

  it('passes over a waking that lies outside of the night, whose times were mended later', () => {
    expect(stretch(night(DAY, '20:30', '07:00', ['20:10']))).toBe(630)
  })

  it('is real time on the nights that change the hour', () => {
    const autumn = night('2025-10-25', '20:00', '07:00', ['01:00'])
    expect(longestStretch([autumn], '2025-10-25', MADRID)).toBe(420)
    const spring = night('2026-03-28', '20:00', '07:00', ['01:00'])
    expect(longestStretch([spring], '2026-03-28', MADRID)).toBe(300)
  })
})

describe('wakingsLoggedSince', () => {
  it('is the evening of the oldest night with a tapped waking', () => {
    const since = (...records: readonly SleepRecord[]) => wakingsLoggedSince(sortNewestFirst(records))
    expect(since()).toBeNull()
    expect(since(night(DAY, '20:00', '07:00', [], 3))).toBeNull()
    expect(
      since(night(DAY, '20:00', '07:00', ['01:00']), night('2025-08-09', '20:00', '07:00', ['02:00'])),
    ).toBe('2025-08-09')
    expect(since(night(DAY, '00:20', '07:00', ['01:00']))).toBe('2025-08-10')
  })

  it('passes over a night that is of no evening, as one that began in the morning', () => {
    const odd = night('2025-08-02', '07:00', '09:00', ['08:00'])
    expect(wakingsLoggedSince([odd])).toBeNull()
    expect(wakingsLoggedSince([night(DAY, '20:00', '07:00', ['01:00']), odd])).toBe(DAY)
  })
})
