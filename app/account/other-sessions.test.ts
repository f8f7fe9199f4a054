import 'fake-indexeddb/auto'
import { AuthRetryableFetchError } from '@supabase/auth-js'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { SESSION_KEY } from '../session/stored-session.ts'
import { handedOut, refusal, withAccountPage } from '../testing/account-page.ts'

/* What is told of the other sessions' end, by what is heard of it. */

/** What is heard of each sign-out, the next first. */
let answers: Response[]
/** The calls that were made, by the last word of their path. */
let asked: string[]

const page = withAccountPage(async (address) => {
  const called = new URL(address).pathname.split('/').at(-1) ?? ''
  asked.push(called)
  const answer = called === 'logout' ? answers.shift() : Response.json(handedOut({ name: 'new' }))
  if (answer === undefined) throw new Error('Nothing more was to be asked')
  return answer
})
const endOtherSessions = () => page().own.endOtherSessions()

beforeEach(() => {
  asked = []
  localStorage.setItem(SESSION_KEY, JSON.stringify(handedOut({ name: 'old' })))
})

const refused = () => refusal(403, 'bad_jwt')
const done = () => new Response(null, { status: 204 })

it('they are ended', async () => {
  answers = [done()]
  expect(await endOtherSessions()).toEqual({ kind: 'ok' })
})

it('they are ended with a renewed token, where the server takes the stored one no more', async () => {
  answers = [refused(), done()]
  expect(await endOtherSessions()).toEqual({ kind: 'ok' })
  expect(asked).toEqual(['logout', 'token', 'logout'])
})

it.each([
  ['a portal’s page', () => [new Response('<html></html>')]],
  ['a refusal of each token', () => [refused(), refused()]],
])('they aren’t ended where %s is heard', async (_what, heard) => {
  answers = heard()
  expect(await endOtherSessions()).toMatchObject({ kind: 'failed' })
  expect(answers).toEqual([])
})

it('they aren’t ended where the token is refused and there is no other to be had', async () => {
  answers = [refused()]
  // The client asks for half a minute until it says so.
  const error = new AuthRetryableFetchError('Failed to fetch', 0)
  const renewal = vi.spyOn(page().auth(), 'refreshSession')
  renewal.mockResolvedValue({ data: { user: null, session: null }, error })
  onTestFinished(() => renewal.mockRestore())
  const told = await endOtherSessions()
  expect(told).toMatchObject({ kind: 'failed', code: 'network' })
  expect(told).not.toHaveProperty('mayBeDone')
})
