import { describe, expect, it } from 'vitest'
import { MADRID } from '../time/zone.ts'
import { napOrNight } from './nap-or-night.ts'

describe('napOrNight', () => {
  it.each([
    ['a nap after lunch', '13:05', '14:30', 'siesta'],
    ['a long nap stays one, however long', '10:00', '15:00', 'siesta'],
    ['back to sleep after an early breakfast', '06:00', '07:30', 'siesta'],
    ['a late nap that is over before the night is', '18:00', '19:40', 'siesta'],
    ['one that ends at seven sharp', '18:30', '19:00', 'siesta'],
    ['an ordinary night', '20:30', '07:00', 'noche'],
    ['the first moment of the night', '19:00', '19:30', 'noche'],
    ['the last stretch before the morning', '05:59', '07:10', 'noche'],
    ['a stretch after midnight', '00:30', '03:10', 'noche'],
    ['an early bedtime, most of it by night', '18:30', '06:45', 'noche'],
    ['the first stretch of an early night', '18:00', '20:30', 'noche'],
    ['a whole day', '09:00', '09:00', 'noche'],
  ] as const)('%s: %s-%s is %s', (_what, start, end, type) => {
    expect(napOrNight('2025-08-11', start, end, MADRID)).toBe(type)
  })
})
