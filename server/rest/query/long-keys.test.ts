import { expect, it } from 'vitest'
import { parseRequest } from '../request/request.ts'

// A key of the query is as long as the caller likes, up to the 16 KiB of a request's head.

function refusalOf(key: string): string {
  try {
    const raw = { method: 'GET', query: `${key}=eq.1`, header: () => undefined, body: '' }
    return parseRequest('GET', raw).notEmbedded?.message ?? 'none'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The quickest of many runs: whatever else the machine does makes a run slower, never quicker. */
function quickest(key: string): number {
  const runs = Array.from({ length: 40 }, () => {
    const start = performance.now()
    refusalOf(key)
    return performance.now() - start
  })
  return Math.min(...runs)
}

it.each([
  ['dots', (length: number) => '.'.repeat(length)],
  ['names with dots', (length: number) => 'ab.'.repeat(length / 3)],
  ['dots before an order', (length: number) => `${'.'.repeat(length)}x.order`],
  ['logic', (length: number) => `${'not.'.repeat(length / 4)}and`],
  ['brackets', (length: number) => '('.repeat(length)],
  ['arrows', (length: number) => `a${'->b'.repeat(length / 3)}`],
])('a long key of %s costs as much a sign as a short one', (_, keyOf) => {
  // Sixteen times as long: in proportion sixteen times the work, with its square 256 times.
  expect(quickest(keyOf(96_000)) / quickest(keyOf(6_000))).toBeLessThan(80)
})

it.each([
  ['sleep.order', 'sleep'],
  ['sleep.of.baby.limit', 'sleep'],
  ['.offset', ''],
  ['a..order', 'a'],
])('%s is about an embed, and refused', (key, embed) => {
  expect(refusalOf(key)).toContain(`'${embed}'`)
})
