import { describe, expect, it } from 'vitest'
import { datesDraft, datesProblem, NO_DATES } from './support-dates.ts'

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

const SAVED = { starts_on: '2026-01-01', ends_on: '2026-01-28', hours: 'De 9:00 a 18:00' }

describe('what was edited of the dates', () => {
  it('holds what was edited, and nothing of the other fields', () => {
    const draft = datesDraft(SAVED, null, { ends_on: '2026-02-28' })
    expect(draft).toEqual({ ends_on: '2026-02-28' })
    expect(datesDraft(SAVED, draft, { hours: 'Por las tardes' })).toEqual({
      ends_on: '2026-02-28',
      hours: 'Por las tardes',
    })
  })

  it('is none once each field is as it is saved, or empty where nothing is', () => {
    expect(datesDraft(SAVED, { ends_on: '2026-02-28' }, { ends_on: SAVED.ends_on })).toBeNull()
    expect(datesDraft(NO_DATES, { starts_on: '2026-01-01' }, { starts_on: '' })).toBeNull()
  })

  it('lets go of a field that was put back, so that it shows what a colleague saves', () => {
    const draft = datesDraft(SAVED, { ends_on: '2026-02-28', hours: '' }, { ends_on: SAVED.ends_on })
    expect(draft).toEqual({ hours: '' })
    expect({ ...SAVED, ends_on: '2026-03-31', ...draft }).toMatchObject({ ends_on: '2026-03-31' })
  })
})
