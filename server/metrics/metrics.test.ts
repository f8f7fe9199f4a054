import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { bearer, startTestServer, type TestServer } from '../testing/test-server.ts'
import { openMetrics } from './metrics.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ METRICS_PORT: '0' })
})
afterAll(() => server.stop())

const page = (path = '/metrics', init: RequestInit = {}) => fetch(`${server.metricsUrl}${path}`, init)

/** The lines of one metric, with its labels and without its name. */
async function read(name: string): Promise<string[]> {
  const lines = (await (await page()).text()).split('\n')
  return lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length).trim())
}

/** How many calls were counted, by method, route and class of status. */
const counted = () => read('nana_http_request_duration_seconds_count')

describe('the port of metrics', () => {
  it('answers /metrics as text for Prometheus, and nothing else', async () => {
    const answer = await page()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    expect((await page('/metrics', { method: 'HEAD' })).status).toBe(200)
    expect((await page('/metrics', { method: 'POST' })).status).toBe(404)
    for (const path of ['/', '/health', '/auth/v1/settings', '/rest/v1/sleep_records']) {
      expect((await page(path)).status).toBe(404)
    }
  })

  it('calls nothing a total that may become less', async () => {
    const gauges = [...(await (await page()).text()).matchAll(/^# TYPE (\w+) gauge$/gm)].map(
      ([, name]) => name,
    )
    expect(gauges).toContain('nana_ready')
    expect(gauges.filter((name) => name?.endsWith('_total'))).toEqual([])
  })

  it('is the only one that answers it', async () => {
    const answer = await server.fetch('/metrics')
    expect(await answer.text()).not.toContain('# TYPE')
  })
})

describe('a call', () => {
  it('is counted by the pattern of its route, and not by what a caller put there', async () => {
    const account = await server.createAccount()
    const { access_token: token } = await server.signIn(account)
    await server.fetch('/auth/v1/sessions/3f2a0000-0000-4000-8000-000000000001', {
      method: 'DELETE',
      headers: bearer(token),
    })
    await server.fetch('/rest/v1/sleep_records?select=id', { headers: bearer(token) })
    await server.fetch('/rest/v1/rpc/stranger', { method: 'POST', headers: bearer(token), body: {} })
    await server.fetch('/rest/v1/stranger', { headers: bearer(token) })
    await server.fetch('/auth/v1/stranger')
    await server.fetch('/events/v1/changes?after=stranger', { headers: bearer(token) })
    await server.fetch('/stranger.js')
    await server.fetch('/stranger', { method: 'PROPFIND' })
    const lines = await counted()
    expect(lines.sort()).toEqual([
      '{method="DELETE",route="/auth/v1/sessions/:sessionId",status="2xx"} 1',
      '{method="GET",route="/*",status="4xx"} 2',
      '{method="GET",route="/auth/v1/*",status="4xx"} 1',
      '{method="GET",route="/events/v1/changes",status="4xx"} 1',
      '{method="GET",route="/rest/v1/:table",status="2xx"} 1',
      '{method="GET",route="/rest/v1/:table",status="4xx"} 1',
      '{method="POST",route="/auth/v1/token",status="2xx"} 1',
      '{method="POST",route="/rest/v1/rpc/:function",status="4xx"} 1',
      '{method="other",route="/*",status="4xx"} 1',
    ])
    expect(await (await page()).text()).not.toMatch(/stranger|3f2a|PROPFIND/)
  })

  it('of whoever watches over the server isn’t', async () => {
    const before = await counted()
    for (const path of ['/alive', '/ready', '/health']) expect((await server.fetch(path)).status).toBe(200)
    expect(await counted()).toEqual(before)
  })

  it('that is refused at the door, or fails, is counted as well', async () => {
    expect((await fetch(`${server.url}/auth/v1/settings`)).status).toBe(401)
    const { access_token: token } = await server.signIn(await server.createAccount())
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => printed.mockRestore())
    await server.pool.query('alter table auth.users rename to away')
    const failed = await server.fetch('/auth/v1/user', { headers: bearer(token) })
    await server.pool.query('alter table auth.away rename to users')
    expect(failed.status).toBe(500)
    expect(await counted()).toContain('{method="GET",route="/auth/v1/user",status="5xx"} 1')
    expect(await counted()).toContain('{method="GET",route="/auth/v1/*",status="4xx"} 2')
  })
})

describe('what is looked up when somebody reads', () => {
  it('says that the server is ready, and how its database and waits are', async () => {
    const { access_token: token } = await server.signIn(await server.createAccount())
    expect(await read('nana_open_waits')).toEqual(['0'])
    const [{ rev } = { rev: 0 }] = await (
      await server.fetch('/rest/v1/sync_state?select=rev', { headers: bearer(token) })
    ).json()
    const leaving = new AbortController()
    const wait = server.fetch(`/events/v1/changes?after=${rev}`, {
      headers: bearer(token),
      signal: leaving.signal,
    })
    await expect.poll(() => read('nana_open_waits')).toEqual(['1'])
    leaving.abort()
    await expect(wait).rejects.toThrow()
    expect(await read('nana_ready')).toEqual(['1'])
    const [idle] = await read('nana_database_connections{pool="accounts",state="idle"}')
    expect(Number(idle)).toBeGreaterThan(0)
    expect(await read('nana_database_waiting_requests')).toEqual([
      '{pool="accounts"} 0',
      '{pool="tables"} 0',
      '{pool="limits"} 0',
    ])
  })

  it('says nothing of its disk where the database is elsewhere', async () => {
    expect([await read('nana_disk_free_bytes'), await read('nana_disk_size_bytes')]).toEqual([
      ['Nan'],
      ['Nan'],
    ])
  })

  it('counts mails', async () => {
    const account = await server.createAccount()
    await server.fetch('/auth/v1/recover', { method: 'POST', body: { email: account.email } })
    await expect
      .poll(() => read('nana_mails_total'))
      .toEqual(['{outcome="sent"} 1', '{outcome="refused"} 0', '{outcome="failed"} 0'])
  })

  it('says when the last copy was made: at no time yet, or by somebody else', async () => {
    const metrics = await openMetrics()
    const others = { isReady: async () => true, pools: {}, waits: () => 0, space: async () => null }
    const copied = async () =>
      /^nana_last_verified_copy_timestamp_seconds (.*)$/m.exec(await metrics.draw())?.[1]
    metrics.watch(others)
    expect(await copied()).toBe('Nan')
    metrics.watch({ ...others, lastVerifiedCopy: async () => null })
    expect(await copied()).toBe('0')
    metrics.watch({ ...others, lastVerifiedCopy: async () => ({ madeAt: '2025-08-11T02:00:00Z' }) })
    expect(await copied()).toBe('1754877600')
  })
})

it('a server counts what its limits refuse, and the mails that can’t leave', async () => {
  const strict = await startTestServer({
    METRICS_PORT: '0',
    AUTH_RATE_LIMITS: 'on',
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
  const account = await strict.createAccount()
  const recover = () => strict.fetch('/auth/v1/recover', { method: 'POST', body: { email: account.email } })
  const statuses = await Promise.all(Array.from({ length: 40 }, recover))
  const refused = statuses.filter(({ status }) => status === 429).length
  expect(refused).toBeGreaterThan(0)
  const told = () => fetch(`${strict.metricsUrl}/metrics`).then((answer) => answer.text())
  expect(await told()).toContain(`nana_http_requests_limited_total{route="/auth/v1/recover"} ${refused}`)
  await expect.poll(told).toContain('nana_mails_total{outcome="failed"} 1')
  await strict.stop()
})

it('a server tells of its connections to a copy of the database where it has one', async () => {
  const reading = await startTestServer({
    METRICS_PORT: '0',
    DATABASE_REPLICA_URL: 'postgres://localhost:1/copy',
  })
  const told = await (await fetch(`${reading.metricsUrl}/metrics`)).text()
  expect(told).toContain('nana_database_waiting_requests{pool="replica"} 0')
  await reading.stop()
})
