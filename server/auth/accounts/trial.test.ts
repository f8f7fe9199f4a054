import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { codeIn } from '../../testing/mailbox.ts'
import {
  type Account,
  bearer,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { refuseEndedTrial, trialEndedWords } from './trial.ts'

let server: TestServer
let ana: Account

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ana = await server.createAccount()
})

const HOUR_MS = 3_600_000
const trialUntil = (instant: number) =>
  server.admin.updateUserById(ana.id, { app_metadata: { trial_ends_at: new Date(instant).toISOString() } })
const ended = {
  code: 'trial_ended',
  message: expect.stringMatching(
    /^Tu periodo de prueba terminó el \d+ de [a-z]+ de \d{4}\. Tus registros siguen guardados: escríbenos para continuar\.$/,
  ),
}

it('a trial ends with the sentence that hosted Supabase says, but for how the day is written', async () => {
  const { rows } = await server.pool.query<{ message: string }>(
    `select public.refuse_ended_trial($1) -> 'error' ->> 'message' as message`,
    [{ claims: { app_metadata: { trial_ends_at: '2025-08-11T12:00:00Z' } } }],
  )
  expect(rows[0]?.message).toBe(trialEndedWords('11/08/2025'))
  expect(() => refuseEndedTrial({ raw_app_meta_data: { trial_ends_at: '2025-08-11T12:00:00Z' } })).toThrow(
    trialEndedWords('11 de agosto de 2025'),
  )
})

it('a trial that is not over signs in like any other account', async () => {
  await trialUntil(Date.now() + 48 * HOUR_MS)
  const session = await server.signIn(ana)
  expect(session.expires_in).toBe(3600)
  expect(session.user.app_metadata).toHaveProperty('trial_ends_at')
})

it('no access token outlives its trial', async () => {
  await trialUntil(Date.now() + HOUR_MS / 2)
  const session = await server.signIn(ana)
  expect(session.expires_in).toBeGreaterThan(1700)
  expect(session.expires_in).toBeLessThanOrEqual(1800)
})

it('a trial that is over opens no session and refreshes none', async () => {
  const session = await server.signIn(ana)
  await trialUntil(Date.now() - 1000)
  const signIn = await server.ask('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: { email: ana.email, password: PASSWORD },
  })
  expect([signIn.status, signIn.body]).toEqual([403, ended])
  const refreshed = await server.ask('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    body: { refresh_token: session.refresh_token },
  })
  expect([refreshed.status, refreshed.body]).toEqual([403, ended])
  const { error } = await server.client().signInWithPassword({ email: ana.email, password: PASSWORD })
  expect(error).toMatchObject({ name: 'AuthApiError', status: 403, code: 'trial_ended' })
})

it('a trial that is shortened ends in the table API for access tokens that are out already', async () => {
  const session = await server.signIn(ana)
  await trialUntil(Date.now() - 1000)
  const read = await server.ask('/rest/v1/sleep_records', { headers: bearer(session.access_token) })
  expect(read.status).toBe(401)
})

it('the end of a trial is told only to whoever knows the password', async () => {
  await trialUntil(Date.now() - 1000)
  const { body } = await server.ask('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: { email: ana.email, password: 'nonsense' },
  })
  expect(body.code).toBe('invalid_credentials')
})

it('a mailed code opens no trial that is over, and is not used up by the attempt', async () => {
  await server.ask('/auth/v1/recover', { method: 'POST', body: { email: ana.email } })
  const token = codeIn(await server.mails.newestTo(ana.email))
  await trialUntil(Date.now() - 1000)
  const verify = () =>
    server.ask('/auth/v1/verify', { method: 'POST', body: { type: 'recovery', email: ana.email, token } })
  const refused = await verify()
  expect([refused.status, refused.body]).toEqual([403, ended])
  await trialUntil(Date.now() + HOUR_MS)
  expect((await verify()).status).toBe(200)
})

it('nobody can prolong their own trial', async () => {
  const session = await server.signIn(ana)
  const { status } = await server.ask('/auth/v1/user', {
    method: 'PUT',
    headers: bearer(session.access_token),
    body: { app_metadata: { trial_ends_at: '2999-01-01' } },
  })
  expect(status).toBe(403)
})
