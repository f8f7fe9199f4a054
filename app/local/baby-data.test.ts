import { expect, it } from 'vitest'
import { babyDataOf, keepSame, LOADING } from './baby-data.ts'
import { newEntry } from './outbox.ts'
import { emptyRowCache } from './row-cache.ts'

const health = {
  online: true,
  isServerTroubled: false,
  isPhoneFull: false,
  loadFailed: false,
  isTried: false,
}
const cache = { ...emptyRowCache(), cursor: 7 }
const waiting = [
  newEntry({ kind: 'patch', table: 'sleep_records', rowId: 'nap', body: { feedings: 3 } }),
].map((entry, index) => ({ ...entry, seq: index + 1 }))

it('what says the same as before is the same object, so that nothing is drawn again', () => {
  const before = babyDataOf({ ...cache, entries: waiting }, true, { ...health, isTried: true })
  const after = babyDataOf({ ...cache, cursor: 8, entries: waiting }, true, { ...health, isTried: true })
  expect(keepSame(before, after)).toBe(before)
})

it.each([
  ['the network', babyDataOf(cache, true, { ...health, online: false })],
  ['what waits', babyDataOf({ ...cache, entries: waiting }, true, health)],
  ['how much of the log is here', babyDataOf(cache, false, health)],
  ['a record', babyDataOf({ ...cache, records: [] }, true, health)],
])('%s is drawn when it is another', (_what, after) => {
  const before = babyDataOf(cache, true, health)
  expect(keepSame(before, after)).toEqual(after)
  expect(keepSame(before, after)).not.toBe(before)
})

it('how the sending stands is the same object while only records change', () => {
  const before = babyDataOf(cache, true, health)
  const after = keepSame(before, babyDataOf({ ...cache, records: [] }, true, health))
  expect(after.sync).toBe(before.sync)
  expect(keepSame(after, LOADING)).toEqual(LOADING)
})
