import { describe, expect, it } from 'vitest'
import type { SleepRecord } from '../records/sleep-record.ts'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { instantAt } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { earlierEnds, endQuestion, endTimeAt, lastNightEnd, offeredEnds, wakeUpEnding } from './sleep-end.ts'

const NAP = siesta('2025-08-11', '13:05')
const NIGHT = noche('2025-08-10', '20:50')

describe('endTimeAt', () => {
  it.each([
    { at: '14:17', ends: '14:17' },
    { at: '13:06', ends: '13:06' },
    { at: '13:05', ends: '13:06', why: 'equal times would read as a whole day' },
    { at: '13:04', ends: null, why: 'it had not begun' },
  ])('a nap from 13:05 ended at $at ends at $ends', ({ at, ends }) => {
    expect(endTimeAt(NAP, instantAt('2025-08-11', at, MADRID), MADRID)).toBe(ends)
  })

  it('goes past midnight', () => {
    expect(endTimeAt(NIGHT, instantAt('2025-08-11', '06:40', MADRID), MADRID)).toBe('06:40')
  })

  it('reads the older alias of the start', () => {
    const old = recordOf('siesta', '2025-08-11', { time: '13:05' })
    expect(endTimeAt(old, instantAt('2025-08-11', '13:04', MADRID), MADRID)).toBeNull()
  })

  it('has no answer for a record without a start', () => {
    expect(
      endTimeAt(recordOf('siesta', '2025-08-11'), instantAt('2025-08-11', '14:00', MADRID), MADRID),
    ).toBeNull()
  })
})

describe('earlierEnds', () => {
  const offered = (night: SleepRecord, at: string) =>
    earlierEnds(night, instantAt('2025-08-11', at, MADRID), MADRID).map(
      ({ minutes, time }) => `${minutes}: ${time}`,
    )
  const tapped = (...times: string[]) => ({
    ...NIGHT,
    taps: times.map((time) => ({ id: time, kind: 'wake_ups' as const, time })),
  })

  it('is 5, 10 or 15 minutes ago, never before the sleep began', () => {
    expect(offered(NIGHT, '06:40')).toEqual(['5: 06:35', '10: 06:30', '15: 06:25'])
    expect(offered({ ...NAP, start_time: '12:28' }, '12:40')).toEqual(['5: 12:35', '10: 12:30'])
    expect(offered(recordOf('siesta', '2025-08-11'), '12:40')).toEqual([])
  })

  it('is never before a waking that was tapped: the night went on', () => {
    expect(offered(tapped('23:50', '06:30'), '06:40')).toEqual(['5: 06:35', '10: 06:30'])
    expect(offered(tapped('06:39'), '06:40')).toEqual([])
    // The waking was tapped on a phone whose clock is ahead.
    expect(offered(tapped('06:55'), '06:40')).toHaveLength(3)
  })
})

describe('wakeUpEnding', () => {
  const now = instantAt('2025-08-11', '09:10', MADRID)

  it('is the first wake-up after the night began', () => {
    const log = [
      despertar('2025-08-11', '08:40'),
      despertar('2025-08-11', '07:30'),
      despertar('2025-08-10', '08:00'),
    ]
    expect(wakeUpEnding(NIGHT, log, now, MADRID)).toBe('07:30')
  })

  it.each([
    { name: 'none is logged', log: [] },
    { name: 'it is still to come', log: [despertar('2025-08-11', '09:30')] },
    { name: 'it was before the night', log: [despertar('2025-08-10', '08:00')] },
  ])('is null when $name', ({ log }) => {
    expect(wakeUpEnding(NIGHT, log, now, MADRID)).toBeNull()
  })

  it('is null a day or more later, which a wall time cannot say', () => {
    const log = [despertar('2025-08-11', '20:50')]
    expect(wakeUpEnding(NIGHT, log, instantAt('2025-08-11', '21:00', MADRID), MADRID)).toBeNull()
  })

  it('is not cut by a wake-up of the small hours that it has outlasted by more than half an hour', () => {
    const log = [despertar('2025-08-11', '03:10')]
    const at = (time: string) => wakeUpEnding(NIGHT, log, instantAt('2025-08-11', time, MADRID), MADRID)
    expect([at('03:10'), at('03:40'), at('03:41'), at('07:30')]).toEqual(['03:10', '03:10', null, null])
    expect(wakeUpEnding(NIGHT, [despertar('2025-08-11', '07:30'), ...log], now, MADRID)).toBe('07:30')
  })

  it('is later than another part of the night, and doesn’t heed the night that follows', () => {
    const second = noche('2025-08-11', '06:10')
    const log = [despertar('2025-08-11', '07:30'), second, despertar('2025-08-11', '05:40')]
    expect(wakeUpEnding(NIGHT, log, now, MADRID)).toBe('07:30')
    expect(wakeUpEnding(NIGHT, log.slice(1), now, MADRID)).toBeNull()
    const following = [noche('2025-08-11', '20:30'), ...log.slice(2)]
    expect(wakeUpEnding(NIGHT, following, instantAt('2025-08-11', '20:40', MADRID), MADRID)).toBe('05:40')
  })

  it('doesn’t heed the night of the next evening either where it began after midnight itself', () => {
    const [begunLate, evening] = [noche('2025-08-11', '00:20'), noche('2025-08-11', '20:40')]
    const log = [evening, despertar('2025-08-11', '07:30')]
    const at = instantAt('2025-08-11', '21:00', MADRID)
    expect(wakeUpEnding(begunLate, log, at, MADRID)).toBe('07:30')
    expect(wakeUpEnding(begunLate, [noche('2025-08-11', '08:10'), ...log], at, MADRID)).toBeNull()
  })

  it('is no earlier than a waking that was tapped: the night went on', () => {
    const tap = (time: string, kind: 'wake_ups' | 'feedings' = 'wake_ups') => ({ id: time, kind, time })
    const log = [despertar('2025-08-11', '07:30')]
    const of = (...taps: (typeof NIGHT)['taps']) => wakeUpEnding({ ...NIGHT, taps }, log, now, MADRID)
    expect(of(tap('23:50'), tap('04:45'), tap('07:30'))).toBe('07:30')
    expect(of(tap('07:31'))).toBeNull()
    expect(of(tap('07:40', 'feedings'))).toBe('07:30')
    // A tap in the minute of the start, and one before a start that was set later since, change nothing.
    expect(of(tap('20:50'))).toBe('07:30')
    expect(of(tap('20:40'))).toBe('07:30')
  })

  it('passes over records without a time', () => {
    const log = [recordOf('despertar', '2025-08-11'), recordOf('noche', '2025-08-11')]
    expect(wakeUpEnding(NIGHT, log, now, MADRID)).toBeNull()
  })

  it('leaves naps alone', () => {
    expect(
      wakeUpEnding(NAP, [despertar('2025-08-11', '13:30')], instantAt('2025-08-11', '14:00', MADRID), MADRID),
    ).toBeNull()
  })
})

describe('offeredEnds', () => {
  it('has two times, or one where they are the same minute', () => {
    const log = [despertar('2025-08-11', '07:30')]
    expect(offeredEnds(NIGHT, log, instantAt('2025-08-11', '07:45', MADRID), MADRID)).toEqual({
      wokeUpAt: '07:30',
      now: '07:45',
    })
    expect(offeredEnds(NIGHT, log, instantAt('2025-08-11', '07:30', MADRID), MADRID)).toEqual({
      wokeUpAt: '07:30',
      now: null,
    })
    expect(offeredEnds(NIGHT, [], instantAt('2025-08-11', '07:30', MADRID), MADRID)).toEqual({
      wokeUpAt: null,
      now: '07:30',
    })
  })
})

describe('endQuestion', () => {
  const at = (time: string) => instantAt('2025-08-11', time, MADRID)

  it('is asked after the wake-up, and after 16 hours', () => {
    expect(endQuestion(NIGHT, [despertar('2025-08-11', '07:30')], at('07:45'), MADRID)).toEqual({
      wokeUpAt: '07:30',
    })
    expect(endQuestion(NIGHT, [], at('12:50'), MADRID)).toBeNull()
    expect(endQuestion(NIGHT, [], at('12:51'), MADRID)).toEqual({ wokeUpAt: null })
    expect(endQuestion(recordOf('siesta', '2025-08-11'), [], at('12:51'), MADRID)).toBeNull()
  })

  it('is asked when the baby has slept since', () => {
    const nap = siesta('2025-08-11', '09:00', '09:40')
    expect(endQuestion(NIGHT, [nap], at('09:39'), MADRID)).toBeNull()
    expect(endQuestion(NIGHT, [nap], at('09:40'), MADRID)).toEqual({ wokeUpAt: null })
  })
})

describe('lastNightEnd', () => {
  const night = { ...NIGHT, end_time: '08:20' }

  it('is the end of the night that ended today', () => {
    expect(lastNightEnd([night], '2025-08-11', instantAt('2025-08-11', '08:34', MADRID), MADRID)).toBe(
      '08:20',
    )
  })

  it('takes the latest when the night was logged in parts', () => {
    const second = noche('2025-08-11', '04:00', '07:10')
    const first = { ...NIGHT, end_time: '03:15' }
    expect(
      lastNightEnd([second, first], '2025-08-11', instantAt('2025-08-11', '08:34', MADRID), MADRID),
    ).toBe('07:10')
  })

  it.each([
    { name: 'the night before that', log: [{ ...night, date: '2025-08-09' }] },
    { name: 'a night that is still open', log: [NIGHT] },
    { name: 'a nap', log: [{ ...night, type: 'siesta' as const }] },
    { name: 'an end that is still to come', log: [{ ...night, end_time: '08:50' }] },
  ])('is not taken from $name', ({ log }) => {
    expect(lastNightEnd(log, '2025-08-11', instantAt('2025-08-11', '08:34', MADRID), MADRID)).toBeNull()
  })
})
