import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTableApi, type TableApi } from '../../supabase/tests/table-api.ts'

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
  'lets a page read the answer: %s',
  async (path) => {
    const response = await ana.fetch(path, { headers: { Origin: 'https://example.com' } })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')).toContain('Content-Range')
  },
)

it.each([
  ['sleep_records', 200, 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
  ['sync_state', 200, 'OPTIONS,GET,HEAD'],
  ['nope', 404, null],
])('OPTIONS %s', async (path, status, allow) => {
  const response = await ana.fetch(path, { method: 'OPTIONS' })
  expect([response.status, response.headers.get('allow')]).toEqual([status, allow])
})
