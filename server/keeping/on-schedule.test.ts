import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { onSchedule } from './on-schedule.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await startTestDatabase()
})
afterAll(() => db.close())

const DAY_MS = 86_400_000

/** What some processes do that start at once, and end. */
async function daysWork(name: string, processes: number, work: () => Promise<unknown>): Promise<void> {
  const task = { name, everyMs: DAY_MS, event: 'work_failed', work }
  const schedules = Array.from({ length: processes }, () => onSchedule(db.pool, task))
  await Promise.all(schedules.map(({ again }) => again()))
  await Promise.all(schedules.map(({ stop }) => stop()))
}

it('is done once in its time, however many processes there are', async () => {
  const name = randomUUID()
  const done: string[] = []
  const work = async () => done.push('done')
  await daysWork(name, 4, work)
  await daysWork(name, 1, work)
  expect(done).toHaveLength(1)
  await daysWork(randomUUID(), 1, work)
  expect(done).toHaveLength(2)
  await db.pool.query(`update nana.schedules set begun_at = begun_at - interval '1 day' where name = $1`, [
    name,
  ])
  await daysWork(name, 4, work)
  expect(done).toHaveLength(3)
})

it('is done again where it was last begun by a clock that was a year ahead', async () => {
  const name = randomUUID()
  const done: string[] = []
  const work = async () => done.push('done')
  await daysWork(name, 1, work)
  await db.pool.query(`update nana.schedules set begun_at = begun_at + interval '1 year' where name = $1`, [
    name,
  ])
  await daysWork(name, 4, work)
  expect(done).toHaveLength(2)
})

it('is done by a process that stays, when its time comes round', async () => {
  let times = 0
  const task = { name: randomUUID(), everyMs: 40, event: 'work_failed', work: async () => (times += 1) }
  const schedule = onSchedule(db.pool, task)
  await expect.poll(() => times).toBeGreaterThan(2)
  await schedule.stop()
})

it('that fails is written down', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  await daysWork(randomUUID(), 1, () => Promise.reject(new Error('no way')))
  expect(said.mock.calls.join()).toContain('work_failed')
})
