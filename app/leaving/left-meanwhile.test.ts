import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { confirmEmailChange } from '../account/account.ts'
import { beginSignInAgain } from '../account/sign-in-again.ts'
import { openAuthLink } from '../session/auth-link.ts'
import { auth } from '../session/remote-auth.ts'
import { noteLeavingOnDisk } from '../session/session-backup.ts'
import { enterByCode } from '../session/sign-in-methods.ts'
import { authStorage, SESSION_KEY, storedSession } from '../session/stored-session.ts'
import { PATIENT } from '../testing/patient.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'
import { signOutOrSay } from './sign-out-or-say.ts'

/* A new session of the same account, of which the server is asked while the carer signs out. */

const USER = 'c0ffee00-0000-4000-8000-000000000001'
const user = { id: USER, email: 'carer@example.org', aud: 'authenticated', created_at: '', factors: [] }
let storage: PhoneStorage
let signIns = 0
/** The access tokens of the sessions that were closed at the server. */
let closed: string[] = []
/** Lets the server answer what it was asked first; null until then. */
let sayWhose: (() => void) | null = null

function tokens(name: string): { access_token: string; refresh_token: string; expires_at: number } {
  const claims = { sub: USER, session_id: `${name}-${signIns}`, exp: 4e9, email: user.email }
  const middle = btoa(JSON.stringify(claims)).replace(/=+$/, '')
  return { access_token: `e30.${middle}.c2ln`, refresh_token: name, expires_at: 4e9 }
}

async function answer(path: string, authorization: string | null): Promise<Response> {
  if (path.endsWith('/logout')) {
    closed.push(authorization?.slice('Bearer '.length) ?? '')
    return new Response(null, { status: 204 })
  }
  if (sayWhose === null)
    await new Promise<void>((resolve) => {
      sayWhose = resolve
    })
  return Response.json(path.endsWith('/user') ? user : { ...tokens('new'), expires_in: 3600, user })
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  storage = new PhoneStorage()
  closed = []
  sayWhose = null
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    answer(new URL(input).pathname, new Headers(init?.headers).get('Authorization')),
  )
  signIns += 1
  await authStorage.setItem(SESSION_KEY, JSON.stringify({ ...tokens('old'), user }))
})

afterEach(async () => {
  await noteLeavingOnDisk(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

afterAll(() => auth().stopAutoRefresh())

async function signInAgain(): Promise<unknown> {
  const begun = await beginSignInAgain({ password: 'secret' })
  return begun.kind === 'ok' ? begun.again.complete({ code: '', isRecovery: false }) : begun
}

function openLink(): Promise<unknown> {
  const { access_token, refresh_token } = tokens('new')
  return openAuthLink({
    kind: 'session',
    accessToken: access_token,
    refreshToken: refresh_token,
    purpose: 'recovery',
  })
}

const confirmAddress = () => confirmEmailChange({ email: user.email, newEmail: 'new@example.org' }, '123456')

describe.each([
  ['a sign-in in its place', signInAgain],
  ['a link', openLink],
  ['a mailed code', () => enterByCode(user.email, '123456')],
  ['a confirmed address', confirmAddress],
])('the session of %s', (_name, begin) => {
  it('takes the place of the phone’s own', async () => {
    const taken = begin()
    await vi.waitFor(() => expect(sayWhose).not.toBeNull(), PATIENT)
    sayWhose?.()
    expect(await taken).toEqual({ kind: 'ok' })
    expect(storedSession()?.sessionId).toBe(`new-${signIns}`)
    await vi.waitFor(() => expect(closed).toEqual([tokens('old').access_token]), PATIENT)
  })

  it('is the phone’s where the server ended the own one meanwhile', async () => {
    const taken = begin()
    await vi.waitFor(() => expect(sayWhose).not.toBeNull(), PATIENT)
    // The auth client takes a session away whose renewal is refused.
    authStorage.removeItem(SESSION_KEY)
    sayWhose?.()
    expect(await taken).toEqual({ kind: 'ok' })
    expect(storedSession()?.sessionId).toBe(`new-${signIns}`)
    expect(closed).not.toContain(tokens('new').access_token)
  })

  it.each(['and the phone is empty', 'and the phone is being emptied'])(
    'is not stored once the own one was left, %s, and is closed',
    async (when) => {
      const taken = begin()
      await vi.waitFor(() => expect(sayWhose).not.toBeNull(), PATIENT)
      const left = signOutOrSay()
      if (when === 'and the phone is empty') await left
      sayWhose?.()
      expect(await taken).toMatchObject({ kind: 'failed', code: 'session_not_found' })
      await left
      expect(storage.getItem(SESSION_KEY)).toBeNull()
      expect(storage.getItem('nana-password-due')).toBeNull()
      expect(closed).toContain(tokens('new').access_token)
    },
  )
})
