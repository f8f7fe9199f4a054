import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubPageEvents } from '../../testing/page-events.ts'
import { latePart } from './late-part.ts'

let page: EventTarget

beforeEach(() => {
  page = stubPageEvents()
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Fetches nothing while there is no network. */
function partOf(network: { isThere: boolean }) {
  return vi.fn(async () => {
    if (!network.isThere) throw new TypeError('Failed to fetch')
    return 'screens'
  })
}

it('is fetched once, however often it is asked for', async () => {
  const fetchPart = partOf({ isThere: true })
  const part = latePart(fetchPart)
  await Promise.all([part.load(), part.load()])
  await part.load()
  expect(fetchPart).toHaveBeenCalledTimes(1)
})

it('is tried again after longer and longer waits while the network is away', async () => {
  const fetchPart = partOf({ isThere: false })
  void latePart(fetchPart).load()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fetchPart).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(fetchPart).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(4_000 + 8_000)
  expect(fetchPart).toHaveBeenCalledTimes(5)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(fetchPart).toHaveBeenCalledTimes(6)
})

it('is tried again at once when the network is back', async () => {
  const network = { isThere: false }
  const fetchPart = partOf(network)
  const loaded = latePart(fetchPart).load()
  await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000)
  expect(fetchPart).toHaveBeenCalledTimes(4)
  network.isThere = true
  page.dispatchEvent(new Event('online'))
  await loaded
  expect(fetchPart).toHaveBeenCalledTimes(5)
  expect(vi.getTimerCount()).toBe(0)
})
