import type { Session } from '@supabase/auth-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { commandDesk, resetPassword } from '../../administration/own-account-changes.ts'
import { startTestDatabase } from '../../testing/test-database.ts'
import {
  type Account,
  bearer,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { pruneSessions } from './ended-sessions.ts'
import { decodeRefreshToken } from './refresh-tokens.ts'

let server: TestServer
let ana: Account
let here: Session
let there: Session

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ana = await server.createAccount()
  here = await server.signIn(ana)
  there = await server.signIn(ana)
})

const refresh = (refresh_token: string) =>
  server.ask('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body: { refresh_token } })
const as = (session: Session, path: string, method: string, body?: object) =>
  server.ask(`/auth/v1/${path}`, { method, headers: bearer(session.access_token), ...(body && { body }) })
const admin = (method: string, body: object) =>
  server.ask(`/auth/v1/admin/users/${ana.id}`, { method, headers: bearer(server.serviceKey), body })

const NOT_FOUND = {
  code: 'refresh_token_not_found',
  message: 'Invalid Refresh Token: Refresh Token Not Found',
}
const notes = () => server.pool.query('select * from nana.ended_sessions where user_id = $1', [ana.id])

describe('who holds a session that somebody else ended is told why', () => {
  it.each<[string, string, () => Promise<unknown>]>([
    [
      'another password',
      'password_changed',
      () => as(here, 'user', 'PUT', { password: 'otra-siesta-larga' }),
    ],
    ['one by the administrator', 'password_reset', () => admin('PUT', { password: 'otra-siesta-larga' })],
    [
      'one by the command line',
      'password_reset',
      () => resetPassword(commandDesk(server.pool), { email: ana.email }, 'otra-siesta-larga'),
    ],
    ['the others signed out', 'signed_out', () => as(here, 'logout?scope=others', 'POST')],
    ['all signed out', 'signed_out', () => as(here, 'logout', 'POST')],
  ])('after %s', async (_, reason, end) => {
    await end()
    const { status, body } = await refresh(there.refresh_token)
    expect([status, body]).toEqual([400, { ...NOT_FOUND, session_ended: reason }])
    const call = await as(there, 'user', 'GET')
    expect([call.status, call.body]).toMatchObject([
      403,
      { code: 'session_not_found', session_ended: reason },
    ])
  })

  it('also with a token from before the session’s last refresh', async () => {
    const { body } = await refresh(there.refresh_token)
    await as(here, 'logout?scope=others', 'POST')
    for (const token of [there.refresh_token, String(body.refresh_token)]) {
      expect((await refresh(token)).body).toMatchObject({ session_ended: 'signed_out' })
    }
  })

  it('in the old shape of an error too, beside its other fields', async () => {
    await as(here, 'logout?scope=others', 'POST')
    const answer = await server.fetch('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      body: { refresh_token: there.refresh_token },
    })
    expect(await answer.json()).toMatchObject({
      code: 400,
      error_code: 'refresh_token_not_found',
      session_ended: 'signed_out',
    })
  })

  it('in a way that the official client still understands', async () => {
    const client = server.client()
    await client.signInWithPassword({ email: ana.email, password: PASSWORD })
    await as(here, 'logout?scope=others', 'POST')
    const { error } = await client.refreshSession()
    expect([error?.status, error?.code, error?.message]).toEqual([400, NOT_FOUND.code, NOT_FOUND.message])
  })
})

describe('nobody else is told why a session ended', () => {
  it('neither who signs out themselves', async () => {
    await as(there, 'logout?scope=local', 'POST')
    expect((await refresh(there.refresh_token)).body).toEqual(NOT_FOUND)
    await as(here, 'logout', 'POST')
    expect((await refresh(here.refresh_token)).body).toEqual(NOT_FOUND)
    expect((await notes()).rows).toEqual([])
  })

  it('nor who knows the session’s id and makes up a token', async () => {
    await as(here, 'logout?scope=others', 'POST')
    const bytes = Buffer.from(there.refresh_token, 'base64url')
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    const forged = bytes.toString('base64url')
    expect(decodeRefreshToken(forged)?.sessionId).toBe(decodeRefreshToken(there.refresh_token)?.sessionId)
    expect((await refresh(forged)).body).toEqual(NOT_FOUND)
  })
})

describe('the note about an ended session', () => {
  it('keeps no token, and goes with the account', async () => {
    await as(here, 'logout?scope=others', 'POST')
    const { rows } = await notes()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(there.refresh_token)
    expect((await admin('DELETE', {})).status).toBe(200)
    expect((await notes()).rows).toEqual([])
    expect((await refresh(there.refresh_token)).body).toEqual(NOT_FOUND)
  })

  it('is forgotten after three months', async () => {
    await as(here, 'logout?scope=others', 'POST')
    await server.pool.query(
      `update nana.ended_sessions set ended_at = now() - interval '91 days' where user_id = $1`,
      [ana.id],
    )
    const last = await server.signIn(ana)
    await as(here, 'logout?scope=others', 'POST')
    expect((await refresh(there.refresh_token)).body).toEqual(NOT_FOUND)
    expect((await refresh(last.refresh_token)).body).toMatchObject({ session_ended: 'signed_out' })
  })

  it('is out of reach of the request roles', async () => {
    const { rows } = await server.pool.query(
      `select r, has_table_privilege(r, 'nana.ended_sessions', 'select') as reads
         from unnest(array['anon', 'authenticated', 'service_role']) r`,
    )
    expect(rows.map(({ reads }) => reads)).toEqual([false, false, false])
  })
})

describe('a session that ended by itself', () => {
  /** Makes sessions that began, and were used last, so many days ago. Answers their ids. */
  async function aged(pool: TestServer['pool'], userId: string, ...ages: [begun: number, used: number][]) {
    const { rows } = await pool.query<{ id: string }>(
      `insert into auth.sessions (id, user_id, aal, created_at, refreshed_at)
       select gen_random_uuid(), $1, 'aal1', now() - make_interval(days => begun),
              (now() - make_interval(days => used)) at time zone 'utc'
         from unnest($2::int[], $3::int[]) as t (begun, used) returning id`,
      [userId, ages.map(([begun]) => begun), ages.map(([, used]) => used)],
    )
    return rows.map(({ id }) => id)
  }
  const LIMITS = { sessionMaxDays: 400, sessionIdleDays: 60 }
  const left = async (ids: string[]) => {
    const { rows } = await server.pool.query<{ id: string }>(
      'select id from auth.sessions where id = any($1)',
      [ids],
    )
    return ids.filter((id) => rows.some((row) => row.id === id))
  }

  it('is kept for three months, so that its phone is told, and then forgotten', async () => {
    const ids = await aged(server.pool, ana.id, [491, 1], [300, 151], [489, 1], [300, 149], [1, 0])
    expect(await pruneSessions(server.pool, LIMITS)).toBe(2)
    expect(await left(ids)).toEqual(ids.slice(2))
    expect((await refresh(here.refresh_token)).status).toBe(200)
  })

  it('is left for another day while somebody else holds it', async () => {
    const [held = '', free = ''] = await aged(server.pool, ana.id, [491, 1], [491, 1])
    const other = await server.pool.connect()
    await other.query('begin')
    await other.query('select from auth.sessions where id = $1 for update', [held])
    expect(await pruneSessions(server.pool, LIMITS)).toBe(1)
    expect(await left([held, free])).toEqual([held])
    await other.query('rollback')
    other.release()
    expect(await pruneSessions(server.pool, LIMITS)).toBe(1)
  })

  it('goes in rounds, however many there are', async () => {
    const ids = await aged(
      server.pool,
      ana.id,
      ...Array.from({ length: 1001 }, (): [number, number] => [491, 1]),
    )
    expect(await pruneSessions(server.pool, LIMITS)).toBe(1001)
    expect(await left(ids)).toEqual([])
  })

  it('is forgotten by the server by itself', async () => {
    const db = await startTestDatabase()
    const [id] = await aged(db.pool, await db.createUser(), [491, 1])
    const later = await startTestServer({}, db)
    await vi.waitUntil(
      async () => (await db.pool.query('select from auth.sessions where id = $1', [id])).rowCount === 0,
      { timeout: 20_000 },
    )
    await later.stop()
  })
})
