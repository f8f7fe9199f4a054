import { describe, expect, it } from 'vitest'
import { sortNewestFirst } from '../records/sleep-record.ts'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { addDays } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { teachingDays } from './teaching-days.ts'

const TODAY = '2025-08-11'
const PERIOD = { today: TODAY, zone: MADRID, zoneSince: null }
const datesOf = (records: ReturnType<typeof despertar>[], days?: number) =>
  teachingDays(sortNewestFirst(records), PERIOD, days).map(({ date }) => date)

describe('the days that teach', () => {
  it('are those of the fortnight before today that have a wake-up, latest first', () => {
    const records = [0, -1, -3, -14, -15].map((days) => despertar(addDays(TODAY, days), '07:30'))
    expect(datesOf(records)).toEqual(['2025-08-10', '2025-08-08', '2025-07-28'])
    expect(datesOf(records, 15)).toContain('2025-07-27')
    expect(datesOf([siesta('2025-08-10', '10:00', '11:00')])).toEqual([])
  })

  it('are none on which something disturbed the sleep, be it a nap’s or the night’s', () => {
    const disturbed = recordOf('siesta', '2025-08-09', {
      start_time: '10:00',
      end_time: '11:00',
      disturbances: ['fever'],
    })
    const night = recordOf('noche', '2025-08-08', { start_time: '20:00', disturbances: ['routineChange'] })
    const wakeUps = ['2025-08-10', '2025-08-09', '2025-08-08'].map((date) => despertar(date, '07:30'))
    expect(datesOf([...wakeUps, disturbed, night])).toEqual(['2025-08-10'])
  })

  it('are none whose night was disturbed, though it began after midnight; the day after it is one', () => {
    const late = recordOf('noche', '2025-08-10', { start_time: '00:10', disturbances: ['fever'] })
    const wakeUps = ['2025-08-10', '2025-08-09', '2025-08-08'].map((date) => despertar(date, '07:30'))
    expect(datesOf([...wakeUps, late])).toEqual(['2025-08-10', '2025-08-08'])
  })

  it('leave out the day of two clocks', () => {
    const wakeUps = ['2025-08-10', '2025-08-09', '2025-08-08'].map((date) => despertar(date, '07:30'))
    const taught = teachingDays(sortNewestFirst(wakeUps), { ...PERIOD, zoneSince: '2025-08-09' })
    expect(taught.map(({ date }) => date)).toEqual(['2025-08-10', '2025-08-08'])
  })

  it('know how the day went, the night that began before it and the one after midnight included', () => {
    const records = [
      noche('2025-08-09', '20:00', '07:40'),
      despertar('2025-08-10', '07:30'),
      siesta('2025-08-10', '09:40', '10:40'),
      noche('2025-08-11', '00:10', '07:00'),
    ]
    expect(teachingDays(sortNewestFirst(records), PERIOD)).toEqual([
      {
        date: '2025-08-10',
        wakeUp: '07:30',
        naps: [{ start: '09:40', windowMin: 120, durationMin: 60 }],
        bedtime: '00:10',
        bedtimeWindowMin: 810,
      },
    ])
  })
})
