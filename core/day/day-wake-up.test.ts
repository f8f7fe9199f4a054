import { describe, expect, it } from 'vitest'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { instantAt } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { lacksWakeUp, wakeUpOffered, wakeUpsAfterNights } from './day-wake-up.ts'

const DAY = '2025-08-10'
const NEXT_AFTERNOON = instantAt('2025-08-11', '16:20', MADRID)

describe('lacksWakeUp', () => {
  it('of a day that has none, whatever else it has', () => {
    expect(lacksWakeUp([], DAY)).toBe(true)
    expect(lacksWakeUp([siesta(DAY, '10:00', '11:00'), despertar('2025-08-11', '07:30')], DAY)).toBe(true)
  })

  it('not of one that has its morning', () => {
    expect(lacksWakeUp([despertar(DAY, '05:00')], DAY)).toBe(false)
    expect(lacksWakeUp([despertar(DAY, '03:10'), despertar(DAY, '07:30')], DAY)).toBe(false)
  })

  it('not of one whose wake-up has no time', () => {
    expect(lacksWakeUp([recordOf('despertar', DAY)], DAY)).toBe(false)
  })

  it('of one whose only wake-up was in the night', () => {
    expect(lacksWakeUp([despertar(DAY, '04:59')], DAY)).toBe(true)
  })
})

describe('wakeUpsAfterNights', () => {
  it('reads each morning from the end of its night, told on the day it ended', () => {
    expect(
      wakeUpsAfterNights([noche('2025-08-10', '20:30', '07:05'), siesta('2025-08-11', '10:00', '11:00')]),
    ).toEqual([{ date: '2025-08-11', time: '07:05' }])
  })

  it('takes the last stretch of a night in pieces', () => {
    const night = [
      noche('2025-08-10', '20:30', '01:10'),
      noche('2025-08-11', '06:20', '07:40'),
      noche('2025-08-11', '01:40', '06:00'),
    ]
    expect(wakeUpsAfterNights(night)).toEqual([{ date: '2025-08-11', time: '07:40' }])
  })

  it('says nothing of a day that has its wake-up, of an open night, or of an end that is no morning', () => {
    expect(
      wakeUpsAfterNights([noche('2025-08-10', '20:30', '07:05'), despertar('2025-08-11', '08:20')]),
    ).toEqual([])
    expect(wakeUpsAfterNights([noche('2025-08-10', '20:30')])).toEqual([])
    expect(wakeUpsAfterNights([noche('2025-08-10', null, '07:00')])).toEqual([])
    expect(wakeUpsAfterNights([noche('2025-08-10', '20:30', '03:59')])).toEqual([])
    expect(wakeUpsAfterNights([noche('2025-08-10', '20:30', '12:00')])).toEqual([])
  })
})

describe('wakeUpOffered', () => {
  it('is the end of the night that ended on the day', () => {
    const records = [noche(DAY, '20:30', '07:05'), noche('2025-08-09', '20:30', '07:40')]
    expect(wakeUpOffered(records, DAY, NEXT_AFTERNOON, MADRID)).toBe('07:40')
  })

  it('is nothing when no night ended there, and when the morning is told', () => {
    expect(wakeUpOffered([noche(DAY, '20:30', '07:05')], DAY, NEXT_AFTERNOON, MADRID)).toBeNull()
    const records = [noche('2025-08-09', '20:30', '07:40'), despertar(DAY, '07:30')]
    expect(wakeUpOffered(records, DAY, NEXT_AFTERNOON, MADRID)).toBeNull()
  })

  it('is nothing when the small hour in which the night ended is noted as a wake-up', () => {
    const early = [noche('2025-08-09', '20:30', '04:40'), despertar(DAY, '04:40')]
    expect(wakeUpOffered(early.slice(0, 1), DAY, NEXT_AFTERNOON, MADRID)).toBe('04:40')
    expect(wakeUpOffered(early, DAY, NEXT_AFTERNOON, MADRID)).toBeNull()
  })

  it('stands beside a wake-up in the night', () => {
    const records = [noche('2025-08-09', '20:30', '07:40'), despertar(DAY, '03:10')]
    expect(wakeUpOffered(records, DAY, NEXT_AFTERNOON, MADRID)).toBe('07:40')
  })

  it('is nothing while the night goes on after a break in the morning', () => {
    const parts = [noche(DAY, '06:00'), noche('2025-08-09', '20:00', '05:30')]
    expect(wakeUpOffered(parts, DAY, instantAt(DAY, '06:10', MADRID), MADRID)).toBeNull()
    const ended = [noche(DAY, '06:00', '07:30'), noche('2025-08-09', '20:00', '05:30')]
    expect(wakeUpOffered(ended, DAY, NEXT_AFTERNOON, MADRID)).toBe('07:30')
  })

  it.each([
    ['the evening', noche(DAY, '20:30')],
    ['an hour before that end', noche(DAY, '03:00')],
    ['another day', noche('2025-08-08', '06:00')],
    ['an hour that isn’t known', noche(DAY, null)],
    ['the morning, as a nap', siesta(DAY, '09:00')],
  ])('is not held back by a sleep without an end that began in %s', (_, open) => {
    const records = [open, noche('2025-08-09', '20:00', '05:30')]
    expect(wakeUpOffered(records, DAY, NEXT_AFTERNOON, MADRID)).toBe('05:30')
  })

  it('is never ahead', () => {
    const records = [noche('2025-08-09', '20:30', '07:40')]
    expect(wakeUpOffered(records, DAY, instantAt(DAY, '07:39', MADRID), MADRID)).toBeNull()
    expect(wakeUpOffered(records, DAY, instantAt(DAY, '07:40', MADRID), MADRID)).toBe('07:40')
  })
})
