import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { printFailure } from './lines.ts'

let lines: string[]

beforeEach(() => {
  lines = []
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
})
afterEach(() => vi.restoreAllMocks())

it('is one line, in which nothing moves the cursor of a terminal or turns its text round', () => {
  printFailure('server_error', { path: '/auth/v1/a\u202eb\u200bc\u001b[2Jd\u009be\nf\u2028g' })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^[\x20-\x7e]+$/)
  expect(lines[0]).toContain(String.raw`/auth/v1/a\u202eb\u200bc\u001b[2Jd\u009be\nf\u2028g`)
})

it('names nobody, neither in what was thrown nor in what had caused that', () => {
  const cause = new Error('550 <lea@example.com> unknown')
  printFailure('mail_not_sent', {}, new Error('no mail to "Lea Ruiz"@example.com', { cause }))
  expect(lines[0]).toContain('…@…')
  expect(lines[0]).not.toContain('example.com')
})
