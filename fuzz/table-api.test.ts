import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTableApi, type TableApi } from '../server/testing/table-api.ts'
import { tableBody, tableHeaders, tableNoise, tableQuery } from './table-requests.ts'

// Whatever is asked or sent, the server must not fail, and must not show or change another user's rows.

let api: TableApi
let ana: Caller
let berta: Caller

beforeAll(async () => {
  api = await startTableApi()
  ana = await api.signedIn()
  berta = await api.signedIn()
  const { error } = await berta.client
    .from('sleep_records')
    .insert({ date: '2025-08-10', type: 'siesta', start_time: '10:00', quality: 'buena' })
  expect(error).toBeNull()
})
afterAll(() => api.close())

const RUNS = 500

it('answers any query without harm', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'HEAD'),
      tableQuery,
      tableHeaders,
      async (method, asked, with_) => {
        await harmless(await ana.fetch(`sleep_records?${asked}`, { method, headers: with_ }))
      },
    ),
    { numRuns: RUNS },
  )
  await unharmed()
})

it('answers any change without harm', async () => {
  const types = fc.constantFrom(
    'application/json',
    'application/json',
    'text/csv',
    'application/x-www-form-urlencoded',
    'a/b',
  )
  const tables = fc.constantFrom('sleep_records', 'baby_info', 'sleep_plans', 'sync_state')
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('POST', 'PATCH', 'DELETE', 'PUT'),
      tables,
      fc.oneof(fc.constant('id=not.is.null'), tableQuery),
      tableHeaders,
      types,
      tableBody,
      async (method, table, asked, with_, type, sent) => {
        const init = {
          method,
          headers: { ...with_, 'Content-Type': type },
          ...(method === 'DELETE' ? {} : { body: sent }),
        }
        await harmless(await ana.fetch(`${table}?${asked}`, init))
      },
    ),
    { numRuns: RUNS },
  )
  await unharmed()
})

it('answers any path without harm', async () => {
  await fc.assert(
    fc.asyncProperty(tableNoise, async (path) => {
      await harmless(await ana.fetch(path.replaceAll('&', '').replaceAll('..', '')))
    }),
    { numRuns: RUNS / 5 },
  )
})

async function harmless(response: Response): Promise<void> {
  const text = await response.text()
  expect(response.status, text).toBeLessThan(500)
  expect(text).not.toContain(berta.id)
}

async function unharmed(): Promise<void> {
  const { data } = await berta.client.from('sleep_records').select('quality')
  expect(data).toEqual([{ quality: 'buena' }])
  const { rows } = await api.pool.query('select count(*)::int as users from auth.users')
  expect(rows).toEqual([{ users: 2 }])
}
