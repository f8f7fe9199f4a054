import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from '@supabase/auth-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWaits } from '../testing/open-waits.ts'
import { bearer, startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let ana: Session

beforeAll(async () => {
  server = await startTestServer({ METRICS_PORT: '0' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  ana = await server.signIn(await server.createAccount())
})

const wait = (session: Session, after: number | string, init: RequestInit = {}) =>
  server.ask(`/events/v1/changes?after=${after}`, {
    ...init,
    headers: bearer(session.access_token),
    body: null,
  })

async function logNap(session: Session): Promise<void> {
  const { status } = await server.ask('/rest/v1/sleep_records', {
    method: 'POST',
    headers: bearer(session.access_token),
    body: { id: randomUUID(), date: '2025-08-11', type: 'siesta', start_time: '13:05', op_id: randomUUID() },
  })
  expect(status).toBe(201)
}

/** Waits long enough for a request to reach its wait, or to be answered if it wrongly does not wait. */
const settle = () => sleep(300)

function isAnswered(request: Promise<unknown>): Promise<boolean> {
  return Promise.race([request.then(() => true), settle().then(() => false)])
}

describe('a phone that waits for changes', () => {
  it('is answered when another phone writes, with the revision of the change and nothing else', async () => {
    const waiting = wait(ana, 0)
    expect(await isAnswered(waiting)).toBe(false)
    await logNap(ana)
    const { status, headers, body } = await waiting
    expect([status, body]).toEqual([200, { rev: 1 }])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('is answered at once when it knows an older or a newer revision than the latest', async () => {
    await logNap(ana)
    expect((await wait(ana, 0)).body).toEqual({ rev: 1 })
    expect((await wait(ana, 7)).body).toEqual({ rev: 1 })
  })

  it('never hears of changes in another account', async () => {
    const bea = await server.signIn(await server.createAccount())
    const waiting = wait(ana, 0)
    await settle()
    await logNap(bea)
    expect(await isAnswered(waiting)).toBe(false)
    await logNap(ana)
    expect((await waiting).body).toEqual({ rev: 1 })
  })

  it('is refused without the second factor of its account: also the moment of a change is its family’s', async () => {
    const account = { id: ana.user.id, email: ana.user.email ?? '' }
    const owner = await server.signInWithFactor(account)
    const refused = await wait(await server.signIn(account), 0)
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: '42501', message: 'the second factor is missing' },
    ])
    const waiting = wait(owner, 0)
    await settle()
    await logNap(owner)
    expect((await waiting).body).toEqual({ rev: 1 })
  })

  it('hears of what is written without this server', async () => {
    const waiting = wait(ana, 0)
    await settle()
    await server.pool.query(
      `insert into public.sleep_records (user_id, date, type, start_time)
       values ($1, '2025-08-11', 'siesta', '13:05')`,
      [ana.user.id],
    )
    expect((await waiting).body).toEqual({ rev: 1 })
  })

  it('is refused at once when its session ends', async () => {
    const waiting = wait(ana, 0)
    await settle()
    const there = await server.ask('/auth/v1/logout?scope=global', {
      method: 'POST',
      headers: bearer(ana.access_token),
    })
    expect(there.status).toBe(204)
    expect((await waiting).status).toBe(401)
  })

  it('keeps waiting when another session of the account ends', async () => {
    const other = await server.signIn({ id: ana.user.id, email: ana.user.email ?? '' })
    const waiting = wait(ana, 0)
    await settle()
    await server.ask('/auth/v1/logout?scope=local', { method: 'POST', headers: bearer(other.access_token) })
    expect(await isAnswered(waiting)).toBe(false)
    await logNap(ana)
    expect((await waiting).status).toBe(200)
  })

  it('may hang up', async () => {
    const gone = new AbortController()
    const waits = Array.from({ length: 5 }, () => wait(ana, 0, { signal: gone.signal }))
    await settle()
    gone.abort()
    for (const request of waits) await expect(request).rejects.toThrow()
    await logNap(ana)
    expect((await wait(ana, 0)).body).toEqual({ rev: 1 })
  })

  it('is refused when the account holds twenty already, which go on and hear the news', async () => {
    const waits = Array.from({ length: 20 }, () => wait(ana, 0))
    await expect.poll(() => openWaits(server)).toBe(20)
    const refused = await wait(ana, 0)
    expect([refused.status, refused.body.code]).toEqual([429, 'over_request_rate_limit'])
    expect(refused.headers.get('retry-after')).toBeNull()
    await logNap(ana)
    for (const { body } of await Promise.all(waits)) expect(body).toEqual({ rev: 1 })
    expect((await wait(ana, 0)).body).toEqual({ rev: 1 })
  })
})

describe('waiting', () => {
  it.each([
    ['a forged token', () => bearer(`${ana.access_token.slice(0, -4)}AAAA`), 401, 'PGRST301'],
    ['no token', () => ({}), 401, 'PGRST302'],
    ['the public key as token', () => bearer(server.anonKey), 401, 'PGRST302'],
    ['the service key', () => bearer(server.serviceKey), 401, 'PGRST302'],
  ])('is refused with %s', async (_what, headers, status, code) => {
    const answer = await server.ask('/events/v1/changes?after=0', { headers: headers() })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('is refused without an API key', async () => {
    const answer = await fetch(`${server.url}/events/v1/changes?after=0`, {
      headers: bearer(ana.access_token),
    })
    expect([answer.status, (await answer.json()).message]).toEqual([401, 'No API key found in request'])
  })

  it.each(['', '?after=', '?after=-1', '?after=x', '?after=1.5', `?after=${'9'.repeat(20)}`])(
    'is refused with the query «%s»',
    async (query) => {
      const answer = await server.ask(`/events/v1/changes${query}`, { headers: bearer(ana.access_token) })
      expect([answer.status, answer.body.code]).toEqual([400, 'PGRST100'])
    },
  )
})

describe('when the connection to the database is lost', () => {
  const hangUp = () =>
    server.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'nana-events' and datname = current_database()`,
    )

  it('those who wait are answered 503, and the server listens again by itself', async () => {
    const waiting = wait(ana, 0)
    // On a busy machine the connection may be lost, and be there again, before the request has come to its wait.
    do await hangUp()
    while (!(await isAnswered(waiting)))
    expect((await waiting).status).toBe(503)
    const again = async () => {
      const next = wait(ana, 0)
      await settle()
      await logNap(ana)
      return next
    }
    let { status, body } = await again()
    while (status === 503) ({ status, body } = await again())
    expect([status, typeof body.rev]).toEqual([200, 'number'])
  })
})

it('a server that stops answers those who wait', async () => {
  const ending = await startTestServer()
  const session = await ending.signIn(await ending.createAccount())
  const waiting = ending.ask('/events/v1/changes?after=0', { headers: bearer(session.access_token) })
  await settle()
  await ending.stop()
  expect((await waiting).status).toBe(503)
})
