import { setTimeout as sleep } from 'node:timers/promises'
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Account,
  bearer,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '../supabase/tests/test-server.ts'
import { totpCode } from '../supabase/tests/totp-code.ts'
import { deleteAccount } from './auth/administer.ts'

type Session = Awaited<ReturnType<TestServer['signIn']>>

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
  for (const session of [here, there]) {
    const written = await tables(session)
      .from('sleep_records')
      .insert({ date: '2025-08-11', type: 'despertar', time: '07:00' })
    expect(written.status).toBe(201)
  }
})

/** The official client, as someone who is signed in. Each request of a session that lives is remembered for a while. */
function tables(session: Session) {
  const headers = { apikey: server.anonKey, Authorization: `Bearer ${session.access_token}` }
  return new PostgrestClient(`${server.url}/rest/v1`, { headers })
}

const leave = (session: Session) => tables(session).rpc('delete_my_account')

/** What a session is worth everywhere: tables, account, renewal. */
async function worthOf(session: Session) {
  const read = await tables(session).from('sleep_records').select()
  const user = await server.ask('/auth/v1/user', { headers: bearer(session.access_token) })
  const body = { refresh_token: session.refresh_token }
  const renewal = await server.ask('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body })
  return [read.status, read.error?.message, user.body.code, renewal.body.code]
}
const NOTHING = [
  401,
  'Session from session_id claim in JWT does not exist',
  'user_not_found',
  'refresh_token_not_found',
]

describe('delete_my_account', () => {
  it('ends every session of the account at once, and keeps nothing', async () => {
    const { status, data, error } = await leave(here)
    expect([status, data, error]).toEqual([204, null, null])
    expect(await worthOf(here)).toEqual(NOTHING)
    expect(await worthOf(there)).toEqual(NOTHING)
    const again = await server.client().signInWithPassword({ email: ana.email, password: PASSWORD })
    expect(again.error?.code).toBe('invalid_credentials')
    const left = await server.pool.query('select from public.sleep_records where user_id = $1', [ana.id])
    expect(left.rowCount).toBe(0)
  })

  it('answers the other phone that waits for changes', async () => {
    const wait = () => server.ask('/events/v1/changes?after=2', { headers: bearer(there.access_token) })
    const waiting = wait()
    await sleep(300)
    await leave(here)
    const { status } = await waiting
    // Overtaken by the leaving on a slow machine, it is told of a change; the next one tells the rest.
    expect(status === 200 ? (await wait()).status : status).toBe(401)
  })

  it('leaves the other families alone', async () => {
    const bea = await server.signIn(await server.createAccount())
    await tables(bea).from('sleep_records').insert({ date: '2025-08-11', type: 'despertar', time: '07:00' })
    await leave(here)
    expect((await tables(bea).from('sleep_records').select()).data).toHaveLength(1)
  })

  it('refuses a session that was opened long ago, renewed or not, and deletes nothing', async () => {
    await server.pool.query(
      `update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
        where session_id in (select id from auth.sessions where user_id = $1)`,
      [ana.id],
    )
    const renewed = await server.client().refreshSession({ refresh_token: here.refresh_token })
    if (renewed.data.session === null) throw renewed.error
    const { status, error } = await leave(renewed.data.session)
    expect([status, error?.code, error?.message]).toEqual([403, '42501', 'the sign-in is too long ago'])
    expect((await tables(there).from('sleep_records').select()).data).toHaveLength(2)
    // Signed in again, it goes.
    expect((await leave(await server.signIn(ana))).status).toBe(204)
  })

  it('refuses it also when it has just given itself a second factor: that is no sign-in', async () => {
    await server.pool.query(
      `update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
        where session_id in (select id from auth.sessions where user_id = $1)`,
      [ana.id],
    )
    const client = server.client()
    await client.setSession(here)
    const { data: factor, error } = await client.mfa.enroll({ factorType: 'totp' })
    if (error !== null) throw error
    await client.mfa.challengeAndVerify({ factorId: factor.id, code: totpCode(factor.totp.secret) })
    const { session } = (await client.getSession()).data
    if (session === null) throw new Error('not signed in')
    const refused = await leave(session)
    expect([refused.status, refused.error?.message]).toEqual([403, 'the sign-in is too long ago'])
    expect((await tables(session).from('sleep_records').select()).data).toHaveLength(2)
  })
})

it('the administrator’s delete-user does the same, from another process', async () => {
  expect(await deleteAccount(server.pool, ana.email)).toBe(true)
  await expect.poll(() => worthOf(there), { timeout: 5_000 }).toEqual(NOTHING)
})
