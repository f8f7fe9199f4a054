import { expect, it } from 'vitest'
import { trend } from './trend.es.ts'

it.each([
  [0, 'hay 0 completos,'],
  [1, 'hay 1 completo,'],
  [2, 'hay 2 completos,'],
])('of too few days, %i, says %j', (known, words) => {
  expect(trend.few(known)).toContain(words)
})
