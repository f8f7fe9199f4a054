import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { deleteDB, openDB } from 'idb'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { siesta } from '../../core/testing/records.ts'
import { diaryKey, familyOf } from '../family/diary-key.ts'
import { supportKey } from '../family/support-key.ts'
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
import { PATIENT } from '../testing/patient.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'
import { watchAccountEnd } from './account-end.ts'
import { signOutGivingUp, signOutOrSay } from './sign-out-or-say.ts'

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
  await signInAgain()
})

async function signInAgain(): Promise<void> {
  signIns += 1
  const token = ['h', btoa(JSON.stringify({ sub: USER, session_id: `session-${signIns}` })), 's'].join('.')
  const user = { id: USER, email: 'carer@example.org' }
  const session = { access_token: token, refresh_token: 'r', expires_at: 4e9, user }
  await authStorage.setItem(SESSION_KEY, JSON.stringify(session))
}

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
async function leaveWaiting(diary: string, id = 'unsent'): Promise<void> {
  const db = await openLocalDb(diary, () => {})
  const body = { ...siesta('2025-08-11', '16:05'), id, user_id: familyOf(diary) }
  await db.append([newEntry({ kind: 'insert', table: 'sleep_records', rowId: body.id, body })])
  db.close()
}

/** Something was sent, and no download has shown it yet. */
async function leaveSent(diary: string): Promise<void> {
  await leaveWaiting(diary, 'sent')
  const db = await openLocalDb(diary, () => {})
  const { entries } = await db.read([])
  const sent = entries.filter(({ rowId }) => rowId === 'sent')
  await db.setState(
    sent.map(({ seq }) => seq),
    { kind: 'sent' },
  )
  db.close()
}

async function waitingRows(diary: string): Promise<string[]> {
  const db = await openLocalDb(diary, () => {})
  const { entries } = await db.read([])
  db.close()
  return entries.filter(({ state }) => state.kind === 'waiting').map(({ rowId }) => rowId)
}

/** The store of a page that shows a diary, once it has read what it can. */
async function shown(diary = USER, openDb: StoreParts['openDb'] = openLocalDb): Promise<Store> {
  const store = createStore({
    diary: () => (storedSession() === null ? null : diary),
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
  const store = await shown(USER, () => Promise.reject(new DOMException('No', 'UnknownError')))
  expect(store.data()).toMatchObject({ phase: 'ready', sync: { pending: 0 } })
  await signOutGivingUp(store)
  expect(left()).toEqual({ userId: USER, unsent: 1 })
  expect(await waitingRows(USER)).toEqual(['unsent'])
})

it('loses what waits in the diary on screen, and keeps what waits in another one', async () => {
  knowFamily()
  await leaveWaiting(USER)
  await leaveWaiting(OTHER)
  await signOutGivingUp(await shown())
  expect(await databases()).not.toContain(`nana-${USER}`)
  expect(await waitingRows(OTHER)).toEqual(['unsent'])
  expect(left()).toEqual({ userId: USER, unsent: 1 })
})

it('without a question keeps what may have come too late for another family, and untold answers', async () => {
  knowFamily()
  await leaveSent(OTHER)
  await leaveSent(USER)
  storage.setItem(supportKey(USER), '{"answers":[{"id":"first","taken":true}]}')
  await shown(OTHER)
  await signOutOrSay()
  expect(await waitingRows(OTHER)).toEqual(['sent'])
  expect(storage.getItem(supportKey(USER))).toContain('first')
  expect(left()).toEqual({ userId: USER, unsent: 2 })
})

it('keeps an untold answer where nothing else is left', async () => {
  storage.setItem(supportKey(USER), '{"answers":[{"id":"first","taken":true}]}')
  await leaveSent(USER)
  await signOutOrSay()
  expect(left()).toEqual({ userId: USER, unsent: 1 })
  expect(storage.getItem(supportKey(USER))).toContain('first')
})

it('gives up an answer with the plan that it was about, and with nothing else', async () => {
  storage.setItem(supportKey(USER), '{"answers":[{"id":"first","taken":true}]}')
  await leaveWaiting(USER)
  await signOutGivingUp(await shown())
  expect(storage.getItem(supportKey(USER))).toContain('first')
  expect(left()).toEqual({ userId: USER, unsent: 1 })
  stopFollowing()
  await signInAgain()
  const db = await openLocalDb(USER, () => {})
  const body = { first_wake_window: '2h 00min' }
  await db.append([newEntry({ kind: 'patch', table: 'sleep_plans', rowId: USER, body })])
  db.close()
  await signOutGivingUp(await shown())
  expect(storage.getItem(supportKey(USER))).toBeNull()
  expect(await databases()).toEqual(['nana-session'])
  expect(left()).toBeNull()
})

it('leaves nothing behind where nothing waits in another one', async () => {
  knowFamily()
  await leaveWaiting(USER)
  const other = await openLocalDb(OTHER, () => {})
  other.close()
  await signOutGivingUp(await shown())
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
  const isOut = signOutGivingUp(store)
  expect(isLeaving()).toBe(true)
  expect(storedSession()).toBeNull()
  await vi.waitFor(async () => expect(await databases()).not.toContain(`nana-${USER}`), PATIENT)
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
    await signOutOrSay()
    expect(console.warn).toHaveBeenCalledOnce()
    expect(storedSession()).toBeNull()
    expect(left()).toBeNull()
    allowDiaries()
    const stop = watchAccountEnd()
    await vi.waitFor(() => expect(left()).toEqual({ userId: USER, unsent: 1 }), PATIENT)
    stop()
  })

  it('says so to the next one before the session is gone: this one may end in between', async () => {
    refuseDiaries()
    let isSaid: boolean | undefined
    const stop = subscribeSession(() => {
      if (keptSession() === null) isSaid = storage.getItem(`nana-ended:${USER}`) === 'ordered'
    })
    await signOutOrSay()
    stop()
    expect(isSaid).toBe(true)
  })

  it('counts nothing that was given up when the next one finishes it', async () => {
    knowFamily()
    await leaveWaiting(USER)
    await leaveWaiting(OTHER)
    const store = await shown()
    const allowDiaries = refuseDiaries()
    await signOutGivingUp(store)
    allowDiaries()
    const stop = watchAccountEnd()
    await vi.waitFor(() => expect(left()).toEqual({ userId: USER, unsent: 1 }), PATIENT)
    stop()
  })
})
