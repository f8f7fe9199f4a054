import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Claims } from '../db/as-role.ts'
import { openPool } from '../db/open.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { restApp } from './rest-app.ts'

let db: TestDatabase
let ana: Claims
let pool: Pool

beforeAll(async () => {
  db = await startTestDatabase()
  ana = { role: 'authenticated', sub: await db.createUser() }
})
afterAll(() => db.close())
beforeEach(() => {
  pool = openPool(db.connection, 1)
  return () => pool.end()
})

/** Makes the table API on the one connection, which takes everybody for this caller. */
function reader(claims: Claims): (query: string) => Promise<number> {
  const app = restApp({
    db: pool,
    inLine: (_who, task) => task(false),
    verifyBearer: async () => claims,
    onChanged: () => undefined,
    isDiskNearlyFull: () => false,
    replica: null,
    onAccountDeleted: () => undefined,
  })
  return async (query) => (await app.request(`/rest/v1/sleep_records?${query}`)).status
}

/** The texts that the connection keeps under a name of the table API. */
async function named(): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    `select statement as text from pg_prepared_statements where name like 'rest%' order by prepare_time`,
  )
  return rows.map(({ text }) => text)
}

it('a table API that takes the place of another on the same connections goes on with its names', async () => {
  const before = reader(ana)
  for (const column of ['id', 'id']) expect(await before(`select=${column}`)).toBe(200)
  const after = reader(ana)
  for (const column of ['date', 'date', 'id']) expect(await after(`select=${column}`)).toBe(200)
  expect(await named()).toEqual([expect.stringContaining('"id"'), expect.stringContaining('"date"')])
})

it.each<[string, () => Claims, string]>([
  ['who has no account', () => ({ role: 'anon' }), 'select=id'],
  ['who asks at great length', () => ana, `or=(${Array(150).fill('id.is.null').join(',')})`],
])('%s leaves nothing behind on the connections', async (_, who, query) => {
  const read = reader(who())
  for (let n = 0; n < 3; n += 1) expect(await read(query)).toBe(200)
  expect(await named()).toEqual([])
})
