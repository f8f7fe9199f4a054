import { expect, it } from 'vitest'
import { datesProblem } from './dates-problem.ts'

const problem = (starts_on: string, ends_on: string) => datesProblem({ starts_on, ends_on, hours: '' })

it('takes what the database takes, up to its last day', () => {
  expect(problem('2025-11-26', '2025-11-26')).toBeNull()
  expect(problem('2000-01-01', '2009-12-29')).toBeNull()
  expect(problem('2095-01-01', '2100-12-31')).toBeNull()
})

it.each([
  ['', '2025-12-01', 'from', 'missing'],
  ['2025-12-01', '', 'to', 'missing'],
  ['1999-12-31', '2025-12-01', 'from', 'range'],
  ['2095-01-01', '2101-01-01', 'to', 'range'],
  ['2025-12-02', '2025-12-01', 'to', 'order'],
  ['2000-01-01', '2009-12-30', 'to', 'long'],
])('says of %s to %s that %s is wrong: %s', (starts_on, ends_on, field, why) => {
  expect(problem(starts_on, ends_on)).toEqual({ field, why })
})
