import { describe, expect, it } from 'vitest'
import { noche, recordOf, siesta } from '../testing/records.ts'
import { instantAt } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { eveningBefore, mayBeNight } from './evening.ts'

const TODAY = '2025-08-11'

describe('mayBeNight', () => {
  it.each([
    { start: '17:59', bedtime: '19:30', night: false },
    { start: '18:00', bedtime: '19:30', night: true, why: '90 minutes before the plan’s bedtime' },
    { start: '18:59', bedtime: '21:30', night: false },
    { start: '19:00', bedtime: '21:30', night: true, why: 'from 19:00 at the latest' },
    { start: '23:59', bedtime: '19:30', night: true },
    { start: '05:59', bedtime: '19:30', night: true },
    { start: '06:00', bedtime: '19:30', night: false },
    { start: '13:00', bedtime: '19:30', night: false },
    { start: '18:59', bedtime: '00:30', night: false, why: 'past midnight is late, not early' },
  ])('a sleep from $start with bedtime at $bedtime: $night', ({ start, bedtime, night }) => {
    expect(mayBeNight(TODAY, start, bedtime, [])).toBe(night)
  })

  describe('with evenings to learn from', () => {
    const early = [
      noche('2025-08-10', '18:20', '06:30'),
      noche('2025-08-09', '18:40', '06:30'),
      noche('2025-08-08', '18:30', '06:30'),
    ]

    it('begins 90 minutes before the usual bedtime where that is earlier', () => {
      expect(mayBeNight(TODAY, '17:00', '19:30', early)).toBe(true)
      expect(mayBeNight(TODAY, '16:59', '19:30', early)).toBe(false)
    })

    it('needs three of them', () => {
      expect(mayBeNight(TODAY, '17:00', '19:30', early.slice(1))).toBe(false)
    })

    it('takes the middle one, not the earliest, and of two middles the earlier', () => {
      const four = [...early, noche('2025-08-07', '15:00', '06:00')]
      expect(mayBeNight(TODAY, '16:50', '21:00', four)).toBe(true)
      expect(mayBeNight(TODAY, '16:49', '21:00', four)).toBe(false)
    })

    it('counts a night in parts once, and what begins after midnight with the evening before', () => {
      const inParts = [
        noche('2025-08-10', '03:00', '07:00'),
        noche('2025-08-10', '02:00', '03:00'),
        noche('2025-08-09', '23:30', '01:00'),
        noche('2025-08-09', '18:30', '23:00'),
        noche('2025-08-09', '00:30', '07:00'),
      ]
      expect(mayBeNight(TODAY, '17:00', '21:00', inParts)).toBe(false)
      const third = noche('2025-08-07', '18:40', '06:00')
      expect(mayBeNight(TODAY, '17:10', '21:00', [...inParts, third])).toBe(true)
    })

    it('counts no part of an eighth evening, which went past midnight', () => {
      const two = [noche('2025-08-10', '17:50', '06:30'), noche('2025-08-09', '17:50', '06:30')]
      const eighth = noche('2025-08-04', '03:00', '06:30')
      expect(mayBeNight(TODAY, '16:30', '19:30', [...two, eighth])).toBe(false)
      const seventh = noche('2025-08-05', '00:30', '06:30')
      expect(mayBeNight(TODAY, '16:30', '19:30', [...two, seventh])).toBe(true)
    })

    it('leaves out naps, mornings, what has no start, and this very evening', () => {
      const others = [
        noche(TODAY, '14:00'),
        siesta('2025-08-10', '14:00', '15:00'),
        noche('2025-08-10', '09:00', '10:00'),
        recordOf('noche', '2025-08-09', { end_time: '07:00' }),
        ...early.slice(1),
      ]
      expect(mayBeNight(TODAY, '17:00', '19:30', others)).toBe(false)
    })
  })
})

describe('eveningBefore', () => {
  const night = { type: 'noche', date: TODAY, start: '20:40' } as const
  const morning = instantAt(TODAY, '07:52', MADRID)

  it('is yesterday’s, where a night of the coming evening is entered before noon', () => {
    expect(eveningBefore(night, morning, MADRID)).toBe('2025-08-10')
    expect(eveningBefore({ ...night, start: '12:00' }, morning, MADRID)).toBe('2025-08-10')
  })

  it('is none of a night that has begun today, of another day, of a nap, and from noon on', () => {
    expect(eveningBefore({ ...night, start: '01:10' }, morning, MADRID)).toBeNull()
    expect(eveningBefore({ ...night, start: '' }, morning, MADRID)).toBeNull()
    expect(eveningBefore({ ...night, date: '2025-08-10' }, morning, MADRID)).toBeNull()
    expect(eveningBefore({ ...night, type: 'siesta' }, morning, MADRID)).toBeNull()
    expect(eveningBefore(night, instantAt(TODAY, '12:00', MADRID), MADRID)).toBeNull()
  })
})
