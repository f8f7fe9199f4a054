import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordOf } from '../../core/testing/records.ts'
import { EMPTY_DOWNLOAD } from '../testing/empty-download.ts'
import { PATIENT } from '../testing/patient.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'
import type { Download } from './download.ts'
import { keepOnlyUnsent, openLocalDb, wipeLocalDb } from './local-db.ts'
import { newEntry } from './outbox.ts'
import { createStore, type StoreParts } from './store.ts'

beforeAll(() => {
  vi.stubGlobal('localStorage', { length: 0 })
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => {
  vi.unstubAllGlobals()
})

it('what the version before the zones stored stays, and all rows are fetched again: they say more now', async () => {
  const before = await openDB('nana-u1', 3, {
    upgrade(db) {
      for (const store of ['baby_info', 'sleep_plans']) db.createObjectStore(store, { keyPath: 'id' })
      db.createObjectStore('months', { keyPath: 'month' })
      db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
      for (const store of ['meta', 'deleted']) db.createObjectStore(store)
    },
  })
  const baby = { id: 'u1', user_id: 'u1', name: 'Lucía', birth_date: '2025-01-05', birth_date_known: true }
  const patch = { seq: 1, kind: 'patch', table: 'baby_info', rowId: 'u1', body: { name: 'Ana' }, opId: 'o' }
  const entry = { ...patch, state: { kind: 'waiting' } }
  await before.put('baby_info', baby)
  await before.put('meta', 7, 'cursor')
  await before.put('outbox', entry)
  before.close()

  const db = await openLocalDb('u1', () => {})
  const { cursor, babies, entries } = await db.read('all')
  db.close()
  expect({ cursor, babies, entries }).toEqual({ cursor: null, babies: [baby], entries: [entry] })
})

it('a save asks the disk in the turn in which it is called, waits for no answer, and ends by itself', async () => {
  const db = await openLocalDb('u2', () => {})
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const add = vi.spyOn(IDBObjectStore.prototype, 'add')
  const commit = vi.spyOn(IDBTransaction.prototype, 'commit')
  const patch = newEntry({ kind: 'patch', table: 'sleep_records', rowId: 'r1', body: { feedings: 2 } })
  const saved = db.append([patch])
  expect([begin, add, commit].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
  expect(await saved).toEqual([])
  const { entries } = await db.read('all')
  db.close()
  expect(entries).toMatchObject([patch])
})

/** A first download, of a record that was deleted. */
function deletionOf(id: string, acceptedSeqs: readonly number[] = []): Download {
  const deleted = [{ table: 'sleep_records', id }] as const
  return { ...EMPTY_DOWNLOAD, records: [{ id, row: null }], deleted, acceptedSeqs }
}

it('what was changed here is remembered once a download takes it off the outbox', async () => {
  const db = await openLocalDb('u7', () => {})
  await db.append([newEntry({ kind: 'patch', table: 'sleep_records', rowId: 'r1', body: { feedings: 2 } })])
  const [entry] = (await db.read('all')).entries
  await db.apply(deletionOf('r2', [entry?.seq ?? 0]))
  const { entries, memory } = await db.read('all')
  db.close()
  expect(entries).toEqual([])
  expect(memory.edited).toEqual(['r1'])
})

it('a change of a record that another tab knows to be deleted is stored, and says so', async () => {
  const db = await openLocalDb('u8', () => {})
  await db.apply(deletionOf('r1'))
  const patch = newEntry({ kind: 'patch', table: 'sleep_records', rowId: 'r1', body: { feedings: 2 } })
  expect(await db.append([patch])).toEqual(['r1'])
  db.close()
})

it('a change of a record that has come back after its deletion says nothing of that', async () => {
  const db = await openLocalDb('u12', () => {})
  await db.apply(deletionOf('r1'))
  const row = { ...recordOf('siesta', '2025-08-11'), id: 'r1' }
  await db.apply({ ...EMPTY_DOWNLOAD, from: 1, to: 2, records: [{ id: 'r1', row }] })
  const patch = newEntry({ kind: 'patch', table: 'sleep_records', rowId: 'r1', body: { feedings: 2 } })
  expect(await db.append([patch])).toEqual([])
  expect(await db.deletedIds()).toEqual([])
  db.close()
})

it('of several changes each is waited for, so that all are stored or none', async () => {
  const db = await openLocalDb('u4', () => {})
  const commit = vi.spyOn(IDBTransaction.prototype, 'commit')
  await db.append(
    ['r1', 'r2'].map((rowId) => newEntry({ kind: 'delete', table: 'sleep_records', rowId, body: null })),
  )
  const { entries } = await db.read('all')
  db.close()
  expect(commit).not.toHaveBeenCalled()
  expect(entries.map(({ rowId }) => rowId)).toEqual(['r1', 'r2'])
})

it('nothing is written of a change that another tab has made before', async () => {
  const db = await openLocalDb('u3', () => {})
  await db.append([newEntry({ kind: 'delete', table: 'sleep_records', rowId: 'r1', body: null })], () => null)
  const { entries } = await db.read('all')
  db.close()
  expect(entries).toEqual([])
})

describe('a page whose database was taken away', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** A page that stays open. Its database opens as long as `refusals` is 0. */
  async function openPage(diary: string) {
    const phone = { refusals: 0, error: new DOMException('No', 'UnknownError'), lose: () => {}, opened: 0 }
    const openDb: StoreParts['openDb'] = async (name, onClosed) => {
      phone.opened += 1
      if (phone.refusals > 0) {
        phone.refusals -= 1
        throw phone.error
      }
      const db = await openLocalDb(name, onClosed)
      phone.lose = () => {
        db.close()
        onClosed()
      }
      return db
    }
    const page = { isVisible: () => true, subscribe: () => () => {} }
    const store = createStore({ diary: () => diary, subscribeDiary: () => {}, openDb, page })
    await store.whenRead()
    await vi.waitFor(() => expect(store.current()).not.toBeNull(), PATIENT)
    return { store, phone }
  }

  it('opens it again, however often the phone refuses, with longer and longer pauses', async () => {
    const { store, phone } = await openPage('u5')
    phone.refusals = 3
    phone.lose()
    await vi.advanceTimersByTimeAsync(500)
    expect(phone.opened).toBe(2)
    await vi.advanceTimersByTimeAsync(999)
    expect(phone.opened).toBe(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(phone.opened).toBe(3)
    await vi.advanceTimersByTimeAsync(2_000 + 4_000)
    expect(phone.opened).toBe(5)
    await vi.waitFor(() => expect(store.current()).not.toBeNull(), PATIENT)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(phone.opened).toBe(5)
  })

  it('leaves it alone once a newer version of the app has upgraded it', async () => {
    const { phone } = await openPage('u6')
    phone.refusals = 1
    phone.error = new DOMException('Newer', 'VersionError')
    phone.lose()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(phone.opened).toBe(2)
  })
})

describe('the picture for the next start', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', new PhoneStorage())
  })
  afterEach(() => {
    vi.stubGlobal('localStorage', { length: 0 })
  })

  it.each([
    ['is wiped', wipeLocalDb],
    ['keeps only what the server lacks', keepOnlyUnsent],
  ])('goes in the same turn as a diary %s', async (_, empty) => {
    localStorage.setItem('nana-picture', '{}')
    const emptied = empty('u9')
    expect(localStorage.getItem('nana-picture')).toBeNull()
    await emptied
  })
})

describe('a tab that slept while another one emptied the phone, and somebody has signed in since,', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', new PhoneStorage())
  })
  afterEach(() => {
    vi.stubGlobal('localStorage', { length: 0 })
  })

  const wipe = (diary: string) => {
    const wiped = wipeLocalDb(diary)
    // The other one took its mark away when it was done.
    localStorage.removeItem(`nana-wipe:${diary}`)
    return wiped
  }

  it.each([
    ['wipes', wipe],
    ['takes', (diary: string) => keepOnlyUnsent(diary, () => false)],
  ])('%s nothing of what is there by now', async (what, empty) => {
    const diary = `u10-${what}`
    const db = await openLocalDb(diary, () => {})
    await db.apply({ ...EMPTY_DOWNLOAD, to: 7 })
    await db.append([newEntry({ kind: 'patch', table: 'baby_info', rowId: 'b', body: { name: 'Ana' } })])
    db.close()
    await empty(diary)
    const after = await openLocalDb(diary, () => {})
    expect(await after.read('all')).toMatchObject({ cursor: 7, entries: [{ rowId: 'b' }] })
    after.close()
  })
})
