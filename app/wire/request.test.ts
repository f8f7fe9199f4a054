import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { NotSent, timedFetch } from './request.ts'

describe('timedFetch', () => {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    if (request.url === '/') response.end('here')
    if (request.url === '/half') response.write('he')
  })
  let url = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    vi.stubGlobal('navigator', { onLine: true })
    // A server that listens on a port has an address of this kind.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    server.closeAllConnections()
    server.close()
  })

  it('answers', async () => {
    expect(await (await timedFetch(url, {})).text()).toBe('here')
  })

  it('asks nothing when its caller has given up already', async () => {
    const before = asked
    await expect(timedFetch(url, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
    expect(asked).toBe(before)
  })

  it.each([
    ['without a network has sent nothing', { before: false, after: false, ms: 0 }, true],
    ['that nobody answered may have been heard', { before: true, after: true, ms: 0 }, false],
    ['may have been heard once the network is back', { before: false, after: true, ms: 0 }, false],
    ['may have been heard that didn’t fail at once', { before: false, after: false, ms: 1_000 }, false],
  ])('a call %s', async (_what, { before, after, ms }, isUnsent) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    vi.stubGlobal('navigator', { onLine: before })
    const unheard = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      vi.advanceTimersByTime(ms)
      vi.stubGlobal('navigator', { onLine: after })
      throw new TypeError('Failed to fetch')
    })
    onTestFinished(() => {
      unheard.mockRestore()
      vi.useRealTimers()
      vi.stubGlobal('navigator', { onLine: true })
    })
    const thrown: unknown = await timedFetch(url, {}).catch((reason: unknown) => reason)
    expect(thrown instanceof NotSent).toBe(isUnsent)
  })

  describe('by the clock', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
    afterEach(() => void vi.useRealTimers())

    /** Asks, and notes how the answer ends. */
    function ask(path: string): { ended: Promise<string>; howSoFar: () => string } {
      let how = ''
      const ended = timedFetch(`${url}${path}`, {})
        .then(
          () => 'answered',
          (error: Error) => error.name,
        )
        .then((told) => {
          how = told
          return told
        })
      return { ended, howSoFar: () => how }
    }

    it('gives a server up that says nothing for ten seconds', async () => {
      const isAsked = once(server, 'request')
      const { ended, howSoFar } = ask('silent')
      await isAsked
      await vi.advanceTimersByTimeAsync(9_999)
      expect(howSoFar()).toBe('')
      await vi.advanceTimersByTimeAsync(1)
      expect(await ended).toBe('AbortError')
    })

    it('gives an answer up whose body is not whole thirty seconds after its beginning', async () => {
      const began = vi.spyOn(globalThis, 'fetch')
      const { ended, howSoFar } = ask('half')
      await began.mock.results[0]?.value
      began.mockRestore()
      await vi.advanceTimersByTimeAsync(29_999)
      expect(howSoFar()).toBe('')
      await vi.advanceTimersByTimeAsync(1)
      expect(await ended).toBe('AbortError')
    })
  })
})
