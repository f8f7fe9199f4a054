import type { Session } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  commandDesk,
  disableAccount,
  enableAccount,
  resetPassword,
} from '../../administration/own-account-changes.ts'
import { type Account, bearer, startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let other: TestServer
let ana: Account
let session: Session

beforeAll(async () => {
  server = await startTestServer()
  const { host, user, database } = server.pool.options
  other = await startTestServer({
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`,
    // Both have the same keys, as the servers of one database need.
    DATA_DIR: server.dataDir,
  })
})
afterAll(async () => {
  await other.stop()
  await server.stop()
})
beforeEach(async () => {
  ana = await server.createAccount()
  session = await server.signIn(ana)
  // Each server reads with the session once, so that each remembers that it stands.
  expect(await readAt(server)).toBe(200)
  expect(await readAt(other)).toBe(200)
})

const tablesAt = (place: TestServer) =>
  new PostgrestClient(`${place.url}/rest/v1`, {
    headers: { apikey: place.anonKey, ...bearer(session.access_token) },
  })
const readAt = async (place: TestServer) => (await tablesAt(place).from('sleep_records').select()).status
const writeAt = async (place: TestServer) =>
  (
    await tablesAt(place)
      .from('sleep_records')
      .insert({ date: '2025-08-11', type: 'despertar', time: '07:00' })
  ).status
const signOut = (scope: string) =>
  server.ask(`/auth/v1/logout?scope=${scope}`, { method: 'POST', headers: bearer(session.access_token) })

describe('a session that ended at one server is refused by the tables of another, long before it would ask', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['this phone signed out', () => signOut('local')],
    ['all of them signed out', () => signOut('global')],
    [
      'another password by the command line',
      () => resetPassword(commandDesk(server.pool), { email: ana.email }, 'otra-siesta-larga'),
    ],
    [
      'the account disabled by the command line',
      () => disableAccount(commandDesk(server.pool), { email: ana.email }),
    ],
    [
      'the row deleted by SQL',
      () => server.pool.query('delete from auth.sessions where user_id = $1', [ana.id]),
    ],
    [
      'a trial cut short by SQL',
      () =>
        server.pool.query(
          `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"trial_ends_at": "2020-01-01"}'
            where id = $1`,
          [ana.id],
        ),
    ],
  ])('after %s', async (_how, end) => {
    await end()
    await expect.poll(() => readAt(other)).toBe(401)
    expect(await writeAt(other)).toBe(401)
    await expect.poll(() => readAt(server)).toBe(401)
  })

  it('and sends its wait for changes away', async () => {
    const waiting = other.ask('/events/v1/changes?after=0', { headers: bearer(session.access_token) })
    await signOut('local')
    expect((await waiting).status).toBe(401)
  })

  it('also when nobody could be told, because the connection for that was lost', async () => {
    await server.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'nana-events' and datname = current_database()`,
    )
    await signOut('local')
    await expect.poll(() => readAt(other)).toBe(401)
  })
})

it('a session that was raised, or fell again, is known as that by every server', async () => {
  await server.pool.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [ana.id])
  await expect.poll(() => readAt(other)).toBe(401)
  expect(await writeAt(other)).toBe(401)
  await server.pool.query(`update auth.sessions set aal = 'aal1' where user_id = $1`, [ana.id])
  await expect.poll(() => readAt(other)).toBe(200)
  expect(await readAt(server)).toBe(200)
})

it('an account that is enabled again is let in at once by every server', async () => {
  await disableAccount(commandDesk(server.pool), { email: ana.email })
  await expect.poll(() => readAt(other)).toBe(401)
  await enableAccount(commandDesk(server.pool), { email: ana.email })
  await expect.poll(() => readAt(other)).toBe(200)
})

it('another session of the account goes on everywhere', async () => {
  const second = await server.signIn(ana)
  await signOut('local')
  await expect.poll(() => readAt(other)).toBe(401)
  session = second
  expect([await readAt(server), await readAt(other), await writeAt(other)]).toEqual([200, 200, 201])
})
