import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../time/time.ts'
import {
  type AgeTexts,
  agePartsOn,
  agePartsText,
  ageTextsOn,
  birthDateForParts,
  NO_BIRTH_PROBLEMS,
  readBirth,
  readCount,
} from './age-entry.ts'

const TODAY = '2025-08-11'

describe('agePartsOn', () => {
  it.each([
    ['2025-08-11', { years: 0, months: 0, weeks: 0 }],
    ['2025-08-05', { years: 0, months: 0, weeks: 0 }],
    ['2025-08-04', { years: 0, months: 0, weeks: 1 }],
    ['2025-07-21', { years: 0, months: 0, weeks: 3 }],
    ['2025-07-12', { years: 0, months: 0, weeks: 4 }],
    ['2025-07-11', { years: 0, months: 1, weeks: 0 }],
    ['2024-06-03', { years: 1, months: 2, weeks: 1 }],
    // A baby that isn't born yet has the age 0.
    ['2025-09-01', { years: 0, months: 0, weeks: 0 }],
  ])('born %s', (birthDate, parts) => {
    expect(agePartsOn(birthDate, TODAY)).toEqual(parts)
  })
})

it.each([
  [{ years: 0, months: 0, weeks: 0 }, '0 semanas'],
  [{ years: 0, months: 0, weeks: 1 }, '1 semana'],
  [{ years: 0, months: 2, weeks: 1 }, '2 meses y 1 semana'],
  [{ years: 1, months: 6, weeks: 0 }, '1 año y 6 meses'],
  [{ years: 5, months: 1, weeks: 3 }, '5 años, 1 mes y 3 semanas'],
])('agePartsText: %j reads «%s»', (parts, text) => {
  expect(agePartsText(parts)).toBe(text)
})

describe('birthDateForParts', () => {
  it.each([
    ['three weeks', '2025-08-11', [0, 0, 3], '2025-07-21'],
    ['ten weeks, to the day', '2025-08-11', [0, 0, 10], '2025-06-02'],
    ['a week more keeps the odd days', '2025-07-31', [0, 0, 2], '2025-07-24'],
    ['a week less', '2025-07-21', [0, 0, 2], '2025-07-28'],
    ['months alone keep the day', '2025-01-05', [0, 8, 0], '2024-12-05'],
    ['months and weeks', '2025-08-11', [0, 2, 1], '2025-06-04'],
    ['unchanged', '2025-01-31', [0, 6, 1], '2025-01-31'],
    ['a birth date still ahead', '2025-08-31', [0, 0, 3], '2025-07-21'],
  ])('%s', (_, current, [years = 0, months = 0, weeks = 0], birthDate) => {
    expect(birthDateForParts(current, { years, months, weeks }, TODAY)).toBe(birthDate)
  })

  it('reads back as typed, whatever the dates, where a month has that many weeks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -40, max: 6000 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 17 }),
        fc.integer({ min: 0, max: 11 }),
        fc.integer({ min: 0, max: 3 }),
        (daysOld, shift, years, months, weeks) => {
          const today = addDays('2025-01-01', shift)
          const current = addDays(today, -daysOld)
          // Weeks that weren't changed needn't read as before: the day of the month is kept instead.
          fc.pre(agePartsOn(current, today).weeks !== weeks)
          const moved = birthDateForParts(current, { years, months, weeks }, today)
          expect(agePartsOn(moved, today)).toEqual({ years, months, weeks })
          expect(moved <= today).toBe(true)
        },
      ),
      { numRuns: 3000 },
    )
  })
})

const zeros: AgeTexts = { years: '0', months: '0', weeks: '0' }
const born = (date: string, age: Partial<AgeTexts> = {}, stored: string | null = '2025-01-05') => {
  const shown = date === '' ? zeros : ageTextsOn(date, TODAY)
  return readBirth({ date, age: { ...shown, ...age } }, stored, TODAY)
}

describe('readBirth', () => {
  it('leaves the date alone while the age reads as it does', () => {
    expect(born('2025-01-05')).toEqual({ ok: true, birthDate: '2025-01-05' })
    expect(born('2025-01-05', { months: '07' })).toEqual({ ok: true, birthDate: '2025-01-05' })
    expect(born('2025-01-05', { years: '' })).toEqual({ ok: true, birthDate: '2025-01-05' })
  })

  it('takes another date, and an age laid over it', () => {
    expect(born('2025-07-21')).toEqual({ ok: true, birthDate: '2025-07-21' })
    expect(born('2025-01-20', { months: '8' })).toEqual({ ok: true, birthDate: '2024-11-20' })
  })

  it('knows nothing before something is said', () => {
    expect(born('', {}, null)).toEqual({ ok: true, birthDate: null })
    expect(born('', { years: '00', weeks: '' }, null)).toEqual({ ok: true, birthDate: null })
    expect(born('', { weeks: '3' }, null)).toEqual({ ok: true, birthDate: '2025-07-21' })
    expect(born(TODAY, {}, null)).toEqual({ ok: true, birthDate: TODAY })
  })

  it.each([
    ['a date that is gone', '', {}, { birthDate: 'missing' }],
    ['a date that is half typed', '0002-03', {}, { birthDate: 'missing' }],
    ['a day to come', '2025-08-12', {}, { birthDate: 'future' }],
    ['a year on its way', '0202-01-05', {}, { birthDate: 'too-old' }],
    ['letters', '2025-01-05', { months: 'e' }, { months: 'not-whole' }],
    ['a fraction', '2025-01-05', { months: '7.5' }, { months: 'not-whole' }],
    ['less than nothing', '2025-01-05', { weeks: '-1' }, { weeks: 'negative' }],
    ['too many years', '2025-01-05', { years: '19' }, { years: 'too-old' }],
    ['too many months', '2025-01-05', { months: '228' }, { months: 'too-old' }],
    ['too many weeks', '2025-01-05', { weeks: '99999999999' }, { weeks: 'too-old' }],
    ['too much in all', '2025-01-05', { years: '18', months: '18' }, { years: 'too-old' }],
  ])('refuses %s and says where', (_, date, age, problems) => {
    expect(born(date, age)).toEqual({ ok: false, problems: { ...NO_BIRTH_PROBLEMS, ...problems } })
  })

  it('doesn’t judge a stored date that no form would take, before it is touched', () => {
    expect(born('2025-09-01', {}, '2025-09-01')).toEqual({ ok: true, birthDate: '2025-09-01' })
    expect(born('2000-01-05', {}, '2000-01-05')).toEqual({ ok: true, birthDate: '2000-01-05' })
  })
})

it.each([
  ['', 0],
  [' 3 ', 3],
  ['07', 7],
  ['-3', 'negative'],
  ['tres', 'not-whole'],
  ['1,5', 'not-whole'],
  ['1e2', 'not-whole'],
])('readCount: %j is %j', (text, count) => {
  expect(readCount(text)).toBe(count)
})
