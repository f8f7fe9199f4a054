import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { deleteDB, openDB } from 'idb'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { siesta } from '../../core/testing/records.ts'
import { diaryKey, familyOf } from '../family/diary-key.ts'
import { openLocalDb } from '../local/local-db.ts'
import { newEntry } from '../local/outbox.ts'
import { createStore, type Store, type StoreParts } from '../local/store.ts'
import { isLeaving } from '../session/leaving-note.ts'
import { auth } from '../session/remote-auth.ts'
import { noteLeavingOnDisk } from '../session/session-backup.ts'
import {
  authStorage,
  keptSession,
  parseUnsentLeft,
  SESSION_KEY,
  storedSession,
  subscribeSession,
  unsentLeft,
} from '../session/stored-session.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'
import { watchAccountEnd } from './account-end.ts'
import { signOutOfShown, signOutOrSay } from './sign-out-or-say.ts'

/* What becomes of unsent changes where the carer was asked about one diary alone, or about none. */

const USER = 'c0ffee00-0000-4000-8000-000000000001'
const FAMILY = 'c0ffee00-0000-4000-8000-000000000002'
const OTHER = diaryKey(USER, FAMILY)
let storage: PhoneStorage
let signIns = 0
let stopFollowing = () => {}

beforeEach(async () => {
  // What waits for the disk would outlive its test.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  storage = new PhoneStorage()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  signIns += 1
  const token = ['h', btoa(JSON.stringify({ sub: USER, session_id: `session-${signIns}` })), 's'].join('.')
  const user = { id: USER, email: 'carer@example.org' }
  const session = { access_token: token, refresh_token: 'r', expires_at: 4e9, user }
  await authStorage.setItem(SESSION_KEY, JSON.stringify(session))
})

afterEach(async () => {
  // Else it would open the diary of who signs in in the tests of other files.
  stopFollowing()
  await noteLeavingOnDisk(null)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

// It would complain in the tests of other files of this process, twice a minute.
afterAll(() => auth().stopAutoRefresh())

/** The account was let into another family, too. */
function knowFamily(): void {
  const shared = { owner_name: null, until: null, is_open: true, is_untouched: false, access_rev: 1 }
  const families = [
    { ...shared, family_id: USER, role: 'owner', baby_name: 'Leo', people: [], invitations: [] },
    { ...shared, family_id: FAMILY, role: 'carer', baby_name: 'Lucía', people: [], invitations: [] },
  ]
  storage.setItem(`nana-families:${USER}`, JSON.stringify({ families, shown: null, left: [] }))
}

/** Something is logged that waits to be sent. */
async function leaveWaiting(diary: string): Promise<void> {
  const db = await openLocalDb(diary, () => {})
  const body = { ...siesta('2025-08-11', '16:05'), id: 'unsent', user_id: familyOf(diary) }
  await db.append([newEntry({ kind: 'insert', table: 'sleep_records', rowId: body.id, body })])
  db.close()
}

async function waitingIn(diary: string): Promise<number> {
  const db = await openLocalDb(diary, () => {})
  const { entries } = await db.read([])
  db.close()
  return entries.length
}

/** The store of a page that shows the account's own diary, once it has read what it can. */
async function shown(openDb: StoreParts['openDb'] = openLocalDb): Promise<Store> {
  const store = createStore({
    diary: () => (storedSession() === null ? null : USER),
    subscribeDiary(listener) {
      stopFollowing = subscribeSession(listener)
    },
    openDb,
    page: { isVisible: () => true, subscribe: () => () => {} },
  })
  await store.whenRead()
  return store
}

const databases = async () => (await indexedDB.databases()).map(({ name }) => name)
const left = () => parseUnsentLeft(unsentLeft())

it('keeps what waits in a diary that the phone couldn’t open, and so has counted nothing of', async () => {
  await leaveWaiting(USER)
  const store = await shown(() => Promise.reject(new DOMException('No', 'UnknownError')))
  expect(store.data()).toMatchObject({ phase: 'ready', sync: { pending: 0 } })
  await signOutOfShown(store)
  expect(left()).toEqual({ userId: USER, unsent: 1 })
  expect(await waitingIn(USER)).toBe(1)
})

it('loses what waits in the diary on screen, and keeps what waits in another one', async () => {
  knowFamily()
  await leaveWaiting(USER)
  await leaveWaiting(OTHER)
  await signOutOfShown(await shown())
  expect(await databases()).not.toContain(`nana-${USER}`)
  expect(await waitingIn(OTHER)).toBe(1)
  expect(left()).toEqual({ userId: USER, unsent: 1 })
})

it('leaves nothing behind where nothing waits in another one', async () => {
  knowFamily()
  await leaveWaiting(USER)
  const other = await openLocalDb(OTHER, () => {})
  other.close()
  await signOutOfShown(await shown())
  expect(await databases()).toEqual(['nana-session'])
  expect(storage.getItem(`nana-families:${USER}`)).toBeNull()
  expect(left()).toBeNull()
})

it('is out in the turn of the press, while another one’s database doesn’t open', async () => {
  knowFamily()
  const store = await shown()
  // A tab that sleeps has it open, so it isn't deleted, and nobody can open it before it is.
  const asleep = await openDB(`nana-${OTHER}`)
  const deleted = deleteDB(`nana-${OTHER}`)
  const isOut = signOutOfShown(store)
  expect(isLeaving()).toBe(true)
  expect(storedSession()).toBeNull()
  await vi.waitFor(async () => expect(await databases()).not.toContain(`nana-${USER}`))
  asleep.close()
  await deleted
  await isOut
  expect(isLeaving()).toBe(false)
})

describe('where this page couldn’t empty the phone', () => {
  /** The phone opens no diary any more. Returns what ends that. */
  function refuseDiaries(): () => void {
    const open = indexedDB.open.bind(indexedDB)
    const refuse = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      if (name.startsWith(`nana-${USER}`)) throw new DOMException('No', 'UnknownError')
      return open(name, version)
    })
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    return () => refuse.mockRestore()
  }

  it('is finished by the next one', async () => {
    await leaveWaiting(USER)
    const allowDiaries = refuseDiaries()
    await signOutOrSay('stays')
    expect(console.warn).toHaveBeenCalledOnce()
    expect(storedSession()).toBeNull()
    expect(left()).toBeNull()
    allowDiaries()
    const stop = watchAccountEnd()
    await vi.waitFor(() => expect(left()).toEqual({ userId: USER, unsent: 1 }))
    stop()
  })

  it('says so to the next one before the session is gone: this one may end in between', async () => {
    refuseDiaries()
    let isSaid: boolean | undefined
    const stop = subscribeSession(() => {
      if (keptSession() === null) isSaid = storage.getItem(`nana-ended:${USER}`) === 'ordered'
    })
    await signOutOrSay('stays')
    stop()
    expect(isSaid).toBe(true)
  })

  it('counts nothing that was given up when the next one finishes it', async () => {
    knowFamily()
    await leaveWaiting(USER)
    await leaveWaiting(OTHER)
    const store = await shown()
    const allowDiaries = refuseDiaries()
    await signOutOfShown(store)
    allowDiaries()
    const stop = watchAccountEnd()
    await vi.waitFor(() => expect(left()).toEqual({ userId: USER, unsent: 1 }))
    stop()
  })
})
