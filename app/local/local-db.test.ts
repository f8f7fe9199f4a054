import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openLocalDb } from './local-db.ts'

beforeAll(() => {
  vi.stubGlobal('localStorage', { length: 0 })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

it('what the version before the zones stored stays, and all rows are fetched again: they say more now', async () => {
  const before = await openDB('nana-u1', 3, {
    upgrade(db) {
      for (const store of ['baby_info', 'sleep_plans']) db.createObjectStore(store, { keyPath: 'id' })
      db.createObjectStore('months', { keyPath: 'month' })
      db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
      for (const store of ['meta', 'deleted']) db.createObjectStore(store)
    },
  })
  const baby = { id: 'u1', user_id: 'u1', name: 'Lucía', birth_date: '2025-01-05', birth_date_known: true }
  const patch = { seq: 1, kind: 'patch', table: 'baby_info', rowId: 'u1', body: { name: 'Ana' }, opId: 'o' }
  const entry = { ...patch, state: { kind: 'waiting' } }
  await before.put('baby_info', baby)
  await before.put('meta', 7, 'cursor')
  await before.put('outbox', entry)
  before.close()

  const db = await openLocalDb('u1', () => {})
  const { cursor, babies, entries } = await db.read('all')
  db.close()
  expect({ cursor, babies, entries }).toEqual({ cursor: null, babies: [baby], entries: [entry] })
})
