import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { parseRow } from '../../app/local/rows.ts'
import { isStill } from '../../app/sync/row-condition.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { type Caller, startTableApi, type TableApi } from '../../server/testing/table-api.ts'

const NIGHT_TAP = { id: '7fd8baa1-7f71-4be9-8d1c-7a0e9c0b1a11', kind: 'wake_ups', time: '03:10' }
const EVENING_TAP = { ...NIGHT_TAP, id: '8fd8baa1-7f71-4be9-8d1c-7a0e9c0b1a11', time: '23:50' }

// A phone takes one of two entries of the same sleep away only while it still says what was merged into the other.

let api: TableApi
let ana: Caller
let id: string

beforeAll(async () => {
  api = await startTableApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  ana = await api.signedIn()
  id = randomUUID()
})

async function log(about: object = {}): Promise<SleepRecord> {
  const row = { id, date: '2025-08-11', type: 'siesta', start_time: '13:05', ...about }
  const { data } = await ana.client.from('sleep_records').insert(row).select().single().throwOnError()
  const record = parseRow('sleep_records', data)
  if (record === null) throw new Error('The app can’t read this row')
  return record
}

async function isGoneAfterDelete(was: SleepRecord): Promise<boolean> {
  await ana.client.from('sleep_records').delete().eq('id', id).or(isStill(was)).throwOnError()
  const { data } = await ana.client.from('sleep_records').select('id').throwOnError()
  return data.length === 0
}

it.each([
  ['with nothing noted', {}],
  [
    'ended, with everything',
    { end_time: '14:30', duration: 85, wake_ups: 2, quality: 'mala', feedings: 3, diaper_changes: 1 },
  ],
  ['with disturbances in whatever order', { disturbances: ['teething', 'fever'] }],
  ['without quality, as other clients say it', { quality: '' }],
  ['with taps in whatever order', { wake_ups: 2, taps: [NIGHT_TAP, EVENING_TAP] }],
  ['with another duration than its times', { end_time: '14:30', duration: 1 }],
])('a record goes that is as it was: %s', async (_what, about) => {
  expect(await isGoneAfterDelete(await log(about))).toBe(true)
})

it.each([
  { end_time: '14:30' },
  { start_time: '13:06' },
  { date: '2025-08-12' },
  { type: 'noche' },
  { quality: 'buena' },
  { wake_ups: 1 },
  { feedings: 1 },
  { diaper_changes: 1 },
  { disturbances: ['fever', 'newFood'] },
  { disturbances: [] },
  { tap: NIGHT_TAP },
  { taps: [EVENING_TAP] },
])('a record stays in which somebody noted %j meanwhile', async (noted) => {
  const was = await log({ disturbances: ['fever'] })
  await ana.client.from('sleep_records').update(noted).eq('id', id).throwOnError()
  expect(await isGoneAfterDelete(was)).toBe(false)
})
