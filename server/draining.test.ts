import { afterAll, beforeAll, expect, it } from 'vitest'
import { bearer, startTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ METRICS_PORT: '0' })
})
afterAll(() => server.stop())

it('a server that is told to end says so at /ready alone, and serves whoever comes', async () => {
  const { access_token: token } = await server.signIn(await server.createAccount())
  const ready = await server.ask('/ready')
  expect([ready.status, ready.body]).toEqual([200, { ready: true }])
  await server.drain()
  const left = await server.ask('/ready')
  expect([left.status, left.body]).toEqual([503, { ready: false, reason: 'stopping' }])
  const health = await server.ask('/health')
  expect([health.status, health.body]).toEqual([200, { ready: true }])
  expect((await server.ask('/alive')).status).toBe(200)
  expect((await server.fetch('/rest/v1/sleep_records?select=id', { headers: bearer(token) })).status).toBe(
    200,
  )
  const metrics = await (await fetch(`${server.metricsUrl}/metrics`)).text()
  expect(metrics).toContain('\nnana_ready 0\n')
})
