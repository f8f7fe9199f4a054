import { expect, it } from 'vitest'
import { listPaths } from '../source-files.ts'
import { listPatterns, slowRepetition } from './patterns.ts'

/** Tests have texts of their own; settings and commands are the operator's. */
const NOT_CALLERS = /\.test\.tsx?$|\/testing\/|^server\/(settings\/|cli\.ts$)/

it.each([
  ['/(a+)+$/', '(a+)+$'],
  ['/(\\d+)*x/', '(\\d+)*x'],
  ['/^(?:[\\w.]+\\.)*limit$/', '^(?:[\\w.]+\\.)*limit$'],
  ['/\\s+$/', '\\s+$'],
])('%s is found to be slow', (_, source) => {
  expect(slowRepetition({ source, flags: '' })).not.toBeNull()
})

it('every pattern takes time in proportion to its text, so that nobody can hold the server or a phone up', () => {
  const paths = listPaths('server/*.ts', 'core/*.ts', 'app/*.ts', 'app/*.tsx')
  const patterns = listPatterns(paths.filter((path) => !NOT_CALLERS.test(path)))
  expect(patterns.length).toBeGreaterThan(100)
  const slow = patterns.map((pattern) => ({ ...pattern, on: slowRepetition(pattern) }))
  expect(slow.filter(({ on }) => on !== null)).toEqual([])
})
