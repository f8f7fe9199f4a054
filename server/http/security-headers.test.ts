import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenEverywhere, portOf } from '../ports/listen.ts'
import { loadConfig } from '../settings/config.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ SITE_URL: 'https://nana.example' })
})
afterAll(() => server.stop())

describe('an answer of an API', () => {
  it.each([
    ['GET', '/rest/v1/sleep_records', 200],
    ['OPTIONS', '/rest/v1/sleep_records', 200],
    ['GET', '/rest/v1/nope', 404],
    ['GET', '/rest/v1', 404],
    ['GET', '/auth/v1/settings', 200],
    ['GET', '/auth/v1/user', 401],
    ['GET', '/auth/v1/nope', 404],
    ['PATCH', '/auth/v1/token', 405],
    ['POST', '/auth/v1/token?grant_type=password', 400],
    ['GET', '/events/v1/changes?after=0', 401],
    ['GET', '/health', 200],
    ['GET', '/ready', 200],
    ['GET', '/alive', 200],
  ])('to %s %s is kept by nobody, and runs nothing', async (method, path, status) => {
    const answer = await server.fetch(path, { method })
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject(API_HEADERS)
  })

  it.each([
    '/%72est/v1/sleep_records',
    '/x/../rest/v1/sleep_records',
    '/x/%2e%2e/rest/v1/sleep_records',
    'http://nana.example/rest/v1/sleep_records',
  ])('is so too where its path is spelt %s', async (path) => {
    const { hostname, port } = new URL(server.url)
    const asked = request({ hostname, port, path, headers: { apikey: server.anonKey } }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject(API_HEADERS)
  })

  it('that is everybody’s may be kept', async () => {
    const { headers } = await server.fetch('/auth/v1/.well-known/jwks.json')
    expect(headers.get('cache-control')).toBe('public, max-age=600')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  })
})

it('what is there for nobody is kept by nobody', async () => {
  const answer = await server.fetch('/restless', { method: 'POST' })
  expect(answer.status).toBe(404)
  expect(Object.fromEntries(answer.headers)).toMatchObject(API_HEADERS)
})

it('what is no API says for itself how long it is kept', async () => {
  const { headers } = await server.fetch('/restless')
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/)
})

it('a server that is still starting answers with them, too', async () => {
  const config = loadConfig({ PORT: '0', SITE_URL: 'https://nana.example' })
  const { server: starting, closeAll } = await listenEverywhere(config)
  const answer = await fetch(`http://127.0.0.1:${portOf(starting)}/`)
  await closeAll()
  expect([answer.status, await answer.text()]).toEqual([503, 'Arrancando'])
  expect(Object.fromEntries(answer.headers)).toMatchObject(API_HEADERS)
})
