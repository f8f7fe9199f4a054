import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubPageEvents } from '../../testing/page-events.ts'
import { backOnline, onNetworkChange, whenOnline } from './online.ts'

let page: EventTarget

beforeEach(() => {
  page = stubPageEvents()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What became of the promise: it is asked for without being waited for. */
function watch(promise: Promise<void>): () => Promise<'waits' | 'went on'> {
  let state: 'waits' | 'went on' = 'waits'
  void promise.then(() => {
    state = 'went on'
  })
  return async () => {
    await vi.advanceTimersByTimeAsync(0)
    return state
  }
}

it('does not wait where there is a network', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  await whenOnline()
  expect(vi.getTimerCount()).toBe(0)
})

it('waits for the network to come back', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const stateOf = watch(whenOnline())
  expect(await stateOf()).toBe('waits')
  page.dispatchEvent(new Event('online'))
  expect(await stateOf()).toBe('went on')
  expect(vi.getTimerCount()).toBe(0)
})

it('goes on after twelve seconds, because the browser may be wrong', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const stateOf = watch(whenOnline())
  await vi.advanceTimersByTimeAsync(11_999)
  expect(await stateOf()).toBe('waits')
  await vi.advanceTimersByTimeAsync(1)
  expect(await stateOf()).toBe('went on')
})

it('does not take a network that goes for one that comes', async () => {
  const stateOf = watch(backOnline(60_000))
  page.dispatchEvent(new Event('offline'))
  expect(await stateOf()).toBe('waits')
})

it('tells of a network that goes and of one that comes, until that is ended', () => {
  const listener = vi.fn()
  const stop = onNetworkChange(listener)
  page.dispatchEvent(new Event('offline'))
  page.dispatchEvent(new Event('online'))
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  page.dispatchEvent(new Event('offline'))
  page.dispatchEvent(new Event('online'))
  expect(listener).toHaveBeenCalledTimes(2)
})
