import { expect, it } from 'vitest'
import { consulted } from '../../testing/consulted.ts'
import type { Summary } from './consulted.ts'
import { overviewOf } from './summary-overview.ts'

const NOW = Date.UTC(2026, 10, 26, 12)

/** A line as `consulted_summaries` tells it. */
const line = (
  date: string,
  type: string,
  start_time: string | null,
  end_time: string | null,
  time: string | null,
  wake_ups: unknown,
) => [date, type, start_time, end_time, time, wake_ups]

function overview(...records: unknown[]) {
  const summary: Summary = { family_id: 'f1', rev: 1, plan: null, records }
  return overviewOf(summary, consulted({ birth_date: '2026-05-01' }), NOW)
}

it('takes each column of a line for what it is', () => {
  const { days, lastEntryAt } = overview(
    line('2026-11-24', 'siesta', '13:00', '14:30', null, 0),
    line('2026-11-25', 'despertar', null, null, '07:10', 0),
    line('2026-11-26', 'despertar', null, null, '07:20', 0),
  )
  expect(days.slice(-3).map(({ minutes }) => minutes)).toEqual([90, 0, 0])
  expect(lastEntryAt).toBe(Date.UTC(2026, 10, 26, 6, 20))
})

it('counts the wakings of a line', () => {
  const nights = (wakings: (ago: number) => number) =>
    Array.from({ length: 20 }, (_, index) => {
      const date = new Date(Date.UTC(2026, 10, 25 - index)).toISOString().slice(0, 10)
      return [
        line(date, 'despertar', null, null, '07:00', 0),
        line(date, 'siesta', '09:00', '12:30', null, 0),
        line(date, 'noche', '20:00', '07:00', null, wakings(index + 1)),
      ]
    }).flat()
  expect(overview(...nights((ago) => (ago < 7 ? 3 : 1))).signs).toContain('wakings-up')
  expect(overview(...nights(() => 1)).signs).not.toContain('wakings-up')
})

it('leaves out what is no line', () => {
  const odd = [null, [], line('2026-11-24', 'toma', '13:00', '14:30', null, 0), ['2026-11-24', 'siesta', 1]]
  expect(overview(...odd, line('2026-11-24', 'siesta', '13:00', '14:30', null, null)).lastEntryAt).toBeNull()
})
