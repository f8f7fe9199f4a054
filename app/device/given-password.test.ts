import { expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../core/time/time.ts'
import { isHintResting } from './given-password.ts'

const NOW = Date.UTC(2025, 7, 11, 22, 55)

it.each([
  ['never put off', null, false],
  ['put off just now', NOW, true],
  ['put off five minutes before midnight, and midnight is over', NOW - 10 * MINUTE_MS, true],
  ['put off almost a day ago', NOW - DAY_MS + MINUTE_MS, true],
  ['put off a day ago', NOW - DAY_MS, false],
  ['put off by a clock that was ahead', NOW + MINUTE_MS, false],
  ['spoilt', Number.NaN, false],
])('%s, the hint rests: %s', (_what, putOffAt, rests) => {
  expect(isHintResting(putOffAt, NOW)).toBe(rests)
})
