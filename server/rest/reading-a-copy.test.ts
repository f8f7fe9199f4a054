import { afterAll, beforeAll, expect, it } from 'vitest'
import { asRole, type Statement } from '../db/as-role.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { EXPOSED } from './functions.ts'
import { restApp } from './rest-app.ts'

let db: TestDatabase
/** What the copy was asked, and whether it answers. */
let asked: string[]
let answers: boolean
let call: (name: string, body: object) => Promise<{ status: number; code: unknown }>

beforeAll(async () => {
  db = await startTestDatabase()
  const ana = await db.createUser()
  const app = restApp({
    db: db.pool,
    replica: {
      async ask(claims, statement: Statement) {
        asked.push(statement.text)
        const said = { text: `select '"from the copy"' as result`, values: [] }
        return answers ? asRole(db.pool, claims, said) : null
      },
    },
    inLine: (_who, task) => task(false),
    verifyBearer: async () => ({ role: 'authenticated', sub: ana }),
    onChanged: () => undefined,
    onAccountDeleted: () => undefined,
    isDiskNearlyFull: () => false,
  })
  call = async (name, body) => {
    const headers = { 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await app.request(`/rest/v1/rpc/${name}`, init)
    const said: unknown = await response.json()
    return { status: response.status, code: said instanceof Object ? Reflect.get(said, 'code') : said }
  }
})
afterAll(() => db.close())

it('is for functions of which PostgreSQL knows that they change nothing', async () => {
  const names = [...EXPOSED].flatMap(([name, { isRead }]) => (isRead ? [name] : []))
  const { rows } = await db.pool.query<{ proname: string; provolatile: string }>(
    `select proname, provolatile from pg_proc where pronamespace = 'public'::regnamespace and proname = any ($1)`,
    [names],
  )
  expect(names).toEqual(['consulted_families', 'consulted_revs', 'consulted_changes', 'consulted_family'])
  expect(rows.map(({ provolatile }) => provolatile)).toEqual(names.map(() => 's'))
})

it('asks the copy first, and the database where that doesn’t answer', async () => {
  ;[asked, answers] = [[], true]
  expect(await call('consulted_families', {})).toEqual({ status: 200, code: 'from the copy' })
  answers = false
  // Ana doesn't work for the provider, and the database says so.
  expect(await call('consulted_families', {})).toEqual({ status: 403, code: '42501' })
  expect(asked).toHaveLength(2)
  expect(await call('consulted_summaries', { families: [], since: '2025-08-01' })).toMatchObject({
    status: 403,
  })
  expect(asked).toHaveLength(2)
})
