import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { MADRID } from '../../../core/time/zone.ts'
import { addRecord } from '../../changes/changes.ts'
import { addTap, removeTap } from '../../changes/taps.ts'
import { beginForm, formOf, recordOf } from '../../forms/sleep-form-state.ts'
import { store } from '../../local/phone-store.ts'
import { SESSION_KEY } from '../../session/stored-session.ts'
import { sync } from '../../sync/phone-sync.ts'
import { PhoneStorage } from '../../testing/phone-storage.ts'
import { storeForm } from './store-form.ts'

const claims = { sub: 'c0ffee00-0000-4000-8000-000000000001', session_id: 'session', exp: 4e9 }
const session = {
  access_token: `e30.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.c2ln`,
  refresh_token: 'refresh',
  expires_at: 4e9,
  user: { id: claims.sub, aud: 'authenticated', created_at: '', factors: [] },
}
const empty = beginForm({ kind: 'new', date: '2025-08-10' }, 0, MADRID)

beforeEach(() => {
  const storage = new PhoneStorage()
  storage.setItem(SESSION_KEY, JSON.stringify(session))
  const page = { addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', page)
  vi.spyOn(sync, 'request').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function known(id: string): Promise<SleepRecord> {
  const record = (await store.replica()).cache.recordsById.get(id)
  if (record === undefined) throw new Error(`The record ${id} is not there.`)
  return record
}

describe('a count that the carer moves in the form', () => {
  it.each([
    ['a sleep that was over', '14:00'],
    ['a sleep that ran', ''],
  ])('of %s moves by that step, though the tap that it showed was taken back meanwhile', async (_of, end) => {
    const { id } = await addRecord(recordOf({ ...empty, start: '13:00', end }, MADRID))
    const tap = await addTap(id, 'wake_ups', '13:30')
    const shown = await known(id)
    await removeTap(id, tap)
    const begun = formOf(shown)
    const form = { ...begun, end: '14:00', wakeUps: 2 }
    // A form of a sleep that was over draws no news; one of a sleep that ran goes on from those that it has drawn.
    const stored = end === '' ? shown : await known(id)
    const target = { kind: 'edit', record: shown } as const
    await storeForm({ target, form, begun, stored, isToldWhole: false }, MADRID)
    expect(await known(id)).toMatchObject({ end_time: '14:00', wake_ups: 1, taps: [] })
  })
})
