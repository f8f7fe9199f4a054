import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../time/time.ts'
import { ageOn, ageText, birthDateForAge, DEFAULT_BABY_NAME, givenName } from './age.ts'

describe('ageOn', () => {
  it.each([
    ['2025-01-11', '2025-08-11', { years: 0, months: 7, totalMonths: 7, days: 212 }],
    ['2025-01-12', '2025-08-11', { years: 0, months: 6, totalMonths: 6, days: 211 }],
    ['2024-06-11', '2025-08-11', { years: 1, months: 2, totalMonths: 14, days: 426 }],
    ['2024-08-11', '2025-08-11', { years: 1, months: 0, totalMonths: 12, days: 365 }],
    ['2025-08-11', '2025-08-11', { years: 0, months: 0, totalMonths: 0, days: 0 }],
    ['2025-07-12', '2025-08-11', { years: 0, months: 0, totalMonths: 0, days: 30 }],
    ['2025-07-11', '2025-08-11', { years: 0, months: 1, totalMonths: 1, days: 31 }],
    ['2025-12-31', '2026-01-30', { years: 0, months: 0, totalMonths: 0, days: 30 }],
    // In a shorter month its last day counts for the day that it lacks.
    ['2025-01-31', '2025-02-27', { years: 0, months: 0, totalMonths: 0, days: 27 }],
    ['2025-01-31', '2025-02-28', { years: 0, months: 1, totalMonths: 1, days: 28 }],
    ['2025-01-31', '2025-04-30', { years: 0, months: 3, totalMonths: 3, days: 89 }],
    ['2024-02-29', '2025-02-28', { years: 1, months: 0, totalMonths: 12, days: 365 }],
    ['2024-02-29', '2028-02-28', { years: 3, months: 11, totalMonths: 47, days: 1460 }],
    // A baby that isn't born yet has the age 0.
    ['2025-09-01', '2025-08-11', { years: 0, months: 0, totalMonths: 0, days: 0 }],
  ])('born %s, on %s', (birthDate, date, age) => {
    expect(ageOn(birthDate, date)).toEqual(age)
  })
})

describe('givenName', () => {
  it('is the baby’s own, and none as long as it has the one of a new profile', () => {
    expect(givenName({ name: 'Lucía' })).toBe('Lucía')
    expect(givenName({ name: DEFAULT_BABY_NAME })).toBeNull()
  })
})

describe('ageText', () => {
  it.each([
    ['2025-08-11', '0 días'],
    ['2025-08-10', '1 día'],
    ['2025-07-30', '12 días'],
    ['2025-07-12', '30 días'],
    ['2025-07-11', '1 mes'],
    ['2025-01-11', '7 meses'],
    ['2024-09-11', '11 meses'],
    ['2024-08-11', '1 año'],
    ['2024-07-11', '1 año y 1 mes'],
    ['2024-06-11', '1 año y 2 meses'],
    ['2023-08-11', '2 años'],
    ['2023-07-11', '2 años y 1 mes'],
    ['2022-02-11', '3 años y 6 meses'],
  ])('born %s, on 2025-08-11: %s', (birthDate, text) => {
    expect(ageText(ageOn(birthDate, '2025-08-11'))).toBe(text)
  })
})

describe('birthDateForAge', () => {
  it.each([
    ['unchanged', '2025-01-11', 0, 7, '2025-08-11', '2025-01-11'],
    ['unchanged between two months', '2025-01-20', 0, 6, '2025-08-11', '2025-01-20'],
    ['a month more', '2025-01-11', 0, 8, '2025-08-11', '2024-12-11'],
    ['a month less', '2025-01-11', 0, 6, '2025-08-11', '2025-02-11'],
    ['a year more', '2025-01-20', 1, 6, '2025-08-11', '2024-01-20'],
    ['to nothing', '2025-01-20', 0, 0, '2025-08-11', '2025-07-20'],
    ['from today', '2025-08-11', 0, 7, '2025-08-11', '2025-01-11'],
    ['to a shorter month', '2025-03-31', 0, 6, '2025-08-31', '2025-02-28'],
    ['to the leap day', '2024-03-31', 1, 6, '2025-08-31', '2024-02-29'],
    ['from the leap day', '2024-02-29', 2, 0, '2025-02-28', '2023-02-28'],
    // 28 February would read as three months on 30 May.
    ['to a month too short to read back', '2025-03-31', 0, 2, '2025-05-30', '2025-03-01'],
    ['a birth date still ahead, unchanged', '2025-08-31', 0, 0, '2025-08-11', '2025-08-31'],
    ['a birth date still ahead, changed', '2025-08-31', 0, 3, '2025-08-11', '2025-05-11'],
  ])('%s', (_, current, years, months, today, birthDate) => {
    expect(birthDateForAge(current, { years, months }, today)).toBe(birthDate)
  })

  it('reads back as typed, whatever the dates', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -40, max: 9000 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 18 }),
        fc.integer({ min: 0, max: 11 }),
        (daysOld, shift, years, months) => {
          const today = addDays('2025-01-01', shift)
          const moved = birthDateForAge(addDays(today, -daysOld), { years, months }, today)
          expect(ageOn(moved, today)).toMatchObject({ years, months })
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('leaves the date alone when the age that is shown is typed again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -40, max: 9000 }),
        fc.integer({ min: 0, max: 3000 }),
        (daysOld, shift) => {
          const today = addDays('2025-01-01', shift)
          const birthDate = addDays(today, -daysOld)
          expect(birthDateForAge(birthDate, ageOn(birthDate, today), today)).toBe(birthDate)
        },
      ),
    )
  })
})
