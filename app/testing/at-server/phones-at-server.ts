import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../server/testing/test-server.ts'
import { settings } from '../../device/settings.ts'
import { type Change, newEntry } from '../../local/outbox.ts'
import { PhoneStorage } from '../phone-storage.ts'
import { TabLocks } from '../tab-locks.ts'
import { type Carer, openTestPhone, type TestPhone } from '../test-phone.ts'

/** Phones of the tests of one file, at a real server of their own. */
export interface PhonesAtServer {
  server: () => TestServer
  newCarer: () => Promise<Carer>
  /** A tab that follows its account from now on. */
  open: (carer: Carer, locks?: TabLocks) => TestPhone
  /** A phone that has downloaded all the server has, and plays no round at the moment. */
  phoneOf: (carer: Carer, locks?: TabLocks) => Promise<TestPhone>
}

/** Starts the server before the tests and ends it, with all phones, after them. */
export function phonesAtServer(): PhonesAtServer {
  let server: TestServer
  const phones: TestPhone[] = []

  beforeAll(async () => {
    server = await startTestServer()
    settings.anonKey = server.anonKey
    vi.stubGlobal('location', { origin: server.url })
    vi.stubGlobal('localStorage', new PhoneStorage())
  })
  afterEach(() => {
    for (const phone of phones.splice(0)) phone.leave()
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    settings.anonKey = ''
    await server.stop()
  })

  function open(carer: Carer, locks = new TabLocks()): TestPhone {
    const phone = openTestPhone(carer, locks)
    phones.push(phone)
    return phone
  }

  return {
    server: () => server,
    async newCarer() {
      const account = await server.createAccount()
      const { access_token } = await server.signIn(account)
      return { userId: account.id, token: access_token }
    },
    open,
    async phoneOf(carer, locks) {
      const phone = open(carer, locks)
      await until(() => expect(phone.store.data()).toMatchObject({ phase: 'ready', plan: { naps_count: 3 } }))
      await settled(phone)
      return phone
    },
  }
}

/** Polls often and waits long: a busy machine may be slow. */
export function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 20_000, interval: 10 })
}

/** Resolves when nothing waits to be sent, and no round is under way. */
export async function settled(phone: TestPhone): Promise<void> {
  await until(() => expect(phone.store.data().sync.pending).toBe(0))
  await idle(phone)
}

export async function idle(phone: TestPhone): Promise<void> {
  await until(() => expect(phone.isIdle()).toBe(true))
}

/** Does what a carer would, and asks for a round. */
export async function log(phone: TestPhone, ...changes: Change[]): Promise<void> {
  const replica = await phone.replica()
  for (const change of changes) await replica.write((db) => db.append([newEntry(change)]))
  phone.sync.request()
}
