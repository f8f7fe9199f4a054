import 'fake-indexeddb/auto'
import { AuthRetryableFetchError } from '@supabase/auth-js'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { PhoneStorage } from '../testing/phone-storage.ts'

/* What is told of the other sessions' end, by what is heard of it. */

let auth: typeof import('../session/remote-auth.ts').auth
let endOtherSessions: typeof import('./account.ts').endOtherSessions
/** What is heard of each sign-out, the next first. */
let answers: Response[]
/** The calls that were made, by the last word of their path. */
let asked: string[]

beforeAll(async () => {
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  // Other files of this process have had sessions elsewhere; this page begins with none.
  vi.resetModules()
  ;({ auth } = await import('../session/remote-auth.ts'))
  ;({ endOtherSessions } = await import('./account.ts'))
})
afterAll(() => auth().stopAutoRefresh())
beforeEach(async () => {
  const { SESSION_KEY } = await import('../session/stored-session.ts')
  const storage = new PhoneStorage()
  storage.setItem(SESSION_KEY, JSON.stringify(session('old')))
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    const called = new URL(url).pathname.split('/').at(-1) ?? ''
    asked.push(called)
    const answer = called === 'logout' ? answers.shift() : Response.json(session('new'))
    if (answer === undefined) throw new Error('Nothing more was to be asked')
    return answer
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function session(refresh_token: string) {
  const claims = { sub: 'ana', session_id: 'of-ana', exp: 4e9 }
  const access_token = ['h', btoa(JSON.stringify(claims)), 's'].join('.')
  const user = { id: 'ana', email: 'ana@example.org' }
  return { access_token, refresh_token, token_type: 'bearer', expires_in: 3600, expires_at: 4e9, user }
}

function refusal(): Response {
  const headers = { 'X-Supabase-Api-Version': '2024-01-01' }
  return Response.json({ code: 'bad_jwt', message: 'invalid JWT' }, { status: 403, headers })
}

const done = () => new Response(null, { status: 204 })

it('they are ended', async () => {
  answers = [done()]
  expect(await endOtherSessions()).toEqual({ kind: 'ok' })
})

it('they are ended with a renewed token, where the server takes the stored one no more', async () => {
  answers = [refusal(), done()]
  expect(await endOtherSessions()).toEqual({ kind: 'ok' })
  expect(asked).toEqual(['logout', 'token', 'logout'])
})

it.each([
  ['a portal’s page', () => [new Response('<html></html>')]],
  ['a refusal of each token', () => [refusal(), refusal()]],
])('they aren’t ended where %s is heard', async (_what, heard) => {
  answers = heard()
  expect(await endOtherSessions()).toMatchObject({ kind: 'failed' })
  expect(answers).toEqual([])
})

it('they aren’t ended where the token is refused and there is no other to be had', async () => {
  answers = [refusal()]
  // The client asks for half a minute until it says so.
  const error = new AuthRetryableFetchError('Failed to fetch', 0)
  const renewal = vi.spyOn(auth(), 'refreshSession')
  renewal.mockResolvedValue({ data: { user: null, session: null }, error })
  onTestFinished(() => renewal.mockRestore())
  const told = await endOtherSessions()
  expect(told).toMatchObject({ kind: 'failed', code: 'network' })
  expect(told).not.toHaveProperty('mayBeDone')
})
