import { describe, expect, it } from 'vitest'
import { sortNewestFirst } from '../records/sleep-record.ts'
import { despertar, recordOf, siesta } from '../testing/records.ts'
import { addDays, instantAt, type LocalDate } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { compareWeeks, recordsToCompare } from './week-comparison.ts'

const MONDAY = '2025-08-11'
const BEFORE = '2025-08-04'
// The baby is seven months old: 13h 30m to 14h 30m are recommended.
const BORN = '2025-01-05'
const NOW = instantAt('2025-09-01', '12:00', MADRID)

interface Day {
  woke?: string
  naps?: readonly (readonly [string, string])[]
  night: readonly [string, string]
  wakings?: number
}

const day = (date: LocalDate, { woke = '07:30', naps = [['10:00', '11:30']], night, wakings = 0 }: Day) => [
  despertar(date, woke),
  ...naps.map(([start, end]) => siesta(date, start, end)),
  recordOf('noche', date, { start_time: night[0], end_time: night[1], wake_ups: wakings }),
]

const days = (monday: LocalDate, ...kinds: readonly Day[]) =>
  kinds.flatMap((kind, index) => day(addDays(monday, index), kind))

const compare = (records: ReturnType<typeof days>, birthDate: LocalDate | null = BORN, now = NOW) =>
  compareWeeks(sortNewestFirst(records), MONDAY, birthDate, now, MADRID)

describe('compareWeeks', () => {
  it('sets each mean beside that of the week before, and says the change', () => {
    const comparison = compare([
      ...days(
        BEFORE,
        { woke: '07:00', night: ['20:00', '07:00'], wakings: 2 },
        { woke: '07:20', night: ['20:10', '07:00'], wakings: 3, naps: [] },
      ),
      ...days(
        MONDAY,
        { woke: '07:30', night: ['20:30', '08:00'], wakings: 1 },
        {
          woke: '07:50',
          night: ['20:50', '08:00'],
          naps: [
            ['10:00', '11:00'],
            ['15:00', '16:00'],
          ],
        },
        { woke: '07:50', night: ['20:40', '08:00'] },
      ),
    ])
    expect(comparison).toEqual({
      days: { week: 3, before: 2 },
      status: 'low',
      // (780 + 790 + 770) / 3, (750 + 650) / 2
      total: { week: 780, before: 700, change: 80 },
      night: { week: 680, before: 655, change: 25 },
      napMin: { week: 100, before: 45, change: 55 },
      napCount: { week: 1.3, before: 0.5, change: 0.8 },
      wakings: { week: 0.3, before: 2.5, change: -2.2 },
      bedtime: { week: '20:40', before: '20:05', change: 35 },
      wakeUp: { week: '07:43', before: '07:10', change: 33 },
    })
  })

  it('counts a bedtime after midnight as later than one before it', () => {
    const records = [
      ...days(BEFORE, { night: ['23:50', '08:00'] }),
      // A night that began on Tuesday after midnight is Monday's bedtime.
      despertar(MONDAY, '08:00'),
      siesta(MONDAY, '20:00', '21:00'),
      recordOf('noche', '2025-08-12', { start_time: '00:20', end_time: '08:00' }),
    ]
    expect(compare(records).bedtime).toEqual({ week: '00:20', before: '23:50', change: 30 })
  })

  it('knows nothing of a week without a day that counts, and no change without the other', () => {
    const nothing = { week: null, before: null, change: null }
    expect(compare([])).toEqual({
      days: { week: 0, before: 0 },
      status: null,
      total: nothing,
      night: nothing,
      napMin: nothing,
      napCount: nothing,
      wakings: nothing,
      bedtime: nothing,
      wakeUp: nothing,
    })
    const first = compare(days(MONDAY, { night: ['20:00', '08:00'] }))
    expect(first.days).toEqual({ week: 1, before: 0 })
    expect(first.total).toEqual({ week: 810, before: null, change: null })
    expect(first.wakeUp).toEqual({ week: '07:30', before: null, change: null })
    expect(compare(days(BEFORE, { night: ['20:00', '08:00'] })).bedtime).toEqual({
      week: null,
      before: '20:00',
      change: null,
    })
  })

  it('judges a week of three days and more, with a known age', () => {
    const good: Day = { night: ['20:00', '08:00'] }
    expect(compare(days(MONDAY, good, good, good)).status).toBe('in-range')
    expect(compare(days(MONDAY, good, good)).status).toBeNull()
    expect(compare(days(MONDAY, good, good, good), null).status).toBeNull()
  })

  it('leaves out the day that is not over, also for a later week’s sleep', () => {
    const good: Day = { night: ['20:00', '08:00'] }
    const thursday = instantAt('2025-08-14', '03:00', MADRID)
    const records = days(MONDAY, good, good, good, { night: ['20:00', '20:30'] })
    const { days: counted, total } = compare(records, BORN, thursday)
    expect(counted.week).toBe(2)
    expect(total.week).toBe(810)
  })
})

it('reads both weeks, with the night before and the morning after them', () => {
  const days = ['2025-08-19', '2025-08-18', '2025-08-03', '2025-08-02']
  const records = days.map((date) => siesta(date, '10:00', '11:00'))
  expect(recordsToCompare(records, '2025-08-11').map(({ date }) => date)).toEqual([
    '2025-08-18',
    '2025-08-03',
  ])
})
