import { describe, expect, it } from 'vitest'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { instantAt, localTimeAt } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { dayTotalMinutes, napsOf, recordsOfDay, runningInterval } from './day-total.ts'

const DAY = '2025-08-11'
const NOW = instantAt(DAY, '16:20', MADRID)

describe('recordsOfDay', () => {
  it('holds the records of that date, newest first', () => {
    const wakeUp = despertar(DAY, '08:20')
    const nap = siesta(DAY, '10:00', '11:10')
    const nightBefore = noche('2025-08-10', '20:50', '08:20')
    const nextDay = siesta('2025-08-12', '10:00', '11:00')
    expect(recordsOfDay([wakeUp, nightBefore, nap, nextDay], DAY)).toEqual([nap, wakeUp])
    expect(recordsOfDay([wakeUp], '2025-08-09')).toEqual([])
  })
})

describe('dayTotalMinutes', () => {
  it.each([
    ['nothing', [], 0],
    ['a wake-up alone', [despertar(DAY, '08:20')], 0],
    ['two naps', [siesta(DAY, '10:00', '11:10'), siesta(DAY, '13:35', '15:05')], 160],
    ['the night that begins that day', [siesta(DAY, '10:00', '11:00'), noche(DAY, '20:50', '08:20')], 750],
    ['not the night that ended that day', [noche('2025-08-10', '20:50', '08:20')], 0],
    ['a nap under the older name', [recordOf('siesta', DAY, { time: '10:00', end_time: '10:30' })], 30],
    ['a nap without a start', [siesta(DAY, null, '11:00')], 0],
    ['an overlap once', [siesta(DAY, '13:00', '14:00'), siesta(DAY, '13:30', '15:00')], 120],
    ['one inside another once', [siesta(DAY, '13:00', '15:00'), siesta(DAY, '13:30', '14:00')], 120],
    [
      'a third beyond one inside another',
      [siesta(DAY, '13:00', '15:00'), siesta(DAY, '13:30', '14:00'), siesta(DAY, '14:30', '15:30')],
      150,
    ],
    ['the same twice once', [siesta(DAY, '13:00', '14:00'), siesta(DAY, '13:00', '14:00')], 60],
    ['one after another both', [siesta(DAY, '13:00', '14:00'), siesta(DAY, '14:00', '15:00')], 120],
    ['a stored duration that disagrees', [{ ...siesta(DAY, '13:00', '14:00'), duration: 999 }], 60],
    ['the running nap so far', [siesta(DAY, '15:38')], 42],
    ['the running nap beside a closed one', [siesta(DAY, '15:38'), siesta(DAY, '10:00', '11:00')], 102],
    ['a nap inside the running one once', [siesta(DAY, '16:10', '16:30'), siesta(DAY, '15:00')], 90],
    [
      'an open nap not, once a later one has ended',
      [siesta(DAY, '15:10', '15:20'), siesta(DAY, '15:00')],
      10,
    ],
    ['an older open nap not', [siesta(DAY, '15:38'), siesta(DAY, '10:00')], 42],
    ['an open one still ahead not', [siesta(DAY, '17:00')], 0],
    ['an open one hidden by tomorrow’s not', [siesta(DAY, '15:38'), siesta('2025-08-12', '10:00')], 42],
    ['a stale one not', [noche(DAY, '00:19')], 0],
    ['one open for 16 h', [noche(DAY, '00:20')], 960],
  ])('counts %s', (_, records, minutes) => {
    expect(dayTotalMinutes(records, DAY, NOW, MADRID)).toBe(minutes)
  })

  it('counts whole minutes of the running nap', () => {
    expect(dayTotalMinutes([siesta(DAY, '15:38')], DAY, NOW + 59_999, MADRID)).toBe(42)
  })

  it('counts last night’s running minutes in its own day', () => {
    const now = instantAt(DAY, '06:50', MADRID)
    const night = noche('2025-08-10', '20:50')
    expect(dayTotalMinutes([night], '2025-08-10', now, MADRID)).toBe(600)
    expect(dayTotalMinutes([night], DAY, now, MADRID)).toBe(0)
  })

  it('is real time on the nights the clocks change', () => {
    expect(dayTotalMinutes([noche('2025-10-25', '19:30', '07:00')], '2025-10-25', NOW, MADRID)).toBe(750)
    expect(dayTotalMinutes([noche('2026-03-28', '19:30', '07:00')], '2026-03-28', NOW, MADRID)).toBe(630)
  })
})

describe('napsOf', () => {
  it.each([
    ['two', [siesta(DAY, '13:00', '14:00'), siesta(DAY, '10:00', '11:10')], ['10:00-11:10', '13:00-14:00']],
    ['one logged twice', [siesta(DAY, '13:00', '14:00'), siesta(DAY, '13:04', '14:10')], ['13:00-14:10']],
    ['a third inside both', [siesta(DAY, '13:00', '15:00'), siesta(DAY, '13:30', '14:00')], ['13:00-15:00']],
    [
      'those that touch',
      [siesta(DAY, '13:00', '14:00'), siesta(DAY, '14:00', '15:00')],
      ['13:00-14:00', '14:00-15:00'],
    ],
    [
      'one that only one phone has ended',
      [siesta(DAY, '13:00'), siesta(DAY, '13:10', '14:00')],
      ['13:00-14:00'],
    ],
    ['one that nobody has ended', [siesta(DAY, '13:04'), siesta(DAY, '13:00')], ['13:00-']],
    [
      'one without an end, and a later one',
      [siesta(DAY, '13:00'), siesta(DAY, '13:11', '14:00')],
      ['13:00-', '13:11-14:00'],
    ],
    [
      'one without an end that began in another',
      [siesta(DAY, '13:00', '14:00'), siesta(DAY, '13:40')],
      ['13:00-14:00'],
    ],
    [
      'one whose end is mistyped',
      [siesta(DAY, '13:00', '12:30'), siesta(DAY, '16:00', '17:00')],
      ['13:00-', '16:00-17:00'],
    ],
    [
      'none without a start, no night and no wake-up',
      [siesta(DAY, null, '14:00'), noche(DAY, '20:00', '07:00'), despertar(DAY, '07:00')],
      [],
    ],
  ])('are %s', (_, records, naps) => {
    const timeOf = (at: number | null) => (at === null ? '' : localTimeAt(at, MADRID))
    const shown = napsOf(records, MADRID).map(({ startAt, endAt }) => `${timeOf(startAt)}-${timeOf(endAt)}`)
    expect(shown).toEqual(naps)
  })
})

describe('runningInterval', () => {
  it('is from the start to now, empty while the start is ahead', () => {
    const startAt = instantAt(DAY, '15:38', MADRID)
    expect(runningInterval(siesta(DAY, '15:38'), NOW, MADRID)).toEqual({ startAt, endAt: NOW })
    expect(runningInterval(siesta(DAY, '15:38'), startAt - 1, MADRID)).toEqual({ startAt, endAt: startAt })
  })

  it('is null without a start', () => {
    expect(runningInterval(siesta(DAY, null), NOW, MADRID)).toBeNull()
  })
})
