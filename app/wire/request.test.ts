import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { timedFetch } from './request.ts'

describe('timedFetch', () => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.end('here')
  })
  let url = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // A server that listens on a port has an address of this kind.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterAll(() => void server.close())

  it('answers', async () => {
    expect(await (await timedFetch(url, {})).text()).toBe('here')
  })

  it('asks nothing when its caller has given up already', async () => {
    const before = asked
    await expect(timedFetch(url, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
    expect(asked).toBe(before)
  })
})
