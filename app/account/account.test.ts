import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { AuthRetryableFetchError } from '@supabase/auth-js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { codeIn } from '../../server/testing/mailbox.ts'
import { type Account, startTestServer, type TestServer } from '../../server/testing/test-server.ts'
import { totpCode } from '../../server/testing/totp-code.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'
import { NOT_SENT } from '../wire/request.ts'

/* Changes of the account against a real server. The browser's storage is the test's own. */

let server: TestServer
let account: Account
let settings: typeof import('../device/settings.ts').settings
let auth: typeof import('../session/remote-auth.ts').auth
let session: typeof import('../session/stored-session.ts')
let changeEmail: typeof import('./account.ts').changeEmail
let confirmEmailChange: typeof import('./account.ts').confirmEmailChange
let beginSecondFactor: typeof import('./account.ts').beginSecondFactor
let giveSecondFactor: typeof import('./account.ts').giveSecondFactor
let makeRecoveryCodes: typeof import('./account.ts').makeRecoveryCodes
let own: typeof import('./account.ts')
const realFetch = globalThis.fetch

beforeAll(async () => {
  server = await startTestServer()
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  // Other files of this process have had sessions elsewhere; this page begins with none.
  vi.resetModules()
  ;({ settings } = await import('../device/settings.ts'))
  ;({ auth } = await import('../session/remote-auth.ts'))
  session = await import('../session/stored-session.ts')
  own = await import('./account.ts')
  ;({ changeEmail, confirmEmailChange, beginSecondFactor, giveSecondFactor, makeRecoveryCodes } = own)
  settings.anonKey = server.anonKey
})
afterAll(async () => {
  await auth().stopAutoRefresh()
  vi.unstubAllGlobals()
  settings.anonKey = ''
  await server.stop()
})
beforeEach(async () => {
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  vi.stubGlobal('localStorage', new PhoneStorage())
  vi.stubGlobal('location', { origin: server.url })
  vi.stubGlobal('fetch', realFetch)
  account = await server.createAccount()
  await session.authStorage.setItem(session.SESSION_KEY, JSON.stringify(await server.signIn(account)))
})

afterEach(() => {
  vi.useRealTimers()
})

/** Asks for another address, and answers how to enter the code that came to one of the two. */
async function begin() {
  const { email } = account
  const newEmail = `${randomUUID()}@example.com`
  expect(await changeEmail(newEmail)).toEqual({ kind: 'ok' })
  const enter = async (address: string) => {
    const code = codeIn(await server.mails.newestTo(address))
    return confirmEmailChange({ email, newEmail }, code)
  }
  return { email, newEmail, enter }
}

/** The server does what it is asked next, and nobody hears of it. */
function loseNextAnswer(): void {
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    vi.stubGlobal('fetch', realFetch)
    await realFetch(...asked)
    throw new TypeError('Failed to fetch')
  })
}

it('is done once both codes are entered', async () => {
  const { email, newEmail, enter } = await begin()
  expect(await enter(email)).toEqual({ kind: 'half' })
  expect(await enter(newEmail)).toEqual({ kind: 'ok' })
  expect(session.storedSession()).toMatchObject({ email: newEmail, newEmail: null })
})

it('is done for who enters the second code again because the answer got lost', async () => {
  const { email, newEmail, enter } = await begin()
  await enter(email)
  loseNextAnswer()
  expect(await enter(newEmail)).toMatchObject({ kind: 'failed', code: 'network', mayBeDone: true })
  expect(await enter(newEmail)).toEqual({ kind: 'ok' })
  expect(session.storedSession()?.email).toBe(newEmail)
})

it('is not done by a wrong code', async () => {
  const { email, newEmail } = await begin()
  expect(await confirmEmailChange({ email, newEmail }, '000000')).toMatchObject({ code: 'otp_expired' })
  expect(session.storedSession()).toMatchObject({ email, newEmail })
})

describe('a change whose answer got lost', () => {
  const OPEN = { kind: 'failed', code: 'network', message: expect.any(String), mayBeDone: true }
  const DIFFERENT = 'otra-siesta-larga'
  const choose = (password: string) => own.changePassword(password, { current: '', code: '' })

  it('of the password may be made, and is known to be by the server’s word about the next try', async () => {
    loseNextAnswer()
    expect(await choose(DIFFERENT)).toEqual(OPEN)
    expect(await choose(DIFFERENT)).toEqual({ kind: 'ok' })
    // Whoever chooses the present one anew is told so.
    expect(await choose(DIFFERENT)).toMatchObject({ kind: 'failed', code: 'same_password' })
  })

  it.each(['current_password_invalid', 'reauthentication_not_valid'])(
    'of the password is made, if it is the present one by now, where its proof is good no more: %s',
    async (code) => {
      const refuse = async (...asked: Parameters<typeof fetch>) => {
        if (asked[1]?.method !== 'PUT') return realFetch(...asked)
        const headers = { 'X-Supabase-Api-Version': '2024-01-01' }
        return Response.json({ code, message: 'no' }, { status: 400, headers })
      }
      const sessions = () => server.pool.query('select 1 from auth.sessions where user_id = $1', [account.id])
      vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
      expect(await choose(DIFFERENT)).toEqual(OPEN)
      vi.stubGlobal('fetch', refuse)
      expect(await choose(DIFFERENT)).toMatchObject({ kind: 'failed', code })
      loseNextAnswer()
      expect(await choose(DIFFERENT)).toEqual(OPEN)
      vi.stubGlobal('fetch', refuse)
      expect(await choose(DIFFERENT)).toEqual({ kind: 'ok' })
      expect((await sessions()).rowCount).toBe(1)
    },
  )

  it('of the address, of sessions and of the codes on paper may be made', async () => {
    await turnFactorOn()
    for (const change of [
      () => own.changeEmail(`${randomUUID()}@example.com`),
      () => own.withdrawEmailChange(account.email),
      own.makeRecoveryCodes,
      own.endOtherSessions,
      () => own.endSession(randomUUID()),
    ]) {
      loseNextAnswer()
      expect(await change()).toEqual(OPEN)
    }
  })

  it('of a second factor that is ended may be made, and is by the next try', async () => {
    const factorId = await turnFactorOn()
    loseNextAnswer()
    expect(await own.endSecondFactor(factorId)).toEqual(OPEN)
    expect(await own.endSecondFactor(factorId)).toEqual({ kind: 'ok' })
    expect(session.storedSession()?.factorId).toBeNull()
  })

  it.each([
    ['of the password', () => choose(DIFFERENT)],
    ['of a session', () => own.endSession(randomUUID())],
  ])('%s may be made also where it has waited for the network first', async (_what, change) => {
    await letTokenRunOut()
    const page = new EventTarget()
    const listen = vi.fn(page.addEventListener.bind(page))
    vi.stubGlobal('addEventListener', listen)
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    vi.stubGlobal('navigator', { userAgent: '', onLine: false })
    vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
      const answer = await realFetch(...asked)
      if (answer.url.includes('/token')) return answer
      throw new TypeError('Failed to fetch')
    })
    const changed = change()
    await vi.waitFor(() => expect(listen).toHaveBeenCalled(), { timeout: 10_000 })
    vi.stubGlobal('navigator', { userAgent: '', onLine: true })
    page.dispatchEvent(new Event('online'))
    expect(await changed).toEqual(OPEN)
  })

  it('was not sent where there is no network', async () => {
    vi.stubGlobal('navigator', { userAgent: '', onLine: false })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    for (const change of [() => choose(DIFFERENT), () => own.endSession(randomUUID()), own.endOtherSessions])
      expect(await change()).toEqual({ ...OPEN, mayBeDone: undefined })
  })

  it('was not sent where the token has run out and there is no other to be had', async () => {
    await letTokenRunOut()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.stubGlobal('fetch', async () => {
      // The client would ask for half a minute.
      vi.advanceTimersByTime(31_000)
      throw new TypeError('Failed to fetch')
    })
    const changes = [
      () => choose(DIFFERENT),
      () => own.changeEmail('otra@example.org'),
      () => own.endSecondFactor(randomUUID()),
      () => own.endSession(randomUUID()),
      own.endOtherSessions,
      own.makeRecoveryCodes,
    ]
    for (const change of changes) expect(await change()).toEqual({ ...OPEN, mayBeDone: undefined })
  })
})

async function letTokenRunOut(): Promise<void> {
  const stored = JSON.parse(localStorage.getItem(session.SESSION_KEY) ?? '') as object
  await session.authStorage.setItem(session.SESSION_KEY, JSON.stringify({ ...stored, expires_at: 1 }))
}

async function turnFactorOn(): Promise<string> {
  const begun = await beginSecondFactor()
  if (begun.kind === 'failed') throw new Error(begun.message)
  expect(await giveSecondFactor(begun.factor.id, totpCode(begun.factor.secret))).toEqual({ kind: 'ok' })
  return begun.factor.id
}

describe('a second factor that the server has taken, while nobody hears of it,', () => {
  /** The server takes the code; then it is as `after` says. */
  async function turnOn(
    after: (signal: AbortSignal | null | undefined) => Promise<Response>,
    beforeCode = () => {},
  ) {
    const begun = await beginSecondFactor()
    if (begun.kind === 'failed') throw new Error(begun.message)
    vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
      const answer = await realFetch(...asked)
      if (answer.url.endsWith('/challenge')) beforeCode()
      return answer.url.endsWith('/verify') ? after(asked[1]?.signal) : answer
    })
    return giveSecondFactor(begun.factor.id, totpCode(begun.factor.secret))
  }

  it.each([
    ['got lost', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['was a proxy’s that had waited for long enough', async () => Response.json({}, { status: 408 })],
    ['was a fault on the way', async () => new Response('<html></html>', { status: 500 })],
  ])('is on in this session, because the answer %s', async (_what, heard) => {
    expect(await turnOn(heard)).toEqual({ kind: 'ok' })
    expect(session.storedSession()).toMatchObject({ isSecondFactorGiven: true })
  })

  it('is on in this session, because the answer doesn’t come', async () => {
    const turnedOn = turnOn(
      (signal) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => {
            vi.useRealTimers()
            reject(new TypeError('Failed to fetch'))
          })
          // Within the time for which the server still gives new tokens for those of before.
          void vi.advanceTimersByTimeAsync(6_000)
        }),
      // The server has its timers for as long as it can.
      () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }),
    )
    expect(await turnedOn).toEqual({ kind: 'ok' })
    expect(session.storedSession()).toMatchObject({ isSecondFactorGiven: true })
  }, 15_000)

  it.each([0, 408, 429, 500])(
    'is given by a recovery code, though whose the new tokens are is told by %i, and those of before are too old',
    async (status) => {
      const begun = await beginSecondFactor()
      if (begun.kind === 'failed') throw new Error(begun.message)
      expect(await giveSecondFactor(begun.factor.id, totpCode(begun.factor.secret))).toEqual({ kind: 'ok' })
      const made = await makeRecoveryCodes()
      if (made.kind === 'failed') throw new Error(made.message)
      const withPassword = await server.signIn(account)
      await session.authStorage.setItem(session.SESSION_KEY, JSON.stringify(withPassword))
      vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
        const [{ url }, body] = [new Request(asked[0]), asked[1]?.body]
        const isOfBefore = typeof body === 'string' && body.includes(withPassword.refresh_token)
        const isLost = isOfBefore || url.endsWith('/user')
        if (isLost && status !== 0) return Response.json({}, { status })
        if (isLost) throw new TypeError('Failed to fetch')
        return realFetch(...asked)
      })
      expect(await giveSecondFactor(begun.factor.id, made.codes[0] ?? '', true)).toEqual({ kind: 'ok' })
      expect(session.storedSession()).toMatchObject({ isSecondFactorGiven: true })
    },
  )

  it('may be given by a recovery code after which nothing more could be sent', async () => {
    const begun = await turnFactorOn()
    const made = await makeRecoveryCodes()
    if (made.kind === 'failed') throw new Error(made.message)
    await session.authStorage.setItem(session.SESSION_KEY, JSON.stringify(await server.signIn(account)))
    vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
      const answer = await realFetch(...asked)
      if (answer.url.endsWith('/user')) throw new TypeError('Failed to fetch')
      return answer
    })
    // The client would try for half a minute.
    const error = new AuthRetryableFetchError(NOT_SENT, 0)
    const renewal = vi.spyOn(auth(), 'refreshSession')
    renewal.mockResolvedValue({ data: { user: null, session: null }, error })
    onTestFinished(() => renewal.mockRestore())
    expect(await giveSecondFactor(begun, made.codes[0] ?? '', true)).toMatchObject({ mayBeDone: true })
  })
})
