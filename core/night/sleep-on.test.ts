import { describe, expect, it } from 'vitest'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { instantAt } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { findSleepOn } from './sleep-on.ts'

const TODAY = '2025-08-11'
const YESTERDAY = '2025-08-10'
const at = (time: string) => instantAt(TODAY, time, MADRID)

describe('findSleepOn', () => {
  const nap = siesta(TODAY, '15:00', '16:00')
  const night = noche(YESTERDAY, '20:30', '06:50')

  it.each([
    { now: '16:00', found: true },
    { now: '16:30', found: true },
    { now: '16:31', found: false },
    { now: '15:59', found: false, why: 'the end is still to come' },
  ])('a nap that ended at 16:00, at $now: $found', ({ now, found }) => {
    expect(findSleepOn([nap], at(now), MADRID)).toEqual(found ? { record: nap, wakeUp: null } : null)
  })

  it('is the night of yesterday in the morning', () => {
    expect(findSleepOn([night], at('07:10'), MADRID)).toEqual({ record: night, wakeUp: null })
  })

  it('takes the wake-up of that minute with it', () => {
    const wakeUp = despertar(TODAY, '06:50')
    expect(findSleepOn([wakeUp, night], at('07:10'), MADRID)).toEqual({ record: night, wakeUp })
  })

  it('is nothing when a later record says otherwise', () => {
    expect(findSleepOn([despertar(TODAY, '06:55'), night], at('07:10'), MADRID)).toBeNull()
    expect(findSleepOn([siesta(TODAY, '07:05'), night], at('07:10'), MADRID)).toBeNull()
    const later = siesta(TODAY, '16:05', '16:10')
    expect(findSleepOn([later, nap], at('16:20'), MADRID)).toEqual({ record: later, wakeUp: null })
    const within = siesta(TODAY, '15:10', '16:10')
    expect(findSleepOn([within, nap], at('16:50'), MADRID)).toBeNull()
  })

  it('is found beside an earlier sleep that was forgotten open', () => {
    const forgotten = siesta(TODAY, '12:00')
    expect(findSleepOn([nap, forgotten], at('16:20'), MADRID)).toEqual({ record: nap, wakeUp: null })
    expect(findSleepOn([siesta(TODAY, '16:10'), nap], at('16:20'), MADRID)).toBeNull()
  })

  it('heeds no wake-up before that end: the night went on after it', () => {
    expect(findSleepOn([despertar(TODAY, '03:10'), night], at('07:10'), MADRID)).toEqual({
      record: night,
      wakeUp: null,
    })
  })

  it('passes over what was before that sleep, and what has no times', () => {
    const log = [
      nap,
      siesta(TODAY, '09:00', '10:00'),
      despertar(TODAY, '08:00'),
      recordOf('despertar', TODAY),
    ]
    expect(findSleepOn(log, at('16:20'), MADRID)).toEqual({ record: nap, wakeUp: null })
    expect(findSleepOn([], at('16:20'), MADRID)).toBeNull()
  })
})
