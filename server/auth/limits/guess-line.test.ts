import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createGuessLine } from './guess-line.ts'
import { createLimitStore } from './limit-store.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await startTestDatabase()
})
afterAll(() => db.close())

/** The line of one process, whose waits are noted and not waited for. */
function lineOf(waits: number[]) {
  return createGuessLine(createLimitStore(db.pool, 'secret'), async (ms) => {
    waits.push(Math.round(ms / 1000))
  })
}

it('guesses at one account wait one after the other in all processes, those at another beside them', async () => {
  const waits: number[] = []
  const [here, there] = [lineOf(waits), lineOf(waits)]
  await here('ana', 2000)
  await there('ana', 3000)
  await here('eva', 4000)
  await here('ana', 1000)
  expect(waits).toEqual([2, 5, 4, 6])
})

it('a line that is too long sends the next one away, and takes others once it moves', async () => {
  const inLine = lineOf([])
  for (let turn = 0; turn < 7; turn += 1) await inLine('lea', 2000)
  await expect(inLine('lea', 2000)).rejects.toMatchObject({ status: 429 })
  await db.pool.query(`update nana.limits set until = until - interval '2 seconds'`)
  await inLine('lea', 2000)
})
