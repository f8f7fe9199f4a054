import { expect, it } from 'vitest'
import { recordOf } from '../../../core/testing/records.ts'
import { openingWeek } from './opening-week.ts'

const MONDAY = '2025-08-11'
const on = (...dates: string[]) => dates.map((date) => recordOf('siesta', date))

it.each([
  ['nothing', [], null],
  ['something today', on('2025-08-11', '2025-08-10'), null],
  ['something the day before', on('2025-08-10', '2025-08-03'), '2025-08-04'],
  ['something long ago', on('2025-07-02'), '2025-06-30'],
  ['only what is still to come beside', on('2025-08-13', '2025-08-10'), '2025-08-04'],
  ['only what is still to come', on('2025-08-13'), null],
])('opens where the log has %s', (_, records, monday) => {
  expect(openingWeek(records, MONDAY)).toBe(monday)
})
