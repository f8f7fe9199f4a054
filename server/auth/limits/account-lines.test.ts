import { randomUUID } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { restApp } from '../../rest/rest-app.ts'
import { startTableApi } from '../../testing/table-api.ts'
import { startTestDatabase } from '../../testing/test-database.ts'
import { bearer, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createAccountLines } from './account-lines.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

it('one account that asks for much at once holds up no other, and nobody who signs in', async () => {
  const [greedy, other] = [await server.createAccount(), await server.createAccount()]
  const [itsSession, session] = [await server.signIn(greedy), await server.signIn(other)]
  const insert = (token: string) =>
    server.ask('/rest/v1/sleep_records', {
      method: 'POST',
      headers: bearer(token),
      body: { date: '2025-08-10', type: 'siesta', start_time: '10:00', op_id: randomUUID() },
    })
  // Statements that take long: they wait for whoever holds the account's counter.
  await insert(itsSession.access_token)
  const keeper = await server.pool.connect()
  await keeper.query('begin')
  await keeper.query('select from public.sync_state where user_id = $1 for update', [greedy.id])
  const refused: Awaited<ReturnType<typeof insert>>[] = []
  const asked = Array.from({ length: 30 }, async () => {
    const answer = await insert(itsSession.access_token)
    if (answer.status === 429) refused.push(answer)
    return answer.status
  })
  const atWork = async () => {
    const { rows } = await server.pool.query<{ count: number }>(
      `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.count
  }
  while ((await atWork()) !== 2 || refused.length < 8);
  expect(refused[0]?.body).toEqual({
    code: 'over_request_rate_limit',
    message: 'Request rate limit reached',
    details: null,
    hint: null,
  })
  expect(refused[0]?.headers.get('retry-after')).toBe('5')
  expect((await insert(session.access_token)).status).toBe(201)
  expect((await server.signIn(other)).user.id).toBe(other.id)
  expect(await atWork()).toBe(2)
  await keeper.query('rollback')
  keeper.release()
  expect((await Promise.all(asked)).filter((status) => status === 429)).toHaveLength(8)
})

it('signing in has connections of its own: many accounts that ask for much don’t take them', async () => {
  const api = await startTableApi()
  const callers = await Promise.all(Array.from({ length: 6 }, () => api.signedIn()))
  // The first request of a server reads what tables there are.
  await api.fetch('sleep_records')
  const keeper = await api.pool.connect()
  await keeper.query('begin; lock table public.sleep_records')
  const asked = callers
    .flatMap((caller) => [caller, caller])
    .map((caller) => caller.fetch('sleep_records?select=id'))
  const atWork = async () => {
    const { rows } = await api.pool.query<{ count: number }>(
      `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.count
  }
  while ((await atWork()) !== 10);
  const signIn = await fetch(api.url.replace('/rest/v1', '/auth/v1/token?grant_type=password'), {
    method: 'POST',
    headers: { apikey: api.anonKey },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'x' }),
  })
  expect((await signIn.json()).error_code).toBe('invalid_credentials')
  // It was answered while they held theirs, not once theirs had taken too long.
  expect(await atWork()).toBe(10)
  await keeper.query('rollback')
  keeper.release()
  await Promise.all(asked)
  await api.close()
})

it('who hangs up leaves the line: others find room in it, and nothing is done for nobody', async () => {
  const db = await startTestDatabase()
  const ana = await db.createUser()
  const app = restApp({
    db: db.pool,
    inLine: createAccountLines(),
    verifyBearer: async () => ({ role: 'authenticated', sub: ana }),
    onChanged: () => undefined,
    replica: null,
    onAccountDeleted: () => undefined,
    isDiskNearlyFull: () => false,
  })
  let refused = 0
  const insert = async (outgoing: ServerResponse) => {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ date: '2025-08-10', type: 'siesta', start_time: '10:00', op_id: randomUUID() }),
    }
    const { status } = await app.request('/rest/v1/sleep_records', init, { outgoing })
    if (status === 429) refused += 1
    return status
  }
  const aCaller = () => new ServerResponse(new IncomingMessage(new Socket()))
  expect(await insert(aCaller())).toBe(201)
  const keeper = await db.pool.connect()
  await keeper.query('begin')
  await keeper.query('select from public.sync_state where user_id = $1 for update', [ana])
  const callers = Array.from({ length: 30 }, aCaller)
  const asked = callers.map(insert)
  while (refused < 8) await setImmediate()
  for (const caller of callers) caller.emit('close')
  while (refused < 28) await setImmediate()
  const later = insert(aCaller())
  await keeper.query('rollback')
  keeper.release()
  expect(await later).toBe(201)
  expect((await Promise.all(asked)).filter((status) => status === 201)).toHaveLength(2)
  const { rows } = await db.pool.query('select from public.sleep_records where user_id = $1', [ana])
  expect(rows).toHaveLength(4)
  await db.close()
})
