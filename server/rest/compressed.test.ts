import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTableApi, type TableApi } from '../testing/table-api.ts'
import { respond } from './compressed.ts'

const LONG = JSON.stringify(
  Array.from({ length: 40 }, (_, id) => ({ id, type: 'siesta', date: '2025-08-11' })),
)
const drawn = (body: string | null) => ({ body, status: 206, headers: { 'Content-Range': '0-39/*' } })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('a long answer', () => {
  it.each([
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
  ])(
    'is packed for whoever takes «%s» with %s, and keeps its status and headers',
    async (takes, encoding, unpack) => {
      const response = await respond(drawn(LONG), takes)
      expect([response.status, response.headers.get('content-range')]).toEqual([206, '0-39/*'])
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('vary')).toBe('Accept-Encoding')
      const packed = await bytesOf(response)
      expect(packed.length).toBeLessThan(LONG.length / 8)
      expect(unpack(packed).toString()).toBe(LONG)
    },
  )

  it.each([undefined, '', 'identity', 'deflate', 'gzip;q=0', 'identity, gzip;q=0.5'])(
    'is sent as it is to whoever says «%s»',
    async (acceptEncoding) => {
      const response = await respond(drawn(LONG), acceptEncoding)
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(response.headers.get('vary')).toBe('Accept-Encoding')
      expect(await response.text()).toBe(LONG)
    },
  )
})

it.each([null, '[]', 'x'.repeat(1023)])('a short answer is never packed', async (body) => {
  const response = await respond(drawn(body), 'gzip')
  expect([...response.headers.keys()].filter((name) => name !== 'content-type')).toEqual(['content-range'])
  expect(await response.text()).toBe(body ?? '')
})

describe('the table API', () => {
  let api: TableApi
  beforeAll(async () => {
    api = await startTableApi()
  })
  afterAll(() => api.close())

  it('packs a family’s rows, and its client reads them as ever', async () => {
    const ana = await api.signedIn()
    const naps = Array.from({ length: 30 }, () => ({
      date: '2025-08-11',
      type: 'siesta',
      start_time: '13:05',
    }))
    await ana.client.from('sleep_records').insert(naps)
    expect((await ana.client.from('sleep_records').select()).data).toHaveLength(30)
    const packed = await ana.fetch('sleep_records', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    const head = await ana.fetch('sleep_records', { method: 'HEAD', headers: { 'Accept-Encoding': 'gzip' } })
    expect(head.headers.get('content-encoding')).toBeNull()
  })

  it('packs what a function tells, and its client reads it as ever', async () => {
    const ana = await api.signedIn()
    const name = 'Abuela'.padEnd(40, '.')
    for (let invited = 0; invited < 10; invited += 1)
      await ana.client.rpc('invite_to_family', { role: 'viewer', name, until: null })
    const told = (await ana.client.rpc('my_families')).data
    const headers = { 'Accept-Encoding': 'gzip', 'Content-Type': 'application/json' }
    const packed = await ana.fetch('rpc/my_families', { method: 'POST', headers, body: '{}' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(await packed.json()).toEqual(told)
  })
})
