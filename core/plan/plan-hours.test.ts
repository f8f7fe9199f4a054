import { describe, expect, it } from 'vitest'
import { sortNewestFirst } from '../records/sleep-record.ts'
import { recordOf } from '../testing/records.ts'
import { DEFAULT_PLAN, type PlanShape, planShape } from './plan.ts'
import { planHours, usualWakeUp } from './plan-hours.ts'

const TODAY = '2025-08-11'

function wakeUps(...entries: readonly (readonly [date: string, time: string])[]) {
  return sortNewestFirst(entries.map(([date, time]) => recordOf('despertar', date, { time })))
}

describe('usualWakeUp', () => {
  const week = [
    ['2025-08-11', '07:50'],
    ['2025-08-10', '07:10'],
    ['2025-08-09', '08:40'],
  ] as const

  it('is the one in the middle of the days that have one', () => {
    expect(usualWakeUp(wakeUps(...week), TODAY)).toBe('07:50')
    expect(usualWakeUp(wakeUps(...week, ['2025-08-07', '07:20']), TODAY)).toBe('07:20')
  })

  it('counts a day’s first wake-up alone, and a week’s days', () => {
    const naps = [recordOf('siesta', TODAY, { start_time: '06:00', end_time: '06:30' })]
    const log = wakeUps(...week, ['2025-08-11', '12:00'], ['2025-08-04', '05:00'])
    expect(usualWakeUp(sortNewestFirst([...log, ...naps]), TODAY)).toBe('07:50')
  })

  it('leaves out those of the small hours, which are of the night', () => {
    const log = wakeUps(...week, ['2025-08-11', '03:10'], ['2025-08-10', '04:59'], ['2025-08-08', '03:30'])
    expect(usualWakeUp(log, TODAY)).toBe('07:50')
  })

  it('reads a wake-up whose time is in the other field too', () => {
    const log = week.map(([date, start_time]) => recordOf('despertar', date, { start_time }))
    expect(usualWakeUp(sortNewestFirst(log), TODAY)).toBe('07:50')
    expect(usualWakeUp([recordOf('despertar', TODAY), ...log.slice(1)], TODAY)).toBeNull()
  })

  it('is not known from less than three days', () => {
    expect(usualWakeUp(wakeUps(...week.slice(1)), TODAY)).toBeNull()
    expect(usualWakeUp([], TODAY)).toBeNull()
  })
})

describe('planHours', () => {
  const shape = planShape(DEFAULT_PLAN) as PlanShape

  it('reads the default plan from a wake-up', () => {
    const at = (minutes: number) => expect.closeTo((minutes / 795) * 0.94, 10)
    expect(planHours(shape, '07:30')).toEqual({
      naps: [
        { start: '09:00', end: '10:30' },
        { start: '12:45', end: '14:45' },
        { start: '17:15', end: '18:00' },
      ],
      bedtime: '20:45',
      ticks: [
        { hour: '9h', at: at(90) },
        { hour: '12h', at: at(270) },
        { hour: '15h', at: at(450) },
        { hour: '18h', at: at(630) },
        { hour: '21h', at: at(810) },
      ],
    })
  })

  it('goes on over midnight, which is 24h', () => {
    const { bedtime, ticks } = planHours(shape, '14:00')
    expect(bedtime).toBe('03:15')
    expect(ticks.map(({ hour }) => hour)).toEqual(['15h', '18h', '21h', '24h', '3h'])
  })

  it.each([
    ['a short day', 90, '07:30', ['8h', '9h']],
    ['the longest there is', 12 * 60 * 5 + 180 * 4, '07:30', ['24h', '24h', '24h']],
  ])('has room for its hours: %s', (_, dayMin, wakeUp, hours) => {
    const { ticks } = planHours({ naps: [], nightStart: 0.94, dayMin }, wakeUp)
    expect(ticks.map(({ hour }) => hour)).toEqual(hours)
  })
})
