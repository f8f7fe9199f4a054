import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Account, PASSWORD, startTestServer, type TestServer } from '../../testing/test-server.ts'

let db: TestDatabase
/** Two servers on one database, as behind a proxy that gives each call to either. */
let servers: [TestServer, TestServer]
let ana: Account

beforeAll(async () => {
  db = await startTestDatabase()
  const settings = {
    AUTH_RATE_LIMITS: 'on',
    TRUSTED_IP_HEADER: 'X-Real-IP',
    AUTH_MAILS_PER_HOUR: '3',
    JWT_SECRET: randomBytes(32).toString('hex'),
  }
  // The database is closed once, with the second of them.
  const first = await startTestServer(settings, { ...db, close: async () => undefined })
  servers = [first, await startTestServer(settings, db)]
  ana = await first.createAccount()
})
afterAll(async () => {
  for (const server of servers) await server.stop()
})

function post(turn: number, path: string, body: object, address: string) {
  const server = servers[turn % 2 === 0 ? 0 : 1]
  return server.ask(`/auth/v1/${path}`, { method: 'POST', body, headers: { 'X-Real-IP': address } })
}

async function inTurns(times: number, call: (turn: number) => ReturnType<typeof post>): Promise<number[]> {
  const statuses = []
  for (let turn = 0; turn < times; turn += 1) statuses.push((await call(turn)).status)
  return statuses
}

it('an address has one bucket at all of them', async () => {
  const statuses = await inTurns(31, (turn) => post(turn, 'verify', {}, '192.0.2.1'))
  expect([statuses.slice(0, 30).includes(429), statuses.at(-1)]).toEqual([false, 429])
})

it('guesses at an account count at all of them', async () => {
  const guess = (turn: number, password = 'a guess') =>
    post(turn, 'token?grant_type=password', { email: ana.email, password }, '192.0.2.2')
  const statuses = await inTurns(30, (turn) => guess(turn))
  expect(statuses).not.toContain(429)
  // Its tokens come back, and its guesses don't.
  await db.pool.query(`delete from nana.limits where key like 'token %'`)
  expect((await guess(0, PASSWORD)).status).toBe(429)
  expect((await guess(1, PASSWORD)).status).toBe(429)
})

it('the mails of an hour are those of all of them', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    const { error } = await servers[0].admin.inviteUserByEmail(`${randomUUID()}@example.com`)
    expect(error).toBeNull()
  }
  const refused = await post(1, 'recover', { email: ana.email }, '192.0.2.4')
  expect([refused.status, refused.body.code]).toEqual([429, 'over_email_send_rate_limit'])
})
