import { expect, it } from 'vitest'
import { parseWakeWindow } from '../core/plan/wake-windows.ts'
import { globPattern } from '../server/settings/redirect-glob.ts'
import { listPaths } from '../source-files.ts'
import { listPatterns, slowPart, slowRepetition } from './patterns.ts'

/** Tests have texts of their own; settings and commands are the operator's. */
const NOT_CALLERS = /\.test\.tsx?$|\/testing\/|^server\/(settings\/|cli\.ts$)/

it.each([
  ['/(a+)+$/', '(a+)+$'],
  ['/(\\d+)*x/', '(\\d+)*x'],
  ['/^(?:[\\w.]+\\.)*limit$/', '^(?:[\\w.]+\\.)*limit$'],
  ['/\\s+$/', '\\s+$'],
  ['/^x(a+)+$/', '^x(a+)+$'],
  ['/^Bearer: (?:\\d+,?)+;/', '^Bearer: (?:\\d+,?)+;'],
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

it('so do those that are put together: a wake window’s, and an operator’s for where people may be sent', () => {
  expect(
    slowPart((text) => parseWakeWindow(text), ['1', ' ', 'h', 'm', ',', 'hora', 'min'], ['', '1', '1h']),
  ).toBeNull()
  const allowed = ['https://*.nana.example/**', 'nana://**', 'https://{a,b}.example/?[0-9]*'].map(globPattern)
  for (const { source, flags } of allowed) expect(slowRepetition({ source, flags }), source).toBeNull()
})
