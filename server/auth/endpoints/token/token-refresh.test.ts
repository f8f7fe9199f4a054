import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Account, bearer, startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { whileLocked } from '../../../testing/while-locked.ts'
import { decodeRefreshToken, encodeRefreshToken, refreshPepper } from '../../sessions/refresh-tokens.ts'

let server: TestServer
let ana: Account

beforeAll(async () => {
  server = await startTestServer()
  ana = await server.createAccount()
})
afterAll(() => server.stop())

const refresh = (token: unknown) =>
  server.ask('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body: { refresh_token: token } })

async function refreshed(token: string): Promise<string> {
  const { status, body } = await refresh(token)
  expect(status).toBe(200)
  return String(body.refresh_token)
}

/** Moves a session's last refresh back by so many seconds. */
const age = (sessionId: string, seconds: number) =>
  server.pool.query(
    `update auth.sessions set refreshed_at = refreshed_at - make_interval(secs => $2) where id = $1`,
    [sessionId, seconds],
  )

/** Makes a session one that was opened, and refreshed last, so many days ago; null: never refreshed. */
const aged = (sessionId: string, opened: number, used: number | null) =>
  server.pool.query(
    `update auth.sessions set created_at = now() - make_interval(days => $2),
            refreshed_at = (now() - make_interval(days => $3)) at time zone 'utc' where id = $1`,
    [sessionId, opened, used],
  )

const sessionOf = (token: string) => decodeRefreshToken(token)?.sessionId ?? ''
const exists = async (sessionId: string) =>
  (await server.pool.query('select from auth.sessions where id = $1', [sessionId])).rowCount === 1

const ALREADY_USED = [
  400,
  { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
]

describe('a refresh', () => {
  it('gives a new token of the same session, with its level and methods', async () => {
    const session = await server.signIn(ana)
    const { status, body, headers } = await refresh(session.refresh_token)
    expect(status).toBe(200)
    expect(body.refresh_token).not.toBe(session.refresh_token)
    expect(body.token_type).toBe('bearer')
    const claims = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const { session_id, aal, amr } = claims(session.access_token)
    expect(claims(String(body.access_token))).toMatchObject({ session_id, aal, amr })
    expect(headers.get('sb-auth-session-id')).toBe(session_id)
    expect(headers.get('sb-auth-user-id')).toBe(ana.id)
    expect(headers.get('sb-auth-refresh-token-counter')).toBe('1')
  })

  it('that waits while the second factor is dropped says so: its token is at aal1', async () => {
    const account = await server.createAccount()
    const { refresh_token: token } = await server.signInWithFactor(account)
    const { body } = await whileLocked(server.pool, {
      hold: (owner) =>
        owner.query(
          `with fallen as (update auth.sessions set aal = 'aal1', factor_id = null where id = $1 returning id)
           delete from auth.mfa_amr_claims a using fallen
            where a.session_id = fallen.id and a.authentication_method = 'totp'`,
          [sessionOf(token)],
        ),
      send: () => refresh(token),
    })
    expect(
      JSON.parse(Buffer.from(String(body.access_token).split('.')[1] ?? '', 'base64url').toString()),
    ).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    })
  })

  it('works through the official client', async () => {
    const client = server.client()
    const { data: opened } = await client.setSession(await server.signIn(ana))
    const { data, error } = await client.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(opened.session?.refresh_token)
  })
})

describe('a refresh token that was used before', () => {
  it('gets the current one again at any time, if it is the previous one, and rotates nothing', async () => {
    const { refresh_token: first } = await server.signIn(ana)
    const second = await refreshed(first)
    await age(sessionOf(first), 3600)
    expect(await refreshed(first)).toBe(second)
    expect(await refreshed(first)).toBe(second)
    expect(await refreshed(second)).not.toBe(second)
  })

  it('gets the current one, if it is older, within the reuse interval after the last refresh', async () => {
    const { refresh_token: first } = await server.signIn(ana)
    const third = await refreshed(await refreshed(first))
    await age(sessionOf(first), 8)
    expect(await refreshed(first)).toBe(third)
  })

  it('destroys the session, if it is older and comes later, though the answer is an error', async () => {
    const session = await server.signIn(ana)
    const second = await refreshed(session.refresh_token)
    const third = await refreshed(second)
    await age(sessionOf(third), 11)
    const { status, body } = await refresh(session.refresh_token)
    expect([status, body]).toEqual(ALREADY_USED)
    expect(await exists(sessionOf(third))).toBe(false)
    const thief = await refresh(third)
    expect([thief.status, thief.body.code]).toEqual([400, 'refresh_token_not_found'])
    const user = await server.ask('/auth/v1/user', { headers: bearer(session.access_token) })
    expect([user.status, user.body.code]).toEqual([403, 'session_not_found'])
  })

  it('does not keep the interval open by being sent again and again', async () => {
    const { refresh_token: first } = await server.signIn(ana)
    await refreshed(await refreshed(first))
    await age(sessionOf(first), 6)
    await refreshed(first)
    await age(sessionOf(first), 6)
    const { status, body } = await refresh(first)
    expect([status, body]).toEqual(ALREADY_USED)
  })

  it('destroys only its own session', async () => {
    const other = await server.signIn(ana)
    const { refresh_token: first } = await server.signIn(ana)
    await refreshed(await refreshed(first))
    await age(sessionOf(first), 60)
    expect((await refresh(first)).status).toBe(400)
    await refreshed(other.refresh_token)
  })
})

describe('a refresh is refused', () => {
  const invalid = [400, { code: 'validation_failed', message: 'Refresh token is not valid' }]
  const unknown = [
    400,
    { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' },
  ]

  it.each([
    '',
    null,
    'short',
    'ABCDEFGHIJKL',
    'a'.repeat(13),
    'not base64 at all!!',
    randomBytes(41).fill(1, 0, 1).toString('base64url'),
    randomBytes(40).fill(0, 0, 1).toString('base64url'),
    randomBytes(5000).toString('base64url'),
  ])('for %j, which is no token', async (token) => {
    const { status, body } = await refresh(token)
    expect([status, body]).toEqual(invalid)
  })

  it('for another spelling of a token’s bytes', async () => {
    const { refresh_token: token } = await server.signIn(ana)
    const { status, body } = await refresh(`${token}=`)
    expect([status, body]).toEqual(invalid)
  })

  it.each(['abcdefghijkl', '000000000000'])('for %s, which has the form of old tokens', async (token) => {
    const { status, body } = await refresh(token)
    expect([status, body]).toEqual(unknown)
  })

  it('for a token of a session that is gone, or with another signature', async () => {
    const { refresh_token: token } = await server.signIn(ana)
    const bytes = Buffer.from(token, 'base64url')
    bytes[40] = (bytes[40] ?? 0) ^ 1
    expect(await refresh(bytes.toString('base64url')).then(({ status, body }) => [status, body])).toEqual(
      unknown,
    )
    await server.pool.query('delete from auth.sessions where id = $1', [sessionOf(token)])
    expect(await refresh(token).then(({ status, body }) => [status, body])).toEqual(unknown)
  })

  it('for a signed counter that is ahead of its session', async () => {
    const { refresh_token: token } = await server.signIn(ana)
    const sessionId = sessionOf(token)
    const { rows } = await server.pool.query(
      'select refresh_token_hmac_key as key from auth.sessions where id = $1',
      [sessionId],
    )
    const ahead = encodeRefreshToken(sessionId, 7n, rows[0].key, refreshPepper(server.jwtSecret))
    const { status, body } = await refresh(ahead)
    expect([status, body]).toEqual([
      400,
      { code: 'validation_failed', message: 'Invalid Refresh Token: Not Issued By This Server' },
    ])
    await refreshed(token)
  })

  it('for a banned account', async () => {
    const account = await server.createAccount()
    const { refresh_token: token } = await server.signIn(account)
    await server.pool.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      account.id,
    ])
    const { status, body } = await refresh(token)
    expect([status, body]).toEqual([
      400,
      { code: 'user_banned', message: 'Invalid Refresh Token: User Banned' },
    ])
  })

  it('for a session that is past its end', async () => {
    const { refresh_token: token } = await server.signIn(ana)
    await server.pool.query('update auth.sessions set not_after = now() where id = $1', [sessionOf(token)])
    const { status, body } = await refresh(token)
    expect([status, body]).toEqual([
      400,
      { code: 'session_expired', message: 'Invalid Refresh Token: Session Expired' },
    ])
  })

  it.each([
    ['one that nobody used for 60 days', { opened: 100, used: 61 }, 'Session Expired (Inactivity)'],
    ['one that was never refreshed for 60 days', { opened: 61, used: null }, 'Session Expired (Inactivity)'],
    ['one of 400 days, however much it is used', { opened: 401, used: 0 }, 'Session Expired'],
  ])('for %s, with the previous token too', async (_which, { opened, used }, why) => {
    const { refresh_token: first } = await server.signIn(ana)
    const token = used === null ? first : await refreshed(first)
    await aged(sessionOf(token), opened, used)
    for (const shown of [first, token]) {
      const { status, body } = await refresh(shown)
      expect([status, body]).toEqual([
        400,
        { code: 'session_expired', message: `Invalid Refresh Token: ${why}` },
      ])
    }
  })

  it('for no session that was used within 60 days, and signed in within 400', async () => {
    const { refresh_token: first } = await server.signIn(ana)
    const token = await refreshed(first)
    await aged(sessionOf(token), 399, 59)
    await refreshed(token)
  })

  it('for a session whose row another request holds too long', async () => {
    const { refresh_token: token } = await server.signIn(ana)
    const holder = await server.pool.connect()
    await holder.query('begin')
    await holder.query('select from auth.sessions where id = $1 for update', [sessionOf(token)])
    const { status, body } = await refresh(token)
    await holder.query('rollback')
    holder.release()
    expect([status, body.code]).toEqual([409, 'conflict'])
    await refreshed(token)
  })
})

describe('a storm of refreshes', () => {
  it('of 30 sessions, each refreshed by 20 at once, gives each session one successor', async () => {
    const sessions = await Promise.all(Array.from({ length: 30 }, () => server.signIn(ana)))
    const storms = sessions.map(({ refresh_token: token }) =>
      Promise.all(Array.from({ length: 20 }, () => refreshed(token))),
    )
    const successors = (await Promise.all(storms)).map((tokens) => new Set(tokens).size)
    expect(successors).toEqual(Array(30).fill(1))
  })

  it('at two servers with one database gives each session one successor too', async () => {
    const { host, user, database } = server.pool.options
    const other = await startTestServer({
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`,
      JWT_SECRET: server.jwtSecret,
    })
    const at = async (place: TestServer, token: string) => {
      const body = { refresh_token: token }
      const answer = await place.ask('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body })
      return answer.body.refresh_token
    }
    const sessions = await Promise.all(Array.from({ length: 20 }, () => server.signIn(ana)))
    const storms = sessions.map(async ({ refresh_token: token }) => {
      const given = await Promise.all(Array.from({ length: 8 }, (_, i) => at(i % 2 ? server : other, token)))
      return new Set(given)
    })
    const successors = await Promise.all(storms)
    expect(successors.map(({ size }) => size)).toEqual(Array(20).fill(1))
    expect([...(successors[0] ?? [])]).toEqual([expect.any(String)])
    await other.stop()
  })
})
