import { randomUUID } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { HttpError } from '../../http/errors.ts'
import { restApp } from '../../rest/rest-app.ts'
import { startTableApi } from '../../testing/table-api.ts'
import { startTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { bearer, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { countWaiting } from '../../testing/while-locked.ts'
import type { VerifyBearer } from '../sessions/verify-bearer.ts'
import { createAccountLines } from './account-lines.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_IP_HEADER: 'x-real-ip' })
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
  const lines = async () => [await countWaiting(server.pool), refused.length]
  await expect.poll(lines).toEqual([2, 8])
  expect(refused[0]?.body).toEqual({
    code: 'over_request_rate_limit',
    message: 'Request rate limit reached',
    details: null,
    hint: null,
  })
  expect(refused[0]?.headers.get('retry-after')).toBe('5')
  expect((await insert(session.access_token)).status).toBe(201)
  expect((await server.signIn(other)).user.id).toBe(other.id)
  await expect.poll(lines).toEqual([2, 8])
  await keeper.query('rollback')
  keeper.release()
  expect((await Promise.all(asked)).filter((status) => status === 429)).toHaveLength(8)
})

it('what waits in line is refused once its session has ended, as it would be if it came then', async () => {
  const ana = await server.createAccount()
  const [here, lost] = [await server.signIn(ana), await server.signIn(ana)]
  const insert = () =>
    server.ask('/rest/v1/sleep_records', {
      method: 'POST',
      headers: bearer(lost.access_token),
      body: { date: '2025-08-10', type: 'siesta', start_time: '10:00', op_id: randomUUID() },
    })
  await insert()
  const keeper = await server.pool.connect()
  await keeper.query('begin')
  await keeper.query('select from public.sync_state where user_id = $1 for update', [ana.id])
  let refused = 0
  const asked = Array.from({ length: 23 }, async () => {
    const { status, body } = await insert()
    if (status === 429) refused += 1
    return [status, body.message]
  })
  await expect.poll(async () => [await countWaiting(server.pool), refused]).toEqual([2, 1])
  const out = { method: 'POST', headers: bearer(here.access_token) }
  expect((await server.ask('/auth/v1/logout?scope=others', out)).status).toBe(204)
  await keeper.query('rollback')
  keeper.release()
  const answers = await Promise.all(asked)
  expect(answers.filter(([status]) => status === 201)).toHaveLength(2)
  const over = [401, 'Session from session_id claim in JWT does not exist']
  expect(answers.filter(([status]) => status === 401)).toEqual(Array.from({ length: 20 }, () => over))
})

it('one address that asks for much without an account shuts out nobody else who has none', async () => {
  // The first request of a server reads what tables there are.
  await server.ask('/rest/v1/sleep_records')
  const keeper = await server.pool.connect()
  onTestFinished(() => keeper.release(true))
  await keeper.query('begin; lock table public.sleep_records')
  let refused = 0
  const asked = Array.from({ length: 40 }, async () => {
    const { status } = await server.ask('/rest/v1/sleep_records', { headers: { 'X-Real-IP': '192.0.2.7' } })
    if (status === 429) refused += 1
  })
  await expect.poll(() => refused).toBeGreaterThan(17)
  const look = await server.ask('/rest/v1/rpc/look_at_invitation', {
    method: 'POST',
    headers: { 'X-Real-IP': '192.0.2.8' },
    body: { token: 'x' },
  })
  expect(look.status).toBe(200)
  expect(await countWaiting(server.pool)).toBe(1)
  await keeper.query('rollback')
  await Promise.all(asked)
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
  await expect.poll(() => countWaiting(api.pool)).toBe(10)
  const signIn = await fetch(api.url.replace('/rest/v1', '/auth/v1/token?grant_type=password'), {
    method: 'POST',
    headers: { apikey: api.anonKey },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'x' }),
  })
  expect((await signIn.json()).error_code).toBe('invalid_credentials')
  // It was answered while they held theirs, not once theirs had taken too long.
  expect(await countWaiting(api.pool)).toBe(10)
  await keeper.query('rollback')
  keeper.release()
  await Promise.all(asked)
  await api.close()
})

/** The table API alone. */
const apiOf = (db: TestDatabase, verifyBearer: VerifyBearer) =>
  restApp({
    db: db.pool,
    inLine: createAccountLines(),
    verifyBearer,
    onChanged: () => undefined,
    replica: null,
    onAccountDeleted: () => undefined,
    isDiskNearlyFull: () => false,
  })

/** The connection of a caller, which is closed when the test says so. */
const aCaller = () => new ServerResponse(new IncomingMessage(new Socket()))

it('who hangs up leaves the line: others find room in it, and nothing is done for nobody', async () => {
  const db = await startTestDatabase()
  const ana = await db.createUser()
  const app = apiOf(db, async () => ({ role: 'authenticated', sub: ana }))
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

it('who lets a body wait is looked at once more when it has come', async () => {
  const db = await startTestDatabase()
  onTestFinished(() => db.close())
  const ana = await db.createUser()
  let hasEnded = false
  const app = apiOf(db, async () => {
    if (hasEnded) throw new HttpError(401, 'PGRST301', 'over')
    return { role: 'authenticated', sub: ana }
  })
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const whenRead = {
    pull(stream: ReadableStreamDefaultController) {
      hasEnded = true
      vi.advanceTimersByTime(60_000)
      stream.enqueue(Buffer.from(`{"date":"2025-08-10","type":"siesta","start_time":"10:00"}`))
      stream.close()
    },
  }
  const body = new ReadableStream(whenRead, { highWaterMark: 0 })
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, duplex: 'half' }
  expect((await app.request('/rest/v1/sleep_records', init, { outgoing: aCaller() })).status).toBe(401)
})

it('who takes no long answer has no more than two: the others wait until one is gone', async () => {
  const db = await startTestDatabase()
  const ana = await db.createUser()
  const app = apiOf(db, async () => ({ role: 'authenticated', sub: ana }))
  await db.pool.query(
    `insert into public.sleep_records (user_id, date, type, start_time, taps)
     select $1, '2025-08-10', 'siesta', '10:00', t.taps from generate_series(1, 1000), (
       select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'kind', 'feedings', 'time', '10:20')) as taps
       from generate_series(1, 30)
     ) as t`,
    [ana],
  )
  const read = (outgoing: ServerResponse, query = '') =>
    app.request(`/rest/v1/sleep_records${query}`, { headers: { Prefer: 'count=planned' } }, { outgoing })
  const callers = Array.from({ length: 22 }, aCaller)
  const answers = callers.map((caller) => read(caller))
  for (const answer of answers.slice(0, 2)) expect((await answer).ok).toBe(true)
  expect((await read(aCaller())).status).toBe(429)
  for (const [index, caller] of callers.entries()) {
    expect((await answers[index])?.ok).toBe(true)
    caller.emit('close')
  }
  // A short answer keeps nobody waiting.
  for (let n = 0; n < 3; n += 1) expect((await read(aCaller(), '?limit=1')).ok).toBe(true)
  await db.close()
})
