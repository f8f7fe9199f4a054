import { describe, expect, it } from 'vitest'
import { ageOn } from '../core/baby/age.ts'
import { clockChangeMinutes, sleepInterval, sleepMinutes } from '../core/records/durations.ts'
import { startAtOf } from '../core/records/sleep-record.ts'
import { addDays, instantAt, localDateAt } from '../core/time/time.ts'
import { MADRID } from '../core/time/zone.ts'
import { demoBaby, demoRecords } from './family.ts'

const TODAY = '2025-08-11'
const times = [
  '00:30',
  '05:00',
  '07:19',
  '07:20',
  '09:30',
  '13:00',
  '16:20',
  '18:59',
  '19:30',
  '20:16',
  '23:59',
]

describe.each(times)('the demo family at %s', (time) => {
  const now = instantAt(TODAY, time, MADRID)
  const records = demoRecords(now)

  it('has one sleep that runs now, a nap by day and the night by night', () => {
    const open = records.filter((record) => record.type !== 'despertar' && record.end_time === null)
    expect(open).toHaveLength(1)
    expect(open.every((record) => (startAtOf(record, MADRID) ?? now) < now)).toBe(true)
    expect(open[0]?.type).toBe(time >= '07:20' && time < '19:00' ? 'siesta' : 'noche')
  })

  it('fills six weeks, sleeps one sleep at a time and knows nothing of the future', () => {
    const dates = new Set(records.map((record) => record.date))
    for (let ago = 42; ago >= 1; ago--) expect(dates).toContain(addDays(TODAY, -ago))
    const slept = records
      .map((record) => sleepInterval(record, MADRID))
      .filter((interval) => interval !== null)
      .sort((a, b) => a.startAt - b.startAt)
    slept.forEach(({ endAt }, index) => {
      expect(endAt).toBeLessThanOrEqual(slept[index + 1]?.startAt ?? now)
    })
  })

  it('stores the durations that the times say', () => {
    for (const record of records.filter((each) => each.end_time !== null)) {
      expect(record.duration).toBe(sleepMinutes(record.date, record.start_time, record.end_time, MADRID))
    }
  })
})

describe('the demo family', () => {
  const now = instantAt(TODAY, '16:20', MADRID)
  const records = demoRecords(now)

  it('is the same at every start', () => {
    expect(demoRecords(now)).toEqual(records)
  })

  it('is seven months old, whatever the day', () => {
    for (const date of [TODAY, '2025-08-31', '2026-03-01', '2024-02-29']) {
      expect(ageOn(demoBaby(instantAt(date, '12:00', MADRID)).birth_date, date).totalMonths).toBe(7)
    }
    expect(localDateAt(now, MADRID)).toBe(TODAY)
  })

  it('has bad nights, a fever, and a morning that nobody noted', () => {
    expect(
      records.filter((record) => record.type === 'noche' && record.quality === 'mala').length,
    ).toBeGreaterThan(3)
    expect(records.some((record) => record.disturbances.includes('fever'))).toBe(true)
    const mornings = new Set(
      records.filter((record) => record.type === 'despertar').map((record) => record.date),
    )
    expect(mornings).not.toContain(addDays(TODAY, -9))
    expect(mornings.size).toBe(42)
  })
})

describe.each([
  { night: '2025-10-25', today: '2025-10-26', change: 60 },
  { night: '2026-03-28', today: '2026-03-29', change: -60 },
])('the demo family over the change of hour of $night', ({ night, today, change }) => {
  const records = demoRecords(instantAt(today, '16:20', MADRID))
  const changed = records.filter(
    (record) => clockChangeMinutes({ id: '', user_id: '', ...record }, MADRID) !== 0,
  )

  it('has that one night, an hour longer or shorter than the clock says', () => {
    expect(changed.map((record) => [record.date, record.type])).toEqual([[night, 'noche']])
    const { start_time, end_time, duration } = changed[0] ?? {}
    const byTheClock = sleepMinutes('2025-08-10', start_time ?? null, end_time ?? null, MADRID)
    expect(duration).toBe(byTheClock + change)
  })
})
