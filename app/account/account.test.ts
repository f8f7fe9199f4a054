import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { codeIn } from '../../server/testing/mailbox.ts'
import { type Account, startTestServer, type TestServer } from '../../server/testing/test-server.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'

/* A change of address, against a real server. The browser's storage is the test's own. */

let server: TestServer
let account: Account
let settings: typeof import('../device/settings.ts').settings
let auth: typeof import('../session/remote-auth.ts').auth
let session: typeof import('../session/stored-session.ts')
let changeEmail: typeof import('./account.ts').changeEmail
let confirmEmailChange: typeof import('./account.ts').confirmEmailChange
const realFetch = globalThis.fetch

beforeAll(async () => {
  server = await startTestServer()
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  // Other files of this process have had sessions elsewhere; this page begins with none.
  vi.resetModules()
  ;({ settings } = await import('../device/settings.ts'))
  ;({ auth } = await import('../session/remote-auth.ts'))
  session = await import('../session/stored-session.ts')
  ;({ changeEmail, confirmEmailChange } = await import('./account.ts'))
  settings.anonKey = server.anonKey
})
afterAll(async () => {
  await auth().stopAutoRefresh()
  vi.unstubAllGlobals()
  settings.anonKey = ''
  await server.stop()
})
beforeEach(async () => {
  vi.stubGlobal('localStorage', new PhoneStorage())
  vi.stubGlobal('location', { origin: server.url })
  vi.stubGlobal('fetch', realFetch)
  account = await server.createAccount()
  await session.authStorage.setItem(session.SESSION_KEY, JSON.stringify(await server.signIn(account)))
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
  expect(await enter(newEmail)).toMatchObject({ kind: 'failed', code: 'network' })
  expect(await enter(newEmail)).toEqual({ kind: 'ok' })
  expect(session.storedSession()?.email).toBe(newEmail)
})

it('is not done by a wrong code', async () => {
  const { email, newEmail } = await begin()
  expect(await confirmEmailChange({ email, newEmail }, '000000')).toMatchObject({ code: 'otp_expired' })
  expect(session.storedSession()).toMatchObject({ email, newEmail })
})
