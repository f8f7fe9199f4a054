import { expect, it } from 'vitest'
import { judgeRefresh } from './refresh-tokens.ts'

it.each([
  ['within the reuse interval gets the current one', 9, 'repeat-current'],
  ['after it is taken for stolen', 10, 'reused'],
  ['gets the current one when the clock was put right by a little', -50, 'repeat-current'],
  ['is taken for stolen when the clock was ahead and is set back', -100, 'reused'],
])('an old token %s', (_which, sinceRefresh, verdict) => {
  expect(judgeRefresh(1n, 5n, sinceRefresh, 10)).toBe(verdict)
})
