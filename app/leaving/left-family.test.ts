import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { siesta } from '../../core/testing/records.ts'
import { readFullCopy } from '../data-files/full-copy.ts'
import { diaryKey } from '../family/diary-key.ts'
import { following, type Known, knownFamilies } from '../family/families.ts'
import type { Family } from '../family/remote-families.ts'
import { openLocalDb } from '../local/local-db.ts'
import { newEntry } from '../local/outbox.ts'
import { SESSION_KEY } from '../session/stored-session.ts'
import { EMPTY_DOWNLOAD } from '../testing/empty-download.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'
import { keepOnlyUnsentOf, wipeDiaries } from './all-diaries.ts'
import { dropLeft, emptyLeftDiaries, noteForgottenDiaries, unsentCopy } from './left-family.ts'

/* What becomes of the diary of a family that lets this account in no more, and of all diaries of one that signs out. */

const GUEST = 'c0ffee00-0000-4000-8000-000000000001'
const FAMILY = 'c0ffee00-0000-4000-8000-000000000002'
const OPEN = 'c0ffee00-0000-4000-8000-000000000003'
const nap = { ...siesta('2025-08-11', '13:05', '14:05'), id: 'nap', user_id: FAMILY }
let storage: PhoneStorage
/** What the server says of the families; null: it can't be heard. */
let listed: Family[] | null

beforeEach(() => {
  storage = new PhoneStorage()
  listed = null
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  vi.stubGlobal('fetch', async () => {
    if (listed === null) throw new TypeError('Failed to fetch')
    // A table's own answer to a write says how many rows there are.
    return Response.json(listed, { headers: { 'Content-Range': '0-0/*' } })
  })
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function family(id: string, role: Family['role']): Family {
  return {
    family_id: id,
    baby_name: role === 'owner' ? null : 'Lucía',
    owner_name: null,
    role,
    until: null,
    is_open: true,
    is_untouched: role === 'owner',
    access_rev: 1,
    people: [],
    invitations: [],
  }
}

/** The phone knows these families, as if the server had just listed them. */
function know(...families: Family[]): Known {
  const known = following(knownFamilies(GUEST), GUEST, families)
  storage.setItem(`nana-families:${GUEST}`, JSON.stringify(known))
  return known
}

async function fill(key: string, isUnsentToo: boolean): Promise<void> {
  const db = await openLocalDb(key, () => {})
  const kept = { ...nap, id: 'kept' }
  const rows = [nap, kept].map((row) => ({ id: row.id, row }))
  await db.apply({ ...EMPTY_DOWNLOAD, records: rows })
  if (isUnsentToo) {
    await db.append([
      newEntry({ kind: 'patch', table: 'sleep_records', rowId: 'nap', body: { feedings: 3 } }),
    ])
  }
  db.close()
}

async function statesIn(key: string): Promise<string[]> {
  const db = await openLocalDb(key, () => {})
  const { entries } = await db.read([])
  db.close()
  return entries.map(({ state }) => state.kind)
}

const databases = async () => (await indexedDB.databases()).map(({ name }) => name)

it('is taken off the phone where nothing waits to be sent', async () => {
  know(family(GUEST, 'owner'), family(FAMILY, 'carer'))
  await fill(diaryKey(GUEST, FAMILY), false)
  know(family(GUEST, 'owner'))
  expect(await emptyLeftDiaries(GUEST)).toMatchObject([{ family_id: FAMILY, baby_name: 'Lucía' }])
  expect(await databases()).toEqual([])
  expect(knownFamilies(GUEST)?.left).toEqual([])
})

it('takes the notices off the screen, too', async () => {
  const close = vi.fn()
  const registration = { getNotifications: async () => [{ close }] }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  know(family(GUEST, 'owner'), family(FAMILY, 'carer'))
  await fill(diaryKey(GUEST, FAMILY), false)
  await emptyLeftDiaries(GUEST)
  expect(close).not.toHaveBeenCalled()
  know(family(GUEST, 'owner'))
  await emptyLeftDiaries(GUEST)
  expect(close).toHaveBeenCalled()
})

it('keeps what waits, as a file to be saved, until it is given up', async () => {
  know(family(GUEST, 'owner'), family(FAMILY, 'carer'))
  await fill(diaryKey(GUEST, FAMILY), true)
  know(family(GUEST, 'owner'))
  expect(await emptyLeftDiaries(GUEST)).toEqual([])
  expect(knownFamilies(GUEST)?.left).toMatchObject([{ family_id: FAMILY, baby_name: 'Lucía', unsent: 1 }])
  const { records } = JSON.parse(await unsentCopy(GUEST, FAMILY, 'Nana', '2025-08-11'))
  expect(records).toMatchObject([{ id: 'nap', start_time: '13:05', feedings: 3 }])
  await dropLeft(GUEST, FAMILY)
  expect(await databases()).toEqual([])
  expect(knownFamilies(GUEST)?.left).toEqual([])
})

it('keeps a deletion that waits: the file tells what was deleted', async () => {
  know(family(GUEST, 'owner'), family(FAMILY, 'carer'))
  const key = diaryKey(GUEST, FAMILY)
  await fill(key, true)
  const db = await openLocalDb(key, () => {})
  await db.append([newEntry({ kind: 'delete', table: 'sleep_records', rowId: 'kept', body: null })])
  db.close()
  know(family(GUEST, 'owner'))
  await emptyLeftDiaries(GUEST)
  const text = await unsentCopy(GUEST, FAMILY, 'Nana', '2025-08-11')
  expect(JSON.parse(text)).toMatchObject({ records: [{ id: 'nap' }], deleted: [{ id: 'kept' }] })
  // Who imports the file brings nothing back.
  expect(await readFullCopy(text)).toMatchObject({ kind: 'read', content: { rows: [{}], skipped: [] } })
})

it('is back, with what waited, when the family lets the account in again', async () => {
  know(family(GUEST, 'owner'), family(FAMILY, 'carer'))
  await fill(diaryKey(GUEST, FAMILY), true)
  know(family(GUEST, 'owner'))
  await emptyLeftDiaries(GUEST)
  const { left, shown } = know(family(GUEST, 'owner'), family(FAMILY, 'carer'))
  expect([left, shown]).toEqual([[], FAMILY])
  const db = await openLocalDb(diaryKey(GUEST, FAMILY), () => {})
  expect((await db.read([])).entries).toHaveLength(1)
  db.close()
})

it('is left by a consultant of before, whose families are the console’s', async () => {
  const known = { families: [family(GUEST, 'owner'), { ...family(FAMILY, 'viewer'), role: 'consultant' }] }
  storage.setItem(`nana-families:${GUEST}`, JSON.stringify({ ...known, shown: null, left: [] }))
  await fill(diaryKey(GUEST, FAMILY), false)
  expect(know(family(GUEST, 'owner')).left).toMatchObject([{ family_id: FAMILY }])
  expect(await emptyLeftDiaries(GUEST)).toMatchObject([{ family_id: FAMILY, baby_name: 'Lucía' }])
  expect(await databases()).toEqual([])
})

it('keeps what was answered well too late to count, too', async () => {
  know(family(GUEST, 'owner'), family(FAMILY, 'carer'))
  await fill(diaryKey(GUEST, FAMILY), true)
  const db = await openLocalDb(diaryKey(GUEST, FAMILY), () => {})
  await db.setState([1], { kind: 'sent' })
  db.close()
  know(family(GUEST, 'owner'))
  await emptyLeftDiaries(GUEST)
  expect(knownFamilies(GUEST)?.left).toMatchObject([{ unsent: 1 }])
  // It is sent once more where the family lets the account in again: the server takes it once.
  expect(await statesIn(diaryKey(GUEST, FAMILY))).toEqual(['waiting'])
  // A sign-out that gives nothing up leaves it, too.
  expect(await keepOnlyUnsentOf(GUEST)).toEqual({ hadDiary: true, unsent: 1 })
  expect(knownFamilies(GUEST)?.left).toMatchObject([{ family_id: FAMILY }])
})

it('keeps what was sent to another family, of which nobody knows yet whether it counts, and not to its own', async () => {
  know(family(GUEST, 'owner'), family(FAMILY, 'carer'))
  for (const key of [GUEST, diaryKey(GUEST, FAMILY)]) {
    await fill(key, true)
    const db = await openLocalDb(key, () => {})
    await db.setState([1], { kind: 'sent' })
    db.close()
  }
  expect(await keepOnlyUnsentOf(GUEST)).toEqual({ hadDiary: true, unsent: 1 })
  expect(await statesIn(GUEST)).toEqual([])
  expect(await statesIn(diaryKey(GUEST, FAMILY))).toEqual(['waiting'])
})

it('is left, too, where the browser has lost what it knew of the families, and not their diaries', async () => {
  const token = ['h', btoa(JSON.stringify({ sub: GUEST, session_id: 'session' })), 's'].join('.')
  const session = { access_token: token, refresh_token: 'r', expires_at: 4e9, user: { id: GUEST } }
  storage.setItem(SESSION_KEY, JSON.stringify(session))
  know(family(GUEST, 'owner'), family(FAMILY, 'carer'))
  await fill(GUEST, false)
  await fill(diaryKey(GUEST, FAMILY), false)
  await fill(diaryKey(GUEST, OPEN), false)
  storage.removeItem(`nana-families:${GUEST}`)
  expect(know(family(GUEST, 'owner'), family(OPEN, 'viewer')).left).toEqual([])
  // What the server says next brings nothing back that was lost, and the page may be closed before it has looked.
  expect(know(family(GUEST, 'owner'), family(OPEN, 'viewer')).mayHoldForgotten).toBe(true)
  await noteForgottenDiaries(GUEST)
  // As long as the server isn't heard, nobody knows which of them are open.
  expect(knownFamilies(GUEST)).toMatchObject({ left: [], mayHoldForgotten: true })
  listed = [family(GUEST, 'owner'), family(OPEN, 'viewer')]
  await noteForgottenDiaries(GUEST)
  const left = [{ family_id: FAMILY, baby_name: '', unsent: null }]
  expect(knownFamilies(GUEST)).toMatchObject({ left, mayHoldForgotten: false })
  expect(know(family(GUEST, 'owner'), family(OPEN, 'viewer'))).toMatchObject({
    left,
    mayHoldForgotten: false,
  })
  await emptyLeftDiaries(GUEST)
  expect(new Set(await databases())).toEqual(new Set([`nana-${GUEST}`, `nana-${diaryKey(GUEST, OPEN)}`]))
})

it('goes with all others when the account signs out', async () => {
  know(family(GUEST, 'owner'), family(FAMILY, 'viewer'))
  await fill(GUEST, false)
  await fill(diaryKey(GUEST, FAMILY), true)
  expect(await keepOnlyUnsentOf(GUEST)).toEqual({ hadDiary: true, unsent: 1 })
  expect(knownFamilies(GUEST)?.families).toMatchObject([{ family_id: FAMILY, baby_name: null }])
  storage.setItem('nana-consent', `${GUEST} 1`)
  // The browser may have lost what it knew of the families, and not their diaries.
  storage.removeItem(`nana-families:${GUEST}`)
  await wipeDiaries(GUEST)
  expect(await databases()).toEqual([])
  expect(Object.keys(storage)).toEqual([])
})

it('goes, too, where a browser doesn’t tell which diaries there are', async () => {
  vi.stubGlobal('indexedDB', Object.assign(new IDBFactory(), { databases: undefined }))
  await fill(GUEST, true)
  expect(await keepOnlyUnsentOf(GUEST)).toEqual({ hadDiary: true, unsent: 1 })
  const db = await openLocalDb(GUEST, () => {})
  expect((await db.read('all')).months).toMatchObject([{ records: [{ id: 'nap' }] }])
  db.close()
})

it('leaves the consent of who has signed in since', async () => {
  storage.setItem('nana-consent', `${OPEN} 1`)
  await wipeDiaries(GUEST)
  expect(storage.getItem('nana-consent')).toBe(`${OPEN} 1`)
})
