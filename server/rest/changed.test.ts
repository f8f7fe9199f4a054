import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { restApp } from './rest-app.ts'

let db: TestDatabase
let ana: string
let changed: string[]
let ask: (method: string, query: string, body?: object, headers?: Record<string, string>) => Promise<number>

beforeAll(async () => {
  db = await startTestDatabase()
  const app = restApp({
    db: db.pool,
    inLine: (_who, task) => task(false),
    verifyBearer: async () => ({ role: 'authenticated', sub: ana }),
    onChanged: (userId) => changed.push(userId),
    isDiskNearlyFull: () => false,
    replica: null,
    onAccountDeleted: () => undefined,
  })
  ask = async (method, query, body, headers = {}) => {
    const init = {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    }
    return (await app.request(`/rest/v1/sleep_records${query}`, init)).status
  }
})
afterAll(() => db.close())
beforeEach(async () => {
  ana = await db.createUser()
  changed = []
})

const nap = () => ({
  id: randomUUID(),
  op_id: randomUUID(),
  date: '2025-08-11',
  type: 'siesta',
  start_time: '13:05',
})

it('every kind of change tells whose data it has changed', async () => {
  const row = nap()
  expect(await ask('POST', '', row)).toBe(201)
  expect(await ask('PATCH', `?id=eq.${row.id}`, { feedings: 1 })).toBe(204)
  expect(await ask('DELETE', `?id=eq.${row.id}`)).toBe(204)
  expect(changed).toEqual([ana, ana, ana])
})

it('what a carer writes is told to the family, once however many rows there are, and not to the carer’s own', async () => {
  const family = await db.createUser()
  await db.pool.query(
    `insert into public.access_grants (family_id, account_id, role, name) values ($1, $2, 'carer', 'Abuela')`,
    [family, ana],
  )
  const rows = [nap(), nap()].map((row) => ({ ...row, user_id: family }))
  const [first] = rows
  expect(await ask('POST', '', rows)).toBe(201)
  expect(
    await ask('PATCH', `?id=eq.${first?.id}`, { feedings: 1 }, { Prefer: 'return=representation' }),
  ).toBe(200)
  expect(
    await ask('POST', '', { ...first, op_id: randomUUID() }, { Prefer: 'resolution=merge-duplicates' }),
  ).toBe(200)
  expect(await ask('DELETE', `?date=eq.2025-08-11`)).toBe(204)
  expect(changed).toEqual([family, family, family, family])
  const own = { ...nap(), user_id: ana }
  expect(await ask('POST', '', [own, { ...nap(), user_id: family }])).toBe(201)
  expect(changed.slice(4).toSorted()).toEqual([ana, family].toSorted())
})

it('a request that changes nothing tells nothing, because it would wake phones that wait', async () => {
  const row = nap()
  await ask('POST', '', row)
  changed = []
  expect(await ask('POST', '', row)).toBe(201)
  expect(await ask('GET', '?select=id')).toBe(200)
  expect(await ask('PATCH', `?id=eq.${randomUUID()}`, { feedings: 1 })).toBe(204)
  expect(await ask('PATCH', `?id=eq.${row.id}`, { feedings: 100 })).toBe(400)
  const atMostNone = { Prefer: 'handling=strict, max-affected=0' }
  expect(await ask('DELETE', `?id=eq.${row.id}`, undefined, atMostNone)).toBe(400)
  expect(changed).toEqual([])
})
