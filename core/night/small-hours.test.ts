import { describe, expect, it } from 'vitest'
import { noche, recordOf, siesta } from '../testing/records.ts'
import { instantAt } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { isSmallHours, nightOfWaking } from './small-hours.ts'

const TODAY = '2025-08-11'
const YESTERDAY = '2025-08-10'
const NOW = instantAt(TODAY, '03:20', MADRID)

describe('isSmallHours', () => {
  it.each([
    { time: '00:00', small: true },
    { time: '04:59', small: true },
    { time: '05:00', small: false },
    { time: '23:50', small: false },
    { time: '', small: false, why: 'none is entered' },
  ])('$time: $small', ({ time, small }) => {
    expect(isSmallHours(time)).toBe(small)
  })
})

describe('nightOfWaking', () => {
  const running = noche(YESTERDAY, '20:30')

  it('is the night that runs', () => {
    expect(nightOfWaking([running], TODAY, '03:10', NOW, MADRID)).toEqual({ night: running, takeUp: false })
  })

  it('is the night that ran then, also when its end is asked for by now', () => {
    const afternoon = instantAt(TODAY, '13:00', MADRID)
    const night = { night: running, takeUp: false }
    expect(nightOfWaking([running], TODAY, '03:10', afternoon, MADRID)).toEqual(night)
  })

  it('is not one that was forgotten: for over 16 hours, or beside a part that has ended', () => {
    expect(nightOfWaking([noche(YESTERDAY, '02:00')], TODAY, '03:10', NOW, MADRID)).toBeNull()
    const ended = noche(YESTERDAY, '20:52', '02:50')
    expect(nightOfWaking([ended, running], TODAY, '03:10', NOW, MADRID)).toEqual({
      night: ended,
      takeUp: true,
    })
  })

  it('is the night that is known to last longer', () => {
    const night = noche(YESTERDAY, '20:30', '07:10')
    const later = instantAt(TODAY, '09:00', MADRID)
    expect(nightOfWaking([night], TODAY, '03:10', later, MADRID)).toEqual({ night, takeUp: false })
  })

  it('is the one that ended within half an hour before, which runs on', () => {
    for (const end of ['02:40', '03:10']) {
      const ended = noche(YESTERDAY, '20:30', end)
      expect(nightOfWaking([ended], TODAY, '03:10', NOW, MADRID)).toEqual({ night: ended, takeUp: true })
    }
    expect(nightOfWaking([noche(YESTERDAY, '20:30', '02:39')], TODAY, '03:10', NOW, MADRID)).toBeNull()
  })

  it('is not one that ended so long ago that nobody would believe it runs', () => {
    const ended = noche(YESTERDAY, '20:30', '03:00')
    expect(nightOfWaking([ended], TODAY, '03:10', instantAt(TODAY, '12:31', MADRID), MADRID)).toBeNull()
  })

  it('prefers one that runs to one that just ended', () => {
    const log = [noche(TODAY, '03:05'), noche(YESTERDAY, '20:30', '03:00')]
    expect(nightOfWaking(log, TODAY, '03:10', NOW, MADRID)).toEqual({ night: log[0], takeUp: false })
  })

  it('is the part that had just ended, and is over, where a later sleep of that morning is logged', () => {
    const ended = noche(YESTERDAY, '20:30', '03:05')
    const parts = [
      noche(TODAY, '03:40'),
      noche(TODAY, '03:40', '07:00'),
      siesta(TODAY, '03:40', '07:00'),
      siesta(TODAY, '08:30'),
    ]
    for (const part of parts) {
      const found = nightOfWaking([part, ended], TODAY, '03:10', instantAt(TODAY, '07:30', MADRID), MADRID)
      expect(found).toEqual({ night: ended, takeUp: false })
    }
    const others = [noche(TODAY, '20:40'), recordOf('noche', TODAY)]
    expect(nightOfWaking([...others, ended], TODAY, '03:10', NOW, MADRID)).toEqual({
      night: ended,
      takeUp: true,
    })
  })

  it('is nothing where only naps, later nights and nameless records are known', () => {
    const log = [noche(TODAY, '04:00'), siesta(YESTERDAY, '23:00'), recordOf('noche', YESTERDAY)]
    expect(nightOfWaking(log, TODAY, '03:10', NOW, MADRID)).toBeNull()
  })
})
