import { describe, expect, it } from 'vitest'
import { despertar, noche, siesta } from '../testing/records.ts'
import { suggest } from '../testing/suggest.ts'
import { addDays, instantAt, localDateAt, MINUTE_MS } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { suggestNextSleep } from './next-nap.ts'
import { DEFAULT_PLAN, type PlanRhythm } from './plan.ts'

const DAY = '2025-08-11'
const YESTERDAY = '2025-08-10'

const wakeUp = despertar(DAY, '08:20')
const nap1 = siesta(DAY, '10:00', '11:10')
const nap2 = siesta(DAY, '13:35', '15:05')

describe('a malformed window', () => {
  const broken: PlanRhythm = {
    ...DEFAULT_PLAN,
    naps: [
      { duration: 90, wakeWindow: 'cuando quiera' },
      { duration: 120, wakeWindow: '2h 30min' },
    ],
  }

  it('asks to fix the plan when it is needed, and only then', () => {
    expect(suggest([wakeUp, nap1], '12:00', broken)).toEqual({ kind: 'fix-plan' })
    expect(suggest([wakeUp], '09:00', broken)).toMatchObject({ kind: 'nap', napNumber: 1 })
    expect(suggest([wakeUp, nap1, nap2], '16:00', broken)).toMatchObject({ kind: 'nap', napNumber: 3 })
    expect(suggest([wakeUp], '09:00', { ...DEFAULT_PLAN, first_wake_window: '' })).toEqual({
      kind: 'fix-plan',
    })
  })

  it('is no matter where there is nothing to count from', () => {
    expect(suggest([], '09:00', { ...DEFAULT_PLAN, first_wake_window: '' })).toEqual({ kind: 'none' })
  })
})

describe('no suggestion', () => {
  it.each([
    ['without any record', []],
    ['with nothing but last night', [noche(YESTERDAY, '20:50', '08:20')]],
    ['with nothing but other days', [siesta(YESTERDAY, '10:00', '11:00'), despertar('2025-08-12', '08:00')]],
    ['with a nap without times', [siesta(DAY, null), siesta(DAY, null, '10:00')]],
    ['once this evening’s night is logged', [wakeUp, nap1, noche(DAY, '20:50', '08:20')]],
    ['from a part of the night that ended before 05:00', [noche(DAY, '00:50', '04:59')]],
    ['from a nap of the small hours', [noche(YESTERDAY, '20:50', '02:00'), siesta(DAY, '03:00', '03:40')]],
    ['from a night begun at noon on', [wakeUp, noche(DAY, '12:00', '13:00')]],
  ])('%s', (_, records) => {
    expect(suggest(records, '22:00')).toEqual({ kind: 'none' })
  })

  it('takes a night without a start for no evening at all', () => {
    expect(suggest([wakeUp, noche(DAY, null)], '16:20')).toMatchObject({ kind: 'nap', napNumber: 1 })
  })

  it('starts afresh at midnight in Madrid', () => {
    const records = [wakeUp, nap1]
    expect(suggest(records, '23:59')).toMatchObject({ kind: 'nap', napNumber: 2 })
    const midnight = instantAt(DAY, '23:59', MADRID) + MINUTE_MS
    expect(localDateAt(midnight, MADRID)).toBe(addDays(DAY, 1))
    expect(suggestNextSleep(records, DEFAULT_PLAN, midnight, MADRID)).toEqual({ kind: 'none' })
  })
})

describe('an open record', () => {
  it('is shown instead, with what has elapsed', () => {
    const open = siesta(DAY, '15:38')
    expect(suggest([wakeUp, nap1, open], '16:20')).toEqual({ kind: 'sleeping', record: open, elapsedMin: 42 })
  })

  it('wins over today’s wake-up when it is last night', () => {
    const night = noche(YESTERDAY, '20:50')
    expect(suggest([wakeUp, night], '08:30')).toEqual({ kind: 'sleeping', record: night, elapsedMin: 700 })
  })

  it('asks when it ended after 16 h', () => {
    const night = noche(YESTERDAY, '20:50')
    expect(suggest([wakeUp, night], '12:50')).toMatchObject({ kind: 'sleeping', elapsedMin: 960 })
    expect(suggest([wakeUp, night], '12:51')).toEqual({ kind: 'stale-open', record: night })
  })

  it('asks when it ended as soon as the baby has slept since', () => {
    const forgotten = siesta(YESTERDAY, '17:00')
    const night = noche(YESTERDAY, '20:40', '07:05')
    expect(suggest([forgotten, night], '07:04')).toMatchObject({ kind: 'sleeping' })
    expect(suggest([forgotten, night], '07:05')).toEqual({ kind: 'stale-open', record: forgotten })
  })

  it('is the latest one; an older one counts neither as nap nor as end', () => {
    const forgotten = siesta(DAY, '09:00')
    const open = siesta(DAY, '15:38')
    expect(suggest([forgotten, wakeUp, open], '16:20')).toMatchObject({ kind: 'sleeping', record: open })
  })

  it('is not there yet when it is dated tomorrow', () => {
    expect(suggest([wakeUp, siesta('2025-08-12', '10:00')], '16:20')).toMatchObject({
      kind: 'nap',
      napNumber: 1,
    })
  })
})
