import { describe, expect, it } from 'vitest'
import type { SleepRecord } from '../../core/sleep-record.ts'
import { instantAt } from '../../core/time.ts'
import { endTimeAt, lastNightEnd, wakeUpEnding } from './sleep-end.ts'

const NAP = record({ type: 'siesta', start_time: '13:05' })
const NIGHT = record({ date: '2025-08-10', type: 'noche', start_time: '20:50' })

describe('endTimeAt', () => {
  it.each([
    { at: '14:17', ends: '14:17' },
    { at: '13:06', ends: '13:06' },
    { at: '13:05', ends: '13:06', why: 'equal times would read as a whole day' },
    { at: '13:04', ends: null, why: 'it had not begun' },
  ])('a nap from 13:05 ended at $at ends at $ends', ({ at, ends }) => {
    expect(endTimeAt(NAP, instantAt('2025-08-11', at))).toBe(ends)
  })

  it('goes past midnight', () => {
    expect(endTimeAt(NIGHT, instantAt('2025-08-11', '06:40'))).toBe('06:40')
  })

  it('reads the older alias of the start', () => {
    const old = record({ type: 'siesta', start_time: null, time: '13:05' })
    expect(endTimeAt(old, instantAt('2025-08-11', '13:04'))).toBeNull()
  })

  it('has no answer for a record without a start', () => {
    expect(endTimeAt(record({ type: 'siesta' }), instantAt('2025-08-11', '14:00'))).toBeNull()
  })
})

describe('wakeUpEnding', () => {
  const now = instantAt('2025-08-11', '09:10')

  it('is the first wake-up after the night began', () => {
    const log = [wakeUp('2025-08-11', '08:40'), wakeUp('2025-08-11', '07:30'), wakeUp('2025-08-10', '08:00')]
    expect(wakeUpEnding(NIGHT, log, now)).toBe('07:30')
  })

  it.each([
    { name: 'none is logged', log: [] },
    { name: 'it is still to come', log: [wakeUp('2025-08-11', '09:30')] },
    { name: 'it was before the night', log: [wakeUp('2025-08-10', '08:00')] },
  ])('is null when $name', ({ log }) => {
    expect(wakeUpEnding(NIGHT, log, now)).toBeNull()
  })

  it('is null a day or more later, which a wall time cannot say', () => {
    const log = [wakeUp('2025-08-11', '20:50')]
    expect(wakeUpEnding(NIGHT, log, instantAt('2025-08-11', '21:00'))).toBeNull()
  })

  it('leaves naps alone', () => {
    expect(wakeUpEnding(NAP, [wakeUp('2025-08-11', '13:30')], instantAt('2025-08-11', '14:00'))).toBeNull()
  })
})

describe('lastNightEnd', () => {
  const night = { ...NIGHT, end_time: '08:20' }

  it('is the end of the night that ended today', () => {
    expect(lastNightEnd([night], '2025-08-11', instantAt('2025-08-11', '08:34'))).toBe('08:20')
  })

  it('takes the latest when the night was logged in parts', () => {
    const second = record({ type: 'noche', start_time: '04:00', end_time: '07:10' })
    const first = { ...NIGHT, end_time: '03:15' }
    expect(lastNightEnd([second, first], '2025-08-11', instantAt('2025-08-11', '08:34'))).toBe('07:10')
  })

  it.each([
    { name: 'the night before that', log: [{ ...night, date: '2025-08-09' }] },
    { name: 'a night that is still open', log: [NIGHT] },
    { name: 'a nap', log: [{ ...night, type: 'siesta' as const }] },
    { name: 'an end that is still to come', log: [{ ...night, end_time: '08:50' }] },
  ])('is not taken from $name', ({ log }) => {
    expect(lastNightEnd(log, '2025-08-11', instantAt('2025-08-11', '08:34'))).toBeNull()
  })
})

function wakeUp(date: string, time: string): SleepRecord {
  return record({ date, type: 'despertar', time })
}

function record(fields: Partial<SleepRecord> & Pick<SleepRecord, 'type'>): SleepRecord {
  return {
    id: `${fields.type} ${fields.date} ${fields.time} ${fields.start_time}`,
    user_id: 'user',
    date: '2025-08-11',
    start_time: null,
    end_time: null,
    time: null,
    duration: null,
    wake_ups: 0,
    quality: null,
    disturbances: [],
    feedings: 0,
    diaper_changes: 0,
    ...fields,
  }
}
