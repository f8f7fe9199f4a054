import { describe, expect, it } from 'vitest'
import type { SleepRecord } from '../records/sleep-record.ts'
import { despertar, noche, siesta } from '../testing/records.ts'
import { instantAt, localDateAt, localTimeAt } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { DEFAULT_PLAN, type SleepPlan } from './plan.ts'
import { remindersFor, tagOf } from './reminders.ts'

const DAY = '2025-08-11'
const PLAN: SleepPlan = { ...DEFAULT_PLAN, id: 'p1', user_id: 'u1', reminders: true }
const wakeUp = despertar(DAY, '08:20')
const nap1 = siesta(DAY, '10:00', '11:10')

function reminders(records: SleepRecord[], time: string, plan: Partial<SleepPlan> = {}) {
  const found = remindersFor(records, { ...PLAN, ...plan }, instantAt(DAY, time, MADRID), MADRID)
  expect(found.every(({ at }) => localDateAt(at, MADRID) === DAY)).toBe(true)
  return found.map(({ napNumber, at }) => `${napNumber} ${localTimeAt(at, MADRID)}`)
}

it('chains the naps of the day: start, then duration plus wake window', () => {
  // Wake-up at 08:20 + 1h30; then + 90 min nap + 2h15; then + 120 min nap + 2h30.
  expect(reminders([wakeUp], '08:30')).toEqual(['1 09:50', '2 13:35', '3 18:05'])
})

it('counts from what was really slept', () => {
  expect(reminders([wakeUp, nap1], '12:00')).toEqual(['2 13:25', '3 17:55'])
})

it('has one for each planned nap and none for bedtime', () => {
  expect(reminders([wakeUp], '08:30', { naps_count: 2 })).toEqual(['1 09:50', '2 13:35'])
  const all = [wakeUp, nap1, siesta(DAY, '13:35', '15:05'), siesta(DAY, '17:35', '18:20')]
  expect(reminders(all, '19:00')).toEqual([])
})

it('skips an overdue one without moving those after it', () => {
  expect(reminders([wakeUp], '09:49')).toEqual(['1 09:50', '2 13:35', '3 18:05'])
  expect(reminders([wakeUp], '09:50')).toEqual(['2 13:35', '3 18:05'])
  expect(reminders([wakeUp], '14:00')).toEqual(['3 18:05'])
})

it('has none for tomorrow', () => {
  const late = [despertar(DAY, '16:00')]
  expect(reminders(late, '16:05')).toEqual(['1 17:30', '2 21:15'])
  expect(reminders([despertar(DAY, '23:00')], '23:05')).toEqual([])
})

it.each([
  ['while a sleep is open', [wakeUp, siesta(DAY, '10:00')]],
  ['while last night is open', [wakeUp, noche('2025-08-10', '20:50')]],
  ['without a wake-up', []],
  ['while the night may go on', [noche(DAY, '00:50', '03:00')]],
  ['once the night is logged', [wakeUp, noche(DAY, '20:00', '07:00')]],
])('has none %s', (_, records) => {
  expect(reminders(records, '10:05')).toEqual([])
})

it('has none while reminders are off', () => {
  expect(reminders([wakeUp], '08:30', { reminders: false })).toEqual([])
})

describe('the chain', () => {
  const [first, second, third] = PLAN.naps as [
    SleepPlan['naps'][0],
    SleepPlan['naps'][0],
    SleepPlan['naps'][0],
  ]

  it('ends at a malformed window', () => {
    const naps = [first, { ...second, wakeWindow: 'ya veremos' }, third]
    expect(reminders([wakeUp], '08:30', { naps })).toEqual(['1 09:50', '2 13:35'])
    expect(reminders([wakeUp], '08:30', { first_wake_window: '0' })).toEqual([])
  })

  it('ends where the list of naps does', () => {
    expect(reminders([wakeUp], '08:30', { naps: [first], naps_count: 3 })).toEqual(['1 09:50', '2 13:35'])
  })
})

it('is told from those of other days, naps and diaries, wherever it was moved to', () => {
  const reminder = { napNumber: 2, at: instantAt(DAY, '13:25', MADRID) }
  const tags = [
    tagOf(reminder, PLAN, MADRID),
    tagOf({ ...reminder, napNumber: 3 }, PLAN, MADRID),
    tagOf({ ...reminder, at: instantAt('2025-08-12', '13:25', MADRID) }, PLAN, MADRID),
    tagOf(reminder, { ...PLAN, user_id: 'u2' }, MADRID),
  ]
  expect(new Set(tags).size).toBe(4)
  expect(tagOf({ ...reminder, at: instantAt(DAY, '13:55', MADRID) }, PLAN, MADRID)).toBe(tags[0])
})
