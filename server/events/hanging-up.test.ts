import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type ChangeFeed, openChangeFeed } from './change-feed.ts'
import { eventsApp } from './events-app.ts'

let db: TestDatabase
let feed: ChangeFeed

beforeEach(async () => {
  db = await startTestDatabase()
  feed = openChangeFeed(db.connection)
  await expect.poll(() => feed.isListening).toBe(true)
})
afterEach(async () => {
  vi.useRealTimers()
  feed.close()
  await db.close()
})

it('who has hung up before the wait begins leaves at once, and keeps no place', async () => {
  const ana = await db.createUser()
  const app = eventsApp({
    pool: db.pool,
    inLine: (_who, task) => task(false),
    verifyBearer: async () => ({ role: 'authenticated', sub: ana }),
    feed,
  })
  // No wait comes to its end by itself.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const answer = await app.request('/changes?after=0', { signal: AbortSignal.abort() })
  expect(await answer.json()).toEqual({ rev: 0 })
  expect(feed.room.known()).toEqual([])
})
