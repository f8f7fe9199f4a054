import type { Session } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Account, bearer, startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let ana: Account
let here: Session
let there: Session

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const logout = (session: Session, query = '') =>
  server.ask(`/auth/v1/logout${query}`, { method: 'POST', headers: bearer(session.access_token) })

/** What the server answers to a session's access token and to its refresh token: 200, or a code. */
async function stateOf(session: Session) {
  const user = await server.ask('/auth/v1/user', { headers: bearer(session.access_token) })
  const body = { refresh_token: session.refresh_token }
  const refresh = await server.ask('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body })
  return [user.body.code ?? user.status, refresh.body.code ?? refresh.status]
}
const OPEN = [200, 200]
const CLOSED = ['session_not_found', 'refresh_token_not_found']

it.each([
  ['', CLOSED, CLOSED],
  ['?scope=', CLOSED, CLOSED],
  ['?scope=global', CLOSED, CLOSED],
  ['?scope=local', CLOSED, OPEN],
  ['?scope=others', OPEN, CLOSED],
])('logout%s ends the sessions of its scope and no others', async (query, hereAfter, thereAfter) => {
  ana = await server.createAccount()
  here = await server.signIn(ana)
  there = await server.signIn(ana)
  const bea = await server.signIn(await server.createAccount())
  const { status, body } = await logout(here, query)
  expect([status, body]).toEqual([204, {}])
  expect(await stateOf(here)).toEqual(hereAfter)
  expect(await stateOf(there)).toEqual(thereAfter)
  expect(await stateOf(bea)).toEqual(OPEN)
})

it('logout refuses a scope that it does not know, and ends no session', async () => {
  const session = await server.signIn(await server.createAccount())
  const { status, body } = await logout(session, '?scope=x')
  expect([status, body]).toEqual([
    400,
    { code: 'validation_failed', message: 'Unsupported logout scope "x"' },
  ])
  expect(await stateOf(session)).toEqual(OPEN)
})

it('logout signs the official client out, also when the session is gone already', async () => {
  const client = server.client()
  await client.setSession(await server.signIn(await server.createAccount()))
  const { data } = await client.getSession()
  await logout(data.session as Session, '?scope=local')
  expect(await client.signOut()).toEqual({ error: null })
  expect((await client.getSession()).data.session).toBeNull()
})

it('logout ends all sessions when the token names none', async () => {
  const account = await server.createAccount()
  const session = await server.signIn(account)
  const { SignJWT } = await import('jose')
  const minted = await new SignJWT({ sub: account.id, role: 'authenticated', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(server.jwtSecret))
  const { status } = await server.ask('/auth/v1/logout?scope=local', {
    method: 'POST',
    headers: bearer(minted),
  })
  expect(status).toBe(204)
  expect(await stateOf(session)).toEqual(CLOSED)
})
