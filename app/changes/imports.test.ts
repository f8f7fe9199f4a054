import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BabyInfo } from '../../core/baby/age.ts'
import { DEFAULT_PLAN, type SleepPlan } from '../../core/plan/plan.ts'
import { siesta } from '../../core/testing/records.ts'
import { diaryKey } from '../family/diary-key.ts'
import { openLocalDb } from '../local/local-db.ts'
import { store } from '../local/phone-store.ts'
import { createStore } from '../local/store.ts'
import { sync } from '../sync/phone-sync.ts'
import { EMPTY_DOWNLOAD } from '../testing/empty-download.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'
import { importEdits, importOwn, importRecords, knownRecords } from './imports.ts'

const OWN = diaryKey('u', 'u')
const OTHER = diaryKey('u', 'other')
let shown = OWN
let follow = () => {}

beforeEach(async () => {
  vi.stubGlobal('localStorage', new PhoneStorage())
  vi.stubGlobal('indexedDB', new IDBFactory())
  shown = OWN
  await fill('u')
  await fill('other')
  const ofTest = createStore({
    diary: () => shown,
    subscribeDiary(listener) {
      follow = listener
    },
    openDb: openLocalDb,
    page: { isVisible: () => true, subscribe: () => () => {} },
  })
  // The page's own store would go on following who signs in in the tests of other files.
  vi.spyOn(store, 'wholeReplica').mockImplementation(ofTest.wholeReplica)
  vi.spyOn(sync, 'request').mockReturnValue()
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The same record, baby and plan lie in each of the diaries. */
async function fill(familyId: string): Promise<void> {
  const db = await openLocalDb(diaryKey('u', familyId), () => {})
  const about = { id: 'row', user_id: familyId }
  const baby: BabyInfo = { ...about, name: 'Leo', birth_date: '2025-01-11', birth_date_known: true }
  const plan: SleepPlan = { ...DEFAULT_PLAN, ...about }
  await db.apply({
    ...EMPTY_DOWNLOAD,
    babies: [{ id: 'row', row: baby }],
    plans: [{ id: 'row', row: plan }],
    records: [{ id: 'row', row: { ...siesta('2025-08-10', '13:00', '14:00'), ...about } }],
  })
  db.close()
}

async function waitingIn(diary: string): Promise<string[]> {
  const db = await openLocalDb(diary, () => {})
  const { entries } = await db.read([])
  db.close()
  return entries.map(({ kind, table }) => `${kind} ${table}`)
}

const { signal } = new AbortController()
const found = { ...siesta('2025-08-11', '10:00', '11:00'), id: 'found', user_id: 'u' }
const correction = { id: 'row', patch: { end_time: '14:30' } }
const STEPS: [string, (diary: string) => Promise<void>, string[]][] = [
  ['its records', (diary) => importRecords(diary, [found], signal, () => {}), ['insert sleep_records']],
  ['its corrections', (diary) => importEdits(diary, [correction], signal, () => {}), ['patch sleep_records']],
  [
    'what it takes away',
    (diary) => importEdits(diary, [{ id: 'row', patch: null }], signal, () => {}),
    ['delete sleep_records'],
  ],
  [
    'its baby and its plan',
    (diary) => importOwn(diary, { name: 'Mara' }, { ...DEFAULT_PLAN, naps_count: 4 }),
    ['patch baby_info', 'patch sleep_plans'],
  ],
]

it.each(STEPS)('%s go into the diary that the file was compared with', async (_what, put, waiting) => {
  await put((await knownRecords()).diary)
  expect(await waitingIn(OWN)).toEqual(waiting)
})

it.each(STEPS)('%s go nowhere where another diary is shown meanwhile', async (_what, put) => {
  const { diary } = await knownRecords()
  shown = OTHER
  follow()
  await expect(put(diary)).rejects.toThrow('Another diary is shown')
  expect([await waitingIn(OWN), await waitingIn(OTHER)]).toEqual([[], []])
})

it.each(STEPS)('%s go nowhere where the account may only look by now', async (_what, put) => {
  shown = OTHER
  const others = (role: string) => ({
    family_id: 'other',
    baby_name: 'Leo',
    owner_name: 'Ana',
    role,
    until: null,
    is_open: true,
    is_untouched: false,
    access_rev: 1,
    people: [],
    invitations: [],
  })
  const isLetIn = (role: string) =>
    localStorage.setItem(
      'nana-families:u',
      JSON.stringify({ families: [others(role)], shown: null, left: [] }),
    )
  isLetIn('carer')
  const { diary } = await knownRecords()
  await put(diary)
  const waiting = await waitingIn(OTHER)
  isLetIn('viewer')
  await expect(put(diary)).rejects.toThrow('only looked at')
  expect(await waitingIn(OTHER)).toEqual(waiting)
})
