import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createLimitStore, forgetOldLimits, KNOWN, type LimitStore } from './limit-store.ts'

let db: TestDatabase
/** Two processes of one server. */
let here: LimitStore
let there: LimitStore

beforeAll(async () => {
  db = await startTestDatabase()
  here = createLimitStore(db.pool, 'one secret')
  there = createLimitStore(db.pool, 'one secret')
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.pool.query('delete from nana.limits')
})

async function letPass(seconds: number): Promise<void> {
  await db.pool.query(`update nana.limits set until = until - make_interval(secs => $1)`, [seconds])
}

it('counts what all processes count, until its time is over', async () => {
  expect([await here.count('a', 60), await there.count('a', 60), await there.count('b', 60)]).toMatchObject([
    { points: 1 },
    { points: 2 },
    { points: 1 },
  ])
  await here.takeBack('a')
  const { points, ms } = await there.count('a', 60)
  expect([points, ms > 50_000, ms <= 60_000]).toEqual([2, true, true])
  await letPass(60)
  expect(await here.count('a', 60)).toMatchObject({ points: 1 })
  await there.forget('a')
  expect(await here.count('a', 60)).toMatchObject({ points: 1 })
})

it('reserves time after time, as far as it may lie ahead', async () => {
  expect(await here.reserve('a', 10_000, 20_000)).toMatchObject({ isGiven: true })
  const second = await there.reserve('a', 10_000, 20_000)
  expect([second.isGiven, Math.round(second.ms / 1000)]).toEqual([true, 20])
  expect(await here.reserve('a', 10_000, 20_000)).toMatchObject({ isGiven: false })
  await letPass(10)
  expect(await here.reserve('a', 10_000, 20_000)).toMatchObject({ isGiven: true })
})

it('gives so many places, also to those who come at once', async () => {
  const takes = Array.from({ length: 20 }, (_, turn) => (turn % 2 ? here : there).takePlace('mail', 5, 3600))
  expect((await Promise.all(takes)).filter(Boolean)).toHaveLength(5)
  expect(await here.hasPlace('mail', 5, 3600)).toBe(false)
  await letPass(3600)
  expect(await there.hasPlace('mail', 5, 3600)).toBe(true)
  expect(await there.takePlace('mail', 5, 3600)).toBe(true)
})

it('notes something for a time', async () => {
  expect(await here.isNoted('a')).toBe(false)
  await here.note('a', 60)
  expect(await there.isNoted('a')).toBe(true)
  await letPass(60)
  expect(await there.isNoted('a')).toBe(false)
})

it('tells nothing of an address or an account, and is another one’s with another secret', () => {
  const key = here.keyOf('guess', '192.0.2.1', 'ana@example.com')
  expect(key).toBe(there.keyOf('guess', '192.0.2.1', 'ana@example.com'))
  expect(key).toMatch(/^guess [A-Za-z0-9_-]{43}$/)
  const stranger = createLimitStore(db.pool, 'another secret')
  expect(stranger.keyOf('guess', '192.0.2.1', 'ana@example.com')).not.toBe(key)
})

it('forgets what counts no more, and beyond a number what counts the shortest', async () => {
  for (const [key, seconds] of [
    ['over', 0],
    ['short', 60],
    ['longer', 120],
    ['longest', 180],
  ] as const)
    await here.note(key, seconds)
  const kept = async () => {
    const { rows } = await db.pool.query<{ key: string }>('select key from nana.limits order by until')
    return rows.map(({ key }) => key)
  }
  await forgetOldLimits(db.pool)
  expect(await kept()).toEqual(['short', 'longer', 'longest'])
  await forgetOldLimits(db.pool, 2)
  expect(await kept()).toEqual(['longer', 'longest'])
})

it('forgets no count for all that is known of where accounts were signed in to', async () => {
  await here.count(here.keyOf('guess', 'a'), 60)
  for (const seconds of [1000, 2000, 3000]) await here.note(here.keyOf(KNOWN, `${seconds}`), seconds)
  await forgetOldLimits(db.pool, 2)
  expect(await here.count(here.keyOf('guess', 'a'), 60)).toMatchObject({ points: 2 })
  const known = [1000, 2000, 3000].map((seconds) => here.isNoted(here.keyOf(KNOWN, `${seconds}`)))
  expect(await Promise.all(known)).toEqual([false, true, true])
})

it('counts nothing for longer than it may, where the clock was a year ahead meanwhile', async () => {
  const takeAll = async () => {
    const [counted, reserved, hasTaken] = [
      await here.count('a', 60),
      await here.reserve('b', 10_000, 10_000),
      await here.takePlace('mail', 1, 3600),
    ]
    return { points: counted.points, isGiven: reserved.isGiven, hasTaken }
  }
  expect(await takeAll()).toEqual({ points: 1, isGiven: true, hasTaken: true })
  await letPass(-30)
  expect(await takeAll()).toEqual({ points: 2, isGiven: false, hasTaken: false })
  await letPass(-365 * 86_400)
  expect(await here.hasPlace('mail', 1, 3600)).toBe(true)
  expect(await takeAll()).toEqual({ points: 1, isGiven: true, hasTaken: true })
  expect(await takeAll()).toEqual({ points: 2, isGiven: false, hasTaken: false })
  await here.note('c', 30 * 86_400)
  await forgetOldLimits(db.pool)
  expect(await here.isNoted('c')).toBe(true)
  await letPass(-365 * 86_400)
  await forgetOldLimits(db.pool)
  expect((await db.pool.query('select from nana.limits')).rowCount).toBe(0)
})
