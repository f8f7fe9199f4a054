import { expect, it } from 'vitest'
import { isIpad } from './ipad.ts'

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/605.1.15'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15'

it.each([
  ['an iPad that calls itself a Mac', MAC, 5, true],
  ['an iPad that says so', MAC.replace('Macintosh', 'iPad'), 5, true],
  ['a Mac', MAC, 0, false],
  ['an iPhone', IPHONE, 5, false],
])('%s', (_, userAgent, maxTouchPoints, expected) => {
  expect(isIpad({ userAgent, maxTouchPoints })).toBe(expected)
})
