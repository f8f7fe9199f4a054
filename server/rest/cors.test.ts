import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTableApi, type TableApi } from '../testing/table-api.ts'

let api: TableApi
let ana: Caller

beforeAll(async () => {
  api = await startTableApi()
  ana = await api.signedIn()
})
afterAll(() => api.close())

it('answers a preflight without a key', async () => {
  const response = await fetch(`${api.url}/sleep_records`, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://example.com',
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'apikey,authorization,content-profile,content-type,prefer',
    },
  })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-allow-headers')).toBe(
    'apikey,authorization,content-profile,content-type,prefer',
  )
  expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
  expect(response.headers.get('access-control-max-age')).toBe('86400')
})

it.each(['sleep_records', 'sleep_records?id=eq.x', 'nope'])(
  'lets a page of any origin read the answer of %s',
  async (path) => {
    const response = await ana.fetch(path, { headers: { Origin: 'https://example.com' } })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')).toContain('Content-Range')
  },
)

it.each(['sleep_records', 'nope'])('tells a page of its own origin nothing of others: %s', async (path) => {
  const response = await ana.fetch(path, { headers: { 'Sec-Fetch-Site': 'same-origin' } })
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  expect(response.headers.get('access-control-expose-headers')).toBeNull()
})

it.each([
  ['sleep_records', 200, 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
  ['sync_state', 200, 'OPTIONS,GET,HEAD'],
  ['nope', 404, null],
])('answers OPTIONS of %s with %i and the methods %s', async (path, status, allow) => {
  const response = await ana.fetch(path, { method: 'OPTIONS' })
  expect([response.status, response.headers.get('allow')]).toEqual([status, allow])
})
