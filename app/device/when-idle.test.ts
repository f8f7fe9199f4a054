import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenFree } from './when-idle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('does the work on a page that the browser never finds idle', () => {
  // Such a page is called back only where it says by when.
  const requestIdleCallback = (work: () => void, { timeout }: IdleRequestOptions = {}) => {
    if (timeout !== undefined) setTimeout(work, timeout)
  }
  vi.stubGlobal('window', { requestIdleCallback })
  vi.stubGlobal('requestIdleCallback', requestIdleCallback)
  const work = vi.fn()
  whenFree(work)
  vi.runAllTimers()
  expect(work).toHaveBeenCalledOnce()
})
