import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { siesta } from '../../core/testing/records.ts'
import { startTestServer, type TestServer } from '../../server/testing/test-server.ts'
import { settings } from '../device/settings.ts'
import { supportKey } from '../family/support-key.ts'
import { openLocalDb } from '../local/local-db.ts'
import { newEntry } from '../local/outbox.ts'
import { authStorage, rememberWhyEnded, SESSION_KEY, unsentLeft } from '../session/stored-session.ts'
import { EMPTY_DOWNLOAD } from '../testing/empty-download.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'
import { watchAccountEnd } from './account-end.ts'

/* The end of a session, against a real server. The browser's storage is the test's own. */

let server: TestServer
let userId: string
let endWatch: () => void

beforeAll(async () => {
  server = await startTestServer()
  settings.anonKey = server.anonKey
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
})

beforeEach(async () => {
  vi.stubGlobal('localStorage', new PhoneStorage())
  vi.stubGlobal('location', { origin: server.url })
  vi.stubGlobal('navigator', { onLine: true })
  userId = (await server.createAccount()).id
  endWatch = watchAccountEnd()
})

// The next test's sign-in would end the session that this one has left, and other files' tests end sessions, too.
afterEach(() => endWatch())

afterAll(async () => {
  vi.unstubAllGlobals()
  settings.anonKey = ''
  await server.stop()
})

function signIn(): void {
  const user = { id: userId, email: 'carer@example.org' }
  const session = { access_token: 'a.b.c', refresh_token: 'r', expires_at: 1, user }
  void authStorage.setItem(SESSION_KEY, JSON.stringify(session))
}

/** The session ends as when the server refuses to renew it. */
function endSession(why: string | null): void {
  rememberWhyEnded(why)
  authStorage.removeItem(SESSION_KEY)
}

/** One nap from the server, and another one that waits. */
async function fillPhone(isAllSent = false): Promise<void> {
  const db = await openLocalDb(userId, () => {})
  const nap = { ...siesta('2025-08-11', '13:05', '14:05'), id: 'nap', user_id: userId }
  const records = [{ id: nap.id, row: nap }]
  await db.apply({ ...EMPTY_DOWNLOAD, records })
  const unsent = { ...nap, id: 'unsent' }
  const insert = newEntry({ kind: 'insert', table: 'sleep_records', rowId: unsent.id, body: unsent })
  if (!isAllSent) await db.append([insert])
  db.close()
}

/** Ids of the records on the phone, and of those that wait. */
async function whatIsKept(): Promise<{ records: string[]; waiting: string[] }> {
  const db = await openLocalDb(userId, () => {})
  const { months, entries } = await db.read('all')
  db.close()
  return {
    records: months.flatMap(({ records }) => records.map(({ id }) => id)),
    waiting: entries.map(({ rowId }) => rowId),
  }
}

/** As the next page does, when this one is closed. */
function watchAgain(): void {
  endWatch()
  endWatch = watchAccountEnd()
}

const mark = () => localStorage.getItem(`nana-ended:${userId}`)

/** Resolves when the phone has done all that it does about the end. */
async function settled(): Promise<void> {
  await expect.poll(mark).toBeNull()
}

it.each(['signed_out', 'password_changed', 'password_reset', 'second_factor'])(
  'ordered from elsewhere (%s), takes the diary off the phone, but for what waits to be sent',
  async (why) => {
    signIn()
    await fillPhone()
    endSession(why)
    await settled()
    expect(await whatIsKept()).toEqual({ records: [], waiting: ['unsent'] })
    expect(unsentLeft()).toBe(`${userId} 1`)
  },
)

it.each([
  'session_expired',
  'refresh_token_already_used',
  'refresh_token_not_found',
  'session_not_found',
  'validation_failed',
  'user_banned',
  'trial_ended',
  null,
])('for another reason (%s), takes nothing', async (why) => {
  signIn()
  await fillPhone()
  endSession(why)
  await settled()
  expect(await whatIsKept()).toEqual({ records: ['nap'], waiting: ['unsent'] })
  expect(unsentLeft()).toBeNull()
})

it('leaves nothing where all was sent', async () => {
  signIn()
  await fillPhone(true)
  endSession('signed_out')
  await settled()
  expect(await whatIsKept()).toEqual({ records: [], waiting: [] })
  expect(unsentLeft()).toBe(`${userId} 0`)
})

it('takes nothing where nobody has opened a diary, and says of none that it is gone', async () => {
  signIn()
  endSession('signed_out')
  await settled()
  expect(unsentLeft()).toBeNull()
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`nana-${userId}`)
})

it('says that there are answers which the server hasn’t heard, also without a diary', async () => {
  signIn()
  localStorage.setItem(supportKey(userId), JSON.stringify({ answers: [{}] }))
  endSession('signed_out')
  await settled()
  expect(unsentLeft()).toBe(`${userId} 1`)
})

it('takes the notices off the screen, too', async () => {
  const close = vi.fn()
  const registration = { getNotifications: async () => [{ close }] }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  signIn()
  await fillPhone()
  endSession('signed_out')
  await settled()
  expect(close).toHaveBeenCalled()
})

it('needs no further answer of the server, and asks at the next start whether the account is gone', async () => {
  signIn()
  await fillPhone()
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
  endSession('signed_out')
  await expect.poll(unsentLeft).toBe(`${userId} 1`)
  await expect.poll(mark).toBe('')
  vi.stubGlobal('location', { origin: server.url })
  watchAgain()
  await settled()
  expect(await whatIsKept()).toEqual({ records: [], waiting: ['unsent'] })
})

it('is made up for at the next start when the page was closed before', async () => {
  await fillPhone()
  localStorage.setItem(`nana-ended:${userId}`, 'ordered')
  watchAgain()
  await settled()
  expect(await whatIsKept()).toEqual({ records: [], waiting: ['unsent'] })
})

it('takes nothing from who has signed in again before that', async () => {
  await fillPhone()
  signIn()
  localStorage.setItem(`nana-ended:${userId}`, 'ordered')
  watchAgain()
  await settled()
  expect(await whatIsKept()).toEqual({ records: ['nap'], waiting: ['unsent'] })
  expect(unsentLeft()).toBeNull()
})

it('takes nothing once who has signed in again in the same page is only out of time', async () => {
  await fillPhone()
  localStorage.setItem(`nana-ended:${userId}`, 'ordered')
  signIn()
  endSession('session_expired')
  await settled()
  expect(await whatIsKept()).toEqual({ records: ['nap'], waiting: ['unsent'] })
  expect(unsentLeft()).toBeNull()
})
