import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { printFailure } from './lines.ts'
import { newTrace, traced } from './request-trace.ts'

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

it('carries the id of the request that is under way, and none of another', async () => {
  await traced(newTrace('request-1', '192.0.2.1'), async () => printFailure('provider_failed', {}))
  printFailure('database_down', {})
  expect(lines.map((line) => JSON.parse(line).request_id)).toEqual(['request-1', undefined])
  expect(lines[0]).not.toContain('192.0.2.1')
})

it('names nobody, neither in what is said nor in what was thrown and what had caused that', () => {
  const cause = new Error('550 <lea@example.com> unknown')
  const said = { message: 'eva@example.com is unknown there' }
  printFailure('mail_not_sent', said, new Error('no mail to "Lea Ruiz"@example.com', { cause }))
  expect(lines[0]).toContain('…@…')
  expect(lines[0]).not.toContain('example.com')
})
