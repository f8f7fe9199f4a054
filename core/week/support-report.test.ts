import { describe, expect, it } from 'vitest'
import { type SleepRecord, sortNewestFirst } from '../records/sleep-record.ts'
import { despertar, noche, siesta } from '../testing/records.ts'
import { addDays, instantAt, type LocalDate } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { supportReport } from './support-report.ts'

const SUPPORT = { startsOn: '2025-07-01', endsOn: '2025-07-31' }

/** So many days from `first` on, each with a nap of an hour and a night from that bedtime on. */
function days(first: LocalDate, count: number, bedtime = '20:00'): SleepRecord[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index)).flatMap((date) => [
    despertar(date, '07:30'),
    siesta(date, '10:00', '11:00'),
    noche(date, bedtime, '07:00'),
  ])
}

const report = (records: readonly SleepRecord[], today: LocalDate, support = SUPPORT) =>
  supportReport(sortNewestFirst(records), support, instantAt(today, '12:00', MADRID), MADRID)

describe('the report of a support', () => {
  it('compares its last 14 days with the 14 before it', () => {
    const logged = [...days('2025-06-17', 14, '21:00'), ...days('2025-07-01', 31)]
    const compared = report(logged, '2025-08-15')
    expect(compared).toMatchObject({
      kind: 'compared',
      against: 'before',
      earlier: { from: '2025-06-17', to: '2025-06-30' },
      last: { from: '2025-07-18', to: '2025-07-31' },
      change: { by: { total: 60, bedtime: -60 } },
    })
  })

  it('while it lasts goes up to yesterday', () => {
    const logged = days('2025-06-17', 34)
    expect(report(logged, '2025-07-20')).toMatchObject({
      against: 'before',
      last: { from: '2025-07-06', to: '2025-07-19' },
    })
  })

  it('takes its first 14 days where fewer than seven before it were logged', () => {
    expect(report(days('2025-06-25', 37), '2025-08-01')).toMatchObject({
      against: 'first',
      earlier: { from: '2025-07-01', to: '2025-07-14' },
      last: { from: '2025-07-18', to: '2025-07-31' },
    })
    expect(report(days('2025-06-24', 38), '2025-08-01')).toMatchObject({ against: 'before' })
  })

  it('has no day on both sides: it says from when on it can be made', () => {
    const withBefore = days('2025-06-17', 44)
    expect(report(withBefore, '2025-07-14')).toEqual({
      kind: 'early',
      against: 'before',
      comparableOn: '2025-07-15',
    })
    expect(report(withBefore, '2025-07-15')).toMatchObject({ last: { from: '2025-07-01' } })
    const without = days('2025-07-01', 30)
    expect(report(without, '2025-07-28')).toEqual({
      kind: 'early',
      against: 'first',
      comparableOn: '2025-07-29',
    })
    expect(report(without, '2025-07-29')).toMatchObject({ against: 'first', last: { from: '2025-07-15' } })
  })

  it('of a support that hasn’t begun takes the days before it for those that will be compared', () => {
    const early = { kind: 'early', against: 'before', comparableOn: '2025-07-15' }
    const logged = days('2025-06-25', 5)
    expect(report(logged, '2025-06-30')).toEqual(early)
    expect(report(logged, '2025-07-01')).toEqual({ ...early, against: 'first', comparableOn: '2025-07-29' })
    const threeWeeks = { startsOn: '2025-07-01', endsOn: '2025-07-21' }
    expect(report(logged, '2025-06-30', threeWeeks)).toEqual(early)
    expect(report(logged, '2025-07-01', threeWeeks)).toEqual({ kind: 'short' })
  })

  it('of a support that is too short for two fortnights says so', () => {
    const support = { startsOn: '2025-07-01', endsOn: '2025-07-27' }
    expect(report(days('2025-07-01', 27), '2025-09-01', support)).toEqual({ kind: 'short' })
    expect(report(days('2025-06-17', 41), '2025-09-01', support)).toMatchObject({ kind: 'compared' })
  })

  it('says which side has too few days, the earlier one first', () => {
    const atFirst = days('2025-07-01', 14)
    expect(report(atFirst, '2025-08-01')).toMatchObject({ kind: 'few', side: 'last', known: 0 })
    expect(report(days('2025-07-18', 14), '2025-08-01')).toMatchObject({
      kind: 'few',
      side: 'earlier',
      known: 0,
    })
  })
})
