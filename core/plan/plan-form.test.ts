import { describe, expect, it } from 'vitest'
import type { BabyInfo } from '../baby/age.ts'
import { NO_BIRTH_PROBLEMS } from '../baby/age-entry.ts'
import { DEFAULT_PLAN, defaultNap, type SleepPlan } from './plan.ts'
import { type PlanForm, planFormOf, validatePlanForm, withNap, withNapsCount } from './plan-form.ts'

const TODAY = '2025-08-11'
const BORN = '2025-01-05'
const baby: BabyInfo = { id: 'b1', user_id: 'u1', name: 'Lucía', birth_date: BORN, birth_date_known: true }
const plan: SleepPlan = { ...DEFAULT_PLAN, id: 'p1', user_id: 'u1' }
const form: PlanForm = planFormOf(baby, plan, TODAY)

describe('planFormOf', () => {
  it('shows what is stored', () => {
    expect(form).toEqual({
      name: 'Lucía',
      birthDate: BORN,
      ageYears: '0',
      ageMonths: '7',
      ageWeeks: '0',
      firstWakeWindow: '1h 30min',
      napsCount: 3,
      naps: DEFAULT_PLAN.naps,
    })
  })

  it('shows no birth date, and no age, before one is known', () => {
    const unknown = planFormOf({ ...baby, birth_date_known: false }, plan, TODAY)
    expect(unknown).toMatchObject({ birthDate: '', ageYears: '0', ageMonths: '0', ageWeeks: '0' })
    expect(validatePlanForm({ ...unknown, name: 'Leo' }, null, TODAY)).toMatchObject({
      ok: true,
      baby: { name: 'Leo', birth_date: null },
    })
  })

  it('adds the naps a short list lacks and keeps those a long one has to spare', () => {
    const short = planFormOf(baby, { ...plan, naps_count: 4 }, TODAY)
    expect(short.naps).toEqual([...DEFAULT_PLAN.naps, defaultNap(3)])
    expect(planFormOf(baby, { ...plan, naps_count: 2 }, TODAY).naps).toEqual(DEFAULT_PLAN.naps)
  })
})

describe('editing', () => {
  it('brings dropped naps back: 4 → 2 → 4', () => {
    const edited = withNap(withNapsCount(form, 4), 3, { duration: 15, wakeWindow: '50min' })
    const back = withNapsCount(withNapsCount(edited, 2), 4)
    expect(back).toEqual(edited)
    expect(back.naps[3]).toEqual({ duration: 15, wakeWindow: '50min' })
  })

  it('changes one part of one nap', () => {
    const edited = withNap(form, 1, { duration: 60 })
    expect(edited.naps).toEqual([defaultNap(0), { duration: 60, wakeWindow: '2h 30min' }, defaultNap(2)])
    expect(form.naps[1]).toEqual(defaultNap(1))
  })
})

const saved = (changed: Partial<PlanForm>, birthDate = BORN) => {
  const result = validatePlanForm({ ...form, ...changed }, birthDate, TODAY)
  return result.ok ? result : null
}

describe('validatePlanForm', () => {
  it('saves an untouched form as it was', () => {
    expect(validatePlanForm(form, BORN, TODAY)).toEqual({
      ok: true,
      baby: { name: 'Lucía', birth_date: BORN },
      plan: { first_wake_window: '1h 30min', naps_count: 3, naps: DEFAULT_PLAN.naps },
    })
  })

  it('saves windows in their normal form', () => {
    const naps = [
      { duration: 90, wakeWindow: '1,5h' },
      { duration: 90, wakeWindow: '2 HORAS' },
      { duration: 90, wakeWindow: '45' },
    ]
    const result = saved({ firstWakeWindow: '1:15', naps })
    expect(result?.plan.first_wake_window).toBe('1h 15min')
    expect(result?.plan.naps.map((nap) => nap.wakeWindow)).toEqual(['1h 30min', '2h 00min', '0h 45min'])
  })

  it('saves only the naps that count', () => {
    expect(saved({ napsCount: 2 })?.plan).toMatchObject({
      naps_count: 2,
      naps: [defaultNap(0), defaultNap(1)],
    })
  })

  it.each([
    [0, 15],
    [22, 15],
    [23, 30],
    [100, 105],
    [500, 180],
  ])('puts a nap of %i min on the slider: %i', (duration, stop) => {
    expect(saved(withNap(form, 0, { duration }))?.plan.naps[0]?.duration).toBe(stop)
  })

  it.each([
    ['  Lucía  ', 'Lucía'],
    ['', 'Mi bebé'],
    ['   ', 'Mi bebé'],
    ['a'.repeat(81), 'a'.repeat(80)],
    ['👶'.repeat(81), '👶'.repeat(80)],
  ])('saves the name %j as %j', (name, kept) => {
    expect(saved({ name })?.baby.name).toBe(kept)
  })

  it.each([
    ['0', '7', BORN],
    ['0', '8', '2024-12-05'],
    ['1', '2', '2024-06-05'],
    ['', '7', BORN],
    ['0', '', '2025-08-05'],
    // More than 11 months become years: 18 months are one year and six months.
    ['0', '12', '2024-08-05'],
    ['0', '18', '2024-02-05'],
    ['0', '70', '2019-10-05'],
    ['18', '11', '2006-09-05'],
  ])('with %j years and %j months: born %s', (ageYears, ageMonths, birthDate) => {
    expect(saved({ ageYears, ageMonths })?.baby.birth_date).toBe(birthDate)
  })

  it('never moves the birth date of someone older than the field allows', () => {
    const grown = planFormOf({ ...baby, birth_date: '2000-01-05' }, plan, TODAY)
    expect([grown.ageYears, grown.ageMonths]).toEqual(['25', '7'])
    expect(saved({ ...grown, name: 'Leo' }, '2000-01-05')?.baby.birth_date).toBe('2000-01-05')
  })

  it.each([
    ['dos', '7', { years: 'not-whole' }],
    ['1,5', '7', { years: 'not-whole' }],
    ['-1', '-7', { years: 'negative', months: 'negative' }],
    ['40', '0', { years: 'too-old' }],
    ['0', '1000', { months: 'too-old' }],
  ])('saves nothing with %j years and %j months, and says which', (ageYears, ageMonths, problems) => {
    const result = validatePlanForm({ ...form, ageYears, ageMonths }, BORN, TODAY)
    expect(result).toEqual({
      ok: false,
      errors: {
        birth: { ...NO_BIRTH_PROBLEMS, ...problems },
        firstWakeWindow: null,
        naps: [null, null, null],
      },
    })
  })

  it('says which windows are malformed, and saves nothing', () => {
    const naps = [defaultNap(0), { duration: 60, wakeWindow: '1h 75' }, defaultNap(2)]
    expect(validatePlanForm({ ...form, firstWakeWindow: '', naps }, BORN, TODAY)).toEqual({
      ok: false,
      errors: { birth: NO_BIRTH_PROBLEMS, firstWakeWindow: '1h 30min', naps: [null, '1h 30min', null] },
    })
    expect(validatePlanForm({ ...form, naps }, BORN, TODAY)).toEqual({
      ok: false,
      errors: { birth: NO_BIRTH_PROBLEMS, firstWakeWindow: null, naps: [null, '1h 30min', null] },
    })
    expect(validatePlanForm({ ...form, firstWakeWindow: '13h' }, BORN, TODAY)).toEqual({
      ok: false,
      errors: { birth: NO_BIRTH_PROBLEMS, firstWakeWindow: '1h 30min', naps: [null, null, null] },
    })
  })

  it('does not mind a malformed window of a nap that does not count', () => {
    const naps = [defaultNap(0), defaultNap(1), { duration: 60, wakeWindow: 'mucho' }]
    expect(saved({ napsCount: 2, naps })?.plan.naps).toEqual([defaultNap(0), defaultNap(1)])
  })
})
