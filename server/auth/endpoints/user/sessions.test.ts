import type { Session } from '@supabase/auth-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Account, bearer, startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { decodeRefreshToken } from '../../sessions/refresh-tokens.ts'

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
  there = await server.signIn(ana)
  here = await server.signIn(ana)
})

const idOf = ({ refresh_token: token }: Session) => decodeRefreshToken(token)?.sessionId ?? ''
const list = (session: Session) => server.ask('/auth/v1/sessions', { headers: bearer(session.access_token) })
const end = (session: Session, id: string) =>
  server.ask(`/auth/v1/sessions/${id}`, { method: 'DELETE', headers: bearer(session.access_token), body: {} })
const refresh = ({ refresh_token }: Session) =>
  server.ask('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body: { refresh_token } })
const change = (session: Session, set: string) =>
  server.pool.query(`update auth.sessions set ${set} where id = $1`, [idOf(session)])

it('a session without the second factor of its account sees and ends no other', async () => {
  const owner = await server.signInWithFactor(ana)
  const stranger = await server.signIn(ana)
  const refused = [403, { code: 'insufficient_aal', message: 'AAL2 required to manage sessions' }]
  const listed = await list(stranger)
  expect([listed.status, listed.body]).toEqual(refused)
  const ended = await end(stranger, idOf(owner))
  expect([ended.status, ended.body]).toEqual(refused)
  expect((await list(owner)).status).toBe(200)
})

describe('the list of sessions', () => {
  it('tells of the account’s own, the latest used first, with device, begin and last use, and no address', async () => {
    await server.signIn(await server.createAccount())
    await change(
      there,
      `user_agent = 'Firefox', created_at = now() - interval '2 days', refreshed_at = now() at time zone 'utc' - interval '1 hour'`,
    )
    const { status, body } = await list(here)
    expect(status).toBe(200)
    expect(body).toEqual({
      sessions: [
        {
          id: idOf(here),
          user_agent: 'node',
          created_at: expect.any(String),
          last_used_at: expect.any(String),
          is_current: true,
        },
        {
          id: idOf(there),
          user_agent: 'Firefox',
          created_at: expect.any(String),
          last_used_at: expect.any(String),
          is_current: false,
        },
      ],
    })
  })

  it('tells an iPad, whose browser calls itself a Mac’s, by what the page says beside it', async () => {
    const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
    const headers = { 'User-Agent': mac, 'X-Client-Info': 'iPad' }
    const body = { refresh_token: here.refresh_token }
    await server.ask('/auth/v1/token?grant_type=refresh_token', { method: 'POST', headers, body })
    const asIpad = { user_agent: mac.replace('Macintosh', 'iPad') }
    expect((await list(here)).body).toMatchObject({ sessions: [asIpad, {}] })
  })

  it('dates a session by its sign-in and its last refresh', async () => {
    await change(there, `created_at = now() - interval '2 days'`)
    await refresh(there)
    const { body } = await list(here)
    const { rows } = await server.pool.query<{ begun: Date; used: Date }>(
      `select created_at as begun, refreshed_at at time zone 'utc' as used from auth.sessions where id = $1`,
      [idOf(there)],
    )
    const told = (body.sessions as { id: string; created_at: string; last_used_at: string }[])[0]
    expect(told?.id).toBe(idOf(there))
    expect(new Date(told?.created_at ?? '')).toEqual(new Date(rows[0]?.begun ?? ''))
    expect(new Date(told?.last_used_at ?? '')).toEqual(new Date(rows[0]?.used ?? ''))
  })

  it.each([
    ['past its end', `not_after = now()`],
    ['unused for too long', `created_at = now() - interval '61 days'`],
    ['too old', `created_at = now() - interval '401 days', refreshed_at = now() at time zone 'utc'`],
  ])('leaves out one that is %s', async (_which, set) => {
    await change(there, set)
    const { body } = await list(here)
    expect(body.sessions).toMatchObject([{ id: idOf(here) }])
  })

  it('is told to nobody without a token, nor with one of a session that ended', async () => {
    const nobody = await server.ask('/auth/v1/sessions')
    expect([nobody.status, nobody.body.code]).toEqual([401, 'no_authorization'])
    await end(here, idOf(there))
    expect((await list(there)).body.code).toBe('session_not_found')
  })
})

describe('ending one session', () => {
  it('ends it alone, at once, and whoever holds it is told why', async () => {
    const third = await server.signIn(ana)
    expect((await end(here, idOf(there))).status).toBe(204)
    const read = await server.ask('/rest/v1/sleep_records', { headers: bearer(there.access_token) })
    expect(read.status).toBe(401)
    expect((await refresh(there)).body).toMatchObject({
      code: 'refresh_token_not_found',
      session_ended: 'signed_out',
    })
    expect([(await refresh(here)).status, (await refresh(third)).status]).toEqual([200, 200])
  })

  it('that is gone already changes nothing', async () => {
    await end(here, idOf(there))
    expect((await end(here, idOf(there))).status).toBe(204)
  })

  it('of another family changes nothing', async () => {
    const bea = await server.signIn(await server.createAccount())
    expect((await end(bea, idOf(there))).status).toBe(204)
    expect((await refresh(there)).status).toBe(200)
  })

  it('is refused for what is no id', async () => {
    const { status, body } = await end(here, 'x')
    expect([status, body]).toEqual([
      400,
      { code: 'validation_failed', message: 'session_id must be an UUID' },
    ])
  })
})
