import { setTimeout as sleep } from 'node:timers/promises'
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commandDesk, deleteAccount } from './administration/own-account-changes.ts'
import { type Account, bearer, PASSWORD, startTestServer, type TestServer } from './testing/test-server.ts'
import { totpCode } from './testing/totp-code.ts'

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

/**
 * Makes the official client with a session's token. Each request also makes the server remember the live session for a
 * while, so the tests cover that memory too.
 */
function tables(session: Session) {
  const headers = { apikey: server.anonKey, Authorization: `Bearer ${session.access_token}` }
  return new PostgrestClient(`${server.url}/rest/v1`, { headers })
}

const leave = (session: Session) => tables(session).rpc('delete_my_account')

/** Tries a session's tokens everywhere: on a table, on the account, and for a renewal. */
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

describe('the function delete_my_account', () => {
  it('ends every session of the account at once, and keeps none of its data', async () => {
    const { status, data, error } = await leave(here)
    expect([status, data, error]).toEqual([204, null, null])
    expect(await worthOf(here)).toEqual(NOTHING)
    expect(await worthOf(there)).toEqual(NOTHING)
    const again = await server.client().signInWithPassword({ email: ana.email, password: PASSWORD })
    expect(again.error?.code).toBe('invalid_credentials')
    const left = await server.pool.query('select from public.sleep_records where user_id = $1', [ana.id])
    expect(left.rowCount).toBe(0)
  })

  it('answers and signs out another phone that waits for changes', async () => {
    const wait = () => server.ask('/events/v1/changes?after=2', { headers: bearer(there.access_token) })
    const waiting = wait()
    await sleep(300)
    await leave(here)
    const { status } = await waiting
    // On a slow machine the account may be gone before the wait begins. Then this request tells of a change and the
    // next one is refused.
    expect(status === 200 ? (await wait()).status : status).toBe(401)
  })

  it('keeps the data of other families', async () => {
    const bea = await server.signIn(await server.createAccount())
    await tables(bea).from('sleep_records').insert({ date: '2025-08-11', type: 'despertar', time: '07:00' })
    await leave(here)
    expect((await tables(bea).from('sleep_records').select()).data).toHaveLength(1)
  })

  it('refuses a session whose sign-in is too long ago, even when it was just renewed, and deletes nothing', async () => {
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
    // After a new sign-in the account can be deleted.
    expect((await leave(await server.signIn(ana))).status).toBe(204)
  })

  it('refuses such a session also after it has added a second factor, which is no sign-in', async () => {
    const client = server.client()
    await client.setSession(here)
    const { data: factor, error } = await client.mfa.enroll({ factorType: 'totp' })
    if (error !== null) throw error
    await server.pool.query(
      `update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
        where session_id in (select id from auth.sessions where user_id = $1)`,
      [ana.id],
    )
    await client.mfa.challengeAndVerify({ factorId: factor.id, code: totpCode(factor.totp.secret) })
    const { session } = (await client.getSession()).data
    if (session === null) throw new Error('not signed in')
    const refused = await leave(session)
    expect([refused.status, refused.error?.message]).toEqual([403, 'the sign-in is too long ago'])
    expect((await tables(session).from('sleep_records').select()).data).toHaveLength(2)
  })
})

it('deleting an account from the administrator’s process ends its sessions in the server too', async () => {
  expect(await deleteAccount(commandDesk(server.pool), { email: ana.email })).toBe(true)
  await expect.poll(() => worthOf(there)).toEqual(NOTHING)
})
