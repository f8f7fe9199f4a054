import { describe, expect, it } from 'vitest'
import {
  type DatesDraft,
  datesDraft,
  datesProblem,
  NO_DATES,
  overtakenIn,
  setDates,
  withDraft,
} from './support-dates.ts'

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
  const longer = datesDraft(SAVED, null, { ends_on: '2026-02-28' })

  it('holds what was edited, in the place of what, and nothing of the other fields', () => {
    expect(longer).toEqual({
      typed: { ends_on: '2026-02-28' },
      seen: { ends_on: SAVED.ends_on },
      unheard: [],
    })
    expect(datesDraft(SAVED, longer, { hours: 'Por las tardes' })).toEqual({
      typed: { ends_on: '2026-02-28', hours: 'Por las tardes' },
      seen: { ends_on: SAVED.ends_on, hours: SAVED.hours },
      unheard: [],
    })
  })

  it('is none once each field is as it is saved, or empty where nothing is', () => {
    expect(datesDraft(SAVED, longer, { ends_on: SAVED.ends_on })).toBeNull()
    const begun = datesDraft(NO_DATES, null, { starts_on: '2026-01-01' })
    expect(datesDraft(NO_DATES, begun, { starts_on: '' })).toBeNull()
  })

  it('lets go of a field that was put back, so that it shows what a colleague saves', () => {
    const both = datesDraft(SAVED, longer, { hours: '' })
    const draft = datesDraft(SAVED, both, { ends_on: SAVED.ends_on })
    expect(withDraft({ ...SAVED, ends_on: '2026-03-31' }, draft)).toMatchObject({
      ends_on: '2026-03-31',
      hours: '',
    })
  })

  it('is overtaken where a colleague has saved something else in the same field', () => {
    const theirs = { ...SAVED, ends_on: '2026-03-31' }
    expect(overtakenIn(SAVED, longer)).toEqual([])
    expect(overtakenIn(theirs, longer)).toEqual(['ends_on'])
    // However much is edited after that.
    expect(overtakenIn(theirs, datesDraft(theirs, longer, { ends_on: '2026-02-27' }))).toEqual(['ends_on'])
    expect(overtakenIn(theirs, datesDraft(theirs, longer, { hours: '' }))).toEqual(['ends_on'])
  })

  it('is not overtaken where other fields changed, or the same was saved, or it was begun after that', () => {
    expect(overtakenIn({ ...SAVED, hours: '' }, longer)).toEqual([])
    expect(overtakenIn({ ...SAVED, ends_on: '2026-02-28' }, longer)).toEqual([])
    const theirs = { ...SAVED, ends_on: '2026-03-31' }
    expect(overtakenIn(theirs, datesDraft(theirs, null, { ends_on: '2026-02-28' }))).toEqual([])
    expect(overtakenIn(SAVED, null)).toEqual([])
  })
})

describe('dates that were sent without an answer', () => {
  const sent = { ...SAVED, ends_on: '2026-02-28' }
  const unheard: DatesDraft = {
    typed: { ends_on: sent.ends_on },
    seen: { ends_on: SAVED.ends_on },
    unheard: [sent],
  }
  const another = datesDraft(SAVED, unheard, { ends_on: '2026-03-15' })

  it('are one’s own where they are found, and another value in their place is a colleague’s', () => {
    expect(overtakenIn(sent, another)).toEqual([])
    expect(overtakenIn({ ...sent, ends_on: '2026-04-30' }, another)).toEqual(['ends_on'])
  })

  it('leave an edit of what is put back as it was, since they may stand there', () => {
    const back = datesDraft(SAVED, another, { ends_on: SAVED.ends_on })
    expect(back).toEqual({ ...unheard, typed: { ends_on: SAVED.ends_on } })
    expect(withDraft(sent, back)).toEqual(SAVED)
  })

  const toSet = { ...SAVED, ends_on: '2026-03-15' }
  /** Answers what stands there, until that is what was seen. */
  const server = (stands: typeof SAVED) => {
    const seen: unknown[] = []
    return {
      seen,
      set: async (_dates: typeof SAVED, before: typeof SAVED | null) => {
        seen.push(before)
        return { data: before?.ends_on === stands.ends_on ? null : stands, failure: null }
      },
    }
  }

  it('are replaced without a word where they are found in the place of what was seen', async () => {
    const { set, seen } = server(sent)
    expect(await setDates(set, toSet, SAVED, another)).toEqual({ data: null, failure: null })
    expect(seen).toEqual([SAVED, sent])
  })

  it('are not taken for what a colleague has set, even in another field', async () => {
    for (const theirs of [
      { ...sent, hours: 'Por las tardes', ends_on: '2026-04-30' },
      { ...sent, hours: 'Por las tardes' },
    ]) {
      const { set, seen } = server(theirs)
      expect(await setDates(set, toSet, SAVED, another)).toEqual({ data: theirs, failure: null })
      expect(seen).toEqual([SAVED])
    }
  })
})
