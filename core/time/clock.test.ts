import { describe, expect, it } from 'vitest'
import { createClock, parseFixedNow } from './clock.ts'
import { instantAt, localDateAt, localTimeAt } from './time.ts'
import { MADRID } from './zone.ts'

describe('parseFixedNow', () => {
  it('reads a date', () => {
    expect(parseFixedNow('2025-08-11')).toEqual({ kind: 'date', date: '2025-08-11' })
  })

  it.each([
    ['2025-08-11T16:20', Date.UTC(2025, 7, 11, 14, 20)],
    ['2025-12-11T16:20', Date.UTC(2025, 11, 11, 15, 20)],
    ['2026-03-29T02:30', Date.UTC(2026, 2, 29, 1)],
    ['2025-10-26T02:30', Date.UTC(2025, 9, 26, 0, 30)],
  ])('reads %s as Madrid wall time', (text, instant) => {
    expect(parseFixedNow(text)).toEqual({ kind: 'instant', instant })
  })

  it.each([
    '',
    'ahora',
    '2025-02-30',
    '2025-08-11T',
    '2025-08-11T24:00',
    '2025-08-11T16:20Z',
    '2025-08-11T16:20:00',
    '2025-08-11 16:20',
    '2025-02-30T16:20',
    'T16:20',
  ])('refuses %j', (text) => {
    expect(parseFixedNow(text)).toEqual({ kind: 'malformed' })
  })
})

describe('createClock', () => {
  it('is the system clock when nothing is fixed', () => {
    let system = 1000
    const clock = createClock(null, () => system)
    system = 2000
    expect(clock.now()).toBe(2000)
  })

  it('stands still at a fixed instant', () => {
    let system = 1000
    const clock = createClock({ kind: 'instant', instant: 42 }, () => system)
    system = 2000
    expect(clock.now()).toBe(42)
  })

  it('freezes the date and lets the Madrid time of day run', () => {
    let system = instantAt('2026-01-20', '23:58', MADRID)
    const clock = createClock({ kind: 'date', date: '2025-08-11' }, () => system)
    const before = clock.now()
    expect([localDateAt(before, MADRID), localTimeAt(before, MADRID)]).toEqual(['2025-08-11', '23:58'])
    system += 61_500
    expect(clock.now() - before).toBe(61_500)
    system += 60_000
    expect([localDateAt(clock.now(), MADRID), localTimeAt(clock.now(), MADRID)]).toEqual([
      '2025-08-11',
      '00:00',
    ])
  })
})
