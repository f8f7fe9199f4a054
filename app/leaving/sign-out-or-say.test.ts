import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { siesta } from '../../core/testing/records.ts'
import { diaryKey } from '../family/diary-key.ts'
import { finishWipes, openLocalDb } from '../local/local-db.ts'
import { newEntry } from '../local/outbox.ts'
import { auth } from '../session/remote-auth.ts'
import { noteLeavingOnDisk } from '../session/session-backup.ts'
import {
  authStorage,
  parseUnsentLeft,
  SESSION_KEY,
  storedSession,
  unsentLeft,
  whyEndedSession,
} from '../session/stored-session.ts'
import { EMPTY_DOWNLOAD } from '../testing/empty-download.ts'
import { PATIENT } from '../testing/patient.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'
import { TabLocks } from '../testing/tab-locks.ts'
import { endedText } from '../words/entrance.es.ts'
import { dropUnsent } from './ended-by-others.ts'
import { finishLeaving } from './finish-leaving.ts'
import { signOutOrSay, watchLeaving } from './sign-out-or-say.ts'

/* Leaving a session, whatever the server says and whatever becomes of the page. */

const USER = 'c0ffee00-0000-4000-8000-000000000001'
let storage: PhoneStorage
/** Answers the call that ends the session at the server. */
let answer: () => Promise<Response>
let lastSession = 0

beforeEach(async () => {
  // What waits for the disk would outlive its test.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  storage = new PhoneStorage()
  answer = async () => new Response(null, { status: 204 })
  vi.stubGlobal('localStorage', storage)
  // Other files of this process leave databases of their own.
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
  vi.stubGlobal('fetch', () => answer())
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  await signIn()
  await fillPhone()
})

afterEach(async () => {
  // Whatever is written to the disk follows what was before.
  await noteLeavingOnDisk(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

// It would go on renewing a session that isn't there, under the tests of other files.
afterAll(() => auth().stopAutoRefresh())

function sessionText(id = lastSession, refreshToken = 'r'): string {
  const token = ['h', btoa(JSON.stringify({ sub: USER, session_id: `session-${id}` })), 's'].join('.')
  const user = { id: USER, email: 'carer@example.org' }
  return JSON.stringify({ access_token: token, refresh_token: refreshToken, expires_at: 4e9, user })
}

async function signIn(): Promise<void> {
  lastSession += 1
  await authStorage.setItem(SESSION_KEY, sessionText())
}

async function fillPhone(diary = USER): Promise<void> {
  const db = await openLocalDb(diary, () => {})
  const nap = { ...siesta('2025-08-11', '13:05', '14:05'), id: 'nap', user_id: USER }
  await db.apply({ ...EMPTY_DOWNLOAD, records: [{ id: nap.id, row: nap }] })
  db.close()
}

async function databases(): Promise<(string | undefined)[]> {
  return (await indexedDB.databases()).map(({ name }) => name)
}

async function isEmpty(): Promise<boolean> {
  return !(await databases()).includes(`nana-${USER}`)
}

it('is out in the turn of the press, while the server is silent', async () => {
  let release: (() => void) | undefined
  answer = () =>
    new Promise((resolve) => {
      release = () => resolve(new Response(null, { status: 204 }))
    })
  const left = signOutOrSay()
  expect(storedSession()).toBeNull()
  expect(await isEmpty()).toBe(false)
  release?.()
  await left
  expect(await isEmpty()).toBe(true)
  // The disk keeps the note for as long as a browser that is killed could bring the session back.
  expect(await databases()).toEqual(['nana-session'])
  await vi.advanceTimersByTimeAsync(10_000)
  await vi.waitFor(() => expect(Object.keys(storage)).toEqual([]), PATIENT)
  expect(await databases()).toEqual([])
})

it('is out where the session is over already', async () => {
  const headers = { 'X-Supabase-Api-Version': '2024-01-01' }
  answer = async () => Response.json({ code: 'session_not_found', message: 'no' }, { status: 403, headers })
  await signOutOrSay()
  expect(storedSession()).toBeNull()
  expect(await isEmpty()).toBe(true)
})

it('is in again, with all there was, when the server answers that it couldn’t', async () => {
  answer = async () => Response.json({ msg: 'Ahora no' }, { status: 422 })
  await signOutOrSay()
  expect(storedSession()?.userId).toBe(USER)
  expect(await isEmpty()).toBe(false)
  await watchLeaving()
  expect(storedSession()?.userId).toBe(USER)
})

it.each([
  ['', 'unsent'],
  [', also where a version of before had begun it', 'all'],
])('is finished by the next page%s', async (_, kept) => {
  storage.setItem('nana-leaving', `${kept} ${USER} session-${lastSession}`)
  expect(storedSession()).toBeNull()
  await watchLeaving()
  expect(await isEmpty()).toBe(true)
  expect(storage.getItem(SESSION_KEY)).toBeNull()
})

it('is recalled from the disk where a killed browser has lost the note', async () => {
  await noteLeavingOnDisk(`all ${USER} session-${lastSession}`)
  expect(storedSession()?.userId).toBe(USER)
  await watchLeaving()
  expect(storedSession()).toBeNull()
  expect(await isEmpty()).toBe(true)
})

it('holds where a killed browser brings back what localStorage held before', async () => {
  const before = sessionText()
  await signOutOrSay()
  storage = new PhoneStorage()
  vi.stubGlobal('localStorage', storage)
  storage.setItem(SESSION_KEY, before)
  await watchLeaving()
  expect(storedSession()).toBeNull()
  expect(storage.getItem(SESSION_KEY)).toBeNull()
})

it('says at the login what it leaves on the phone, and can be told to drop that', async () => {
  const db = await openLocalDb(USER, () => {})
  const body = { ...siesta('2025-08-11', '16:05'), id: 'unsent', user_id: USER }
  await db.append([newEntry({ kind: 'insert', table: 'sleep_records', rowId: body.id, body })])
  db.close()
  await signOutOrSay()
  expect(storedSession()).toBeNull()
  const left = parseUnsentLeft(unsentLeft())
  expect(left).toEqual({ userId: USER, unsent: 1 })
  expect(endedText(whyEndedSession() ?? '', left?.unsent ?? null)).toBe(
    'Has cerrado la sesión: aquí solo queda lo que no se había enviado, y te espera al entrar.',
  )
  await dropUnsent(USER)
  expect(parseUnsentLeft(unsentLeft())).toEqual({ userId: USER, unsent: 0 })
  expect(await isEmpty()).toBe(true)
})

it('drops a diary that only the disk remembers, too, where the phone refuses to drop another one', async () => {
  await signOutOrSay()
  await fillPhone()
  const forgotten = diaryKey(USER, 'c0ffee00-0000-4000-8000-000000000002')
  const db = await openLocalDb(forgotten, () => {})
  db.close()
  const open = indexedDB.open.bind(indexedDB)
  const refuse = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (name === `nana-${USER}`) throw new DOMException('No', 'UnknownError')
    return open(name, version)
  })
  await expect(dropUnsent(USER)).rejects.toThrow('No')
  await vi.waitFor(async () => expect(await databases()).not.toContain(`nana-${forgotten}`), PATIENT)
  refuse.mockRestore()
  // That one is tried again before any is opened.
  expect(await isEmpty()).toBe(false)
  await finishWipes()
  expect(await isEmpty()).toBe(true)
})

describe('a tab that falls asleep', () => {
  let wake: (() => void) | null = null
  const untilWoken = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })

  function sleepAtServer(): void {
    answer = async () => {
      answer = async () => new Response(null, { status: 204 })
      await untilWoken()
      return new Response(null, { status: 204 })
    }
  }

  /** Falls asleep when it asks for the `nth` time what is on the disk; what it hears is of when it is awake again. */
  function sleepAtDisk(nth: number): void {
    const ask = indexedDB.databases.bind(indexedDB)
    let asked = 0
    vi.spyOn(indexedDB, 'databases').mockImplementation(async () => {
      asked += 1
      if (asked === nth) await untilWoken()
      return ask()
    })
  }

  beforeEach(() => {
    wake = null
    vi.stubGlobal('navigator', { userAgent: '', onLine: true, locks: new TabLocks() })
  })

  it.each([
    ['while it asks the server', sleepAtServer],
    ['before it takes what the server has', () => sleepAtDisk(1)],
    ['before it wipes what is forgotten', () => sleepAtDisk(2)],
  ])('%s is waited for 30 s, and leaves a later sign-in alone when it wakes up', async (_, sleep) => {
    sleep()
    // Noted unheard, so that no page of another test begins it first.
    storage.setItem('nana-leaving', `unsent ${USER} session-${lastSession}`)
    const asleep = finishLeaving()
    await vi.waitFor(() => expect(wake).not.toBeNull(), PATIENT)
    const left = finishLeaving()
    await vi.advanceTimersByTimeAsync(30_000)
    await left
    expect(await isEmpty()).toBe(true)

    const another = diaryKey(USER, 'c0ffee00-0000-4000-8000-000000000002')
    await signIn()
    await fillPhone()
    await fillPhone(another)
    wake?.()
    expect(await asleep).toEqual({ kind: 'ok' })
    expect(storedSession()?.sessionId).toBe(`session-${lastSession}`)
    expect(await databases()).toEqual(expect.arrayContaining([`nana-${USER}`, `nana-${another}`]))
  })
})

it('takes the notices off the screen, too', async () => {
  const close = vi.fn()
  const registration = { getNotifications: async () => [{ close }] }
  const serviceWorker = { getRegistration: async () => registration }
  vi.stubGlobal('navigator', { userAgent: '', onLine: true, serviceWorker })
  await signOutOrSay()
  expect(close).toHaveBeenCalled()
  close.mockClear()
  await dropUnsent(USER)
  expect(close).toHaveBeenCalled()
})

it('is not about a later session', async () => {
  const note = `all ${USER} session-${lastSession}`
  await signIn()
  await noteLeavingOnDisk(note)
  await watchLeaving()
  expect(storedSession()?.sessionId).toBe(`session-${lastSession}`)
  expect(await isEmpty()).toBe(false)
})

it('is not undone by a renewal that was under way', async () => {
  await signOutOrSay()
  await authStorage.setItem(SESSION_KEY, sessionText(lastSession, 'renewed'))
  expect(storage.getItem(SESSION_KEY)).toBeNull()
})

it('makes a new session wait until the phone is empty', async () => {
  const left = signOutOrSay()
  const signedIn = signIn()
  await left
  expect(await isEmpty()).toBe(true)
  await signedIn
  expect(storedSession()?.sessionId).toBe(`session-${lastSession}`)
})
