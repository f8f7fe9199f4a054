import { describe, expect, it } from 'vitest'
import { parseHead, parsePage, parseRow, parseTombstones } from './rows.ts'

const wireRecord = {
  id: '258f670d-18a3-475b-843a-0d63076ccba1',
  user_id: '800d138b-4260-4fca-aa68-ab9263f0f015',
  date: '2025-08-11',
  type: 'siesta',
  start_time: '13:05',
  end_time: null,
  time: null,
  duration: null,
  wake_ups: 0,
  quality: null,
  disturbances: [],
  feedings: 0,
  diaper_changes: 0,
  taps: [
    { time: '13:20', kind: 'wake_ups', id: 'b' },
    { id: 'a', kind: 'feedings', time: '13:20' },
  ],
  tap: null,
  created_at: '2025-08-11T11:05:18.027908+00:00',
  updated_at: '2025-08-11T11:05:18.027908+00:00',
  rev: 3,
  op_id: null,
}

describe('a sleep record', () => {
  it('is what the rules know, without the bookkeeping', () => {
    expect(parseRow('sleep_records', wireRecord)).toEqual({
      id: wireRecord.id,
      user_id: wireRecord.user_id,
      date: '2025-08-11',
      type: 'siesta',
      start_time: '13:05',
      end_time: null,
      time: null,
      duration: null,
      wake_ups: 0,
      quality: null,
      disturbances: [],
      feedings: 0,
      diaper_changes: 0,
      taps: [
        { id: 'a', kind: 'feedings', time: '13:20' },
        { id: 'b', kind: 'wake_ups', time: '13:20' },
      ],
    })
  })

  it('may come in the spellings of other clients and older rows', () => {
    const spelled = {
      ...wireRecord,
      start_time: '13:05:00',
      quality: '',
      disturbances: ['teething', 'fever', 'unheard of'],
      wake_ups: null,
      feedings: undefined,
      taps: undefined,
    }
    expect(parseRow('sleep_records', spelled)).toMatchObject({
      start_time: '13:05',
      quality: null,
      disturbances: ['fever', 'teething'],
      wake_ups: 0,
      feedings: 0,
      taps: [],
    })
  })

  it.each([
    ['a type of the future', { type: 'baño' }],
    ['a day that is none', { date: '2025-02-29' }],
    ['a time that is none', { start_time: '25:00' }],
    ['no id', { id: undefined }],
  ])('with %s is not shown', (_what, change) => {
    expect(parseRow('sleep_records', { ...wireRecord, ...change })).toBeNull()
  })
})

it('a plan keeps its naps', () => {
  const naps = [
    { duration: 90, wakeWindow: '2h 15min' },
    { wakeWindow: 'más o menos', duration: 120 },
  ]
  const plan = {
    id: 'p',
    user_id: 'u',
    first_wake_window: '1h 30min',
    naps_count: 2,
    naps,
    night_bedtime: '19:30',
  }
  expect(parseRow('sleep_plans', { ...plan, reminders: false, rev: 1 })?.naps).toEqual(naps)
  expect(parseRow('sleep_plans', { ...plan, reminders: false, naps_count: 7 })).toBeNull()
})

it('a baby has a birth date', () => {
  const baby = { id: 'b', user_id: 'u', name: 'Mi bebé', birth_date: '2025-01-11', birth_date_known: false }
  expect(parseRow('baby_info', { ...baby, rev: 1 })).toEqual(baby)
  const older = { ...baby, birth_date_known: undefined }
  expect(parseRow('baby_info', older)?.birth_date_known).toBe(true)
  expect(parseRow('baby_info', { ...baby, birth_date: null })).toBeNull()
})

it.each([
  { time_zone: 'Europe/Madrid', time_zone_since: null },
  { time_zone: 'Marte/Olimpo', time_zone_since: '2025-08-11' },
])('a baby has a zone, also one that this phone doesn’t know: %j', (zone) => {
  const baby = {
    id: 'b',
    user_id: 'u',
    name: 'Ana',
    birth_date: '2025-01-11',
    birth_date_known: true,
    ...zone,
  }
  expect(parseRow('baby_info', baby)).toEqual(baby)
})

describe('a page', () => {
  it('keeps rows this version can not show, for one that can', () => {
    const odd = { id: 'x', rev: 4, type: 'baño' }
    expect(parsePage([wireRecord, odd])).toEqual([wireRecord, odd])
  })

  it.each([[null], ['<html>'], [{}], [[{ id: 'x' }]], [[1]]])('%j is none', (data) => {
    expect(parsePage(data)).toBeNull()
  })
})

it('the latest change is number 0 before there is one', () => {
  expect(parseHead([])).toBeNull()
  expect(parseHead([{ rev: 12 }])).toEqual({ rev: 12, accessRev: 0, restores: [] })
  const restores = [{ id: 'x', rev: 9 }]
  expect(parseHead([{ rev: 12, access_rev: 7, restores }])).toEqual({ rev: 12, accessRev: 7, restores })
  expect(parseHead({ rev: 12 })).toBeUndefined()
})

it('tombstones may be of a table we do not know', () => {
  expect(parseTombstones([{ table_name: 'else', id: 'x', rev: 4, user_id: 'u' }])).toEqual([
    { table_name: 'else', id: 'x', rev: 4 },
  ])
  expect(parseTombstones([{ table_name: 'sleep_records', id: 'x' }])).toBeNull()
})
