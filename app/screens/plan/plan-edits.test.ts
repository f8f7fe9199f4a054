import { describe, expect, it } from 'vitest'
import { type BabyInfo, knownBirthDate } from '../../../core/baby/age.ts'
import { DEFAULT_PLAN, type SleepPlan } from '../../../core/plan/plan.ts'
import { planFormOf, validatePlanForm } from '../../../core/plan/plan-form.ts'
import {
  changesToSave,
  editBirthDate,
  editedForm,
  editNap,
  editZone,
  isEdited,
  type PlanEdits,
  settleAge,
  shapeOf,
  withHabits,
  withoutSaved,
  withoutUnchanged,
} from './plan-edits.ts'

const TODAY = '2025-08-11'
const baby: BabyInfo = {
  id: 'b',
  user_id: 'u',
  name: 'Lucía',
  birth_date: '2025-01-05',
  birth_date_known: true,
}
const plan: SleepPlan = { id: 'p', user_id: 'u', ...DEFAULT_PLAN }
const stored = planFormOf(baby, plan, TODAY)

function changesOf(edits: PlanEdits, storedBaby = baby, storedPlan = plan) {
  const form = editedForm(planFormOf(storedBaby, storedPlan, TODAY), edits, TODAY)
  const result = validatePlanForm(form, knownBirthDate(storedBaby), TODAY)
  if (!result.ok) throw new Error('malformed')
  return changesToSave(edits, result, storedBaby, storedPlan)
}

describe('the plan form while it is edited', () => {
  it('takes the baby’s own windows over where the plan has its own, and leaves what else is typed', () => {
    const habit = { isBeforeBedtime: false, planned: '', usualMin: 0, days: 14 }
    const habits = [
      { ...habit, napsTaken: 0, window: '2h 00min' },
      { ...habit, napsTaken: 3, isBeforeBedtime: true, window: '3h 20min' },
    ]
    const form = editedForm(stored, withHabits(editNap({ name: 'Vega' }, 2, { duration: 60 }), habits), TODAY)
    expect([form.name, form.firstWakeWindow]).toEqual(['Vega', '2h 00min'])
    expect(form.naps[2]).toEqual({ duration: 60, wakeWindow: '3h 20min' })
    expect(form.naps.slice(0, 2)).toEqual(stored.naps.slice(0, 2))
  })

  it('brings the dropped naps back with their edits: 4 → 2 → 4', () => {
    const four = editNap({ napsCount: 4 }, 3, { duration: 60 })
    const back: PlanEdits = { ...four, napsCount: 2 }
    expect(editedForm(stored, back, TODAY).napsCount).toBe(2)
    expect(editedForm(stored, { ...back, napsCount: 4 }, TODAY).naps).toEqual(
      editedForm(stored, four, TODAY).naps,
    )
    expect(editedForm(stored, four, TODAY).naps[3]).toEqual({ duration: 60, wakeWindow: '2h 00min' })
  })

  it('keeps what is typed when another phone changes the rest', () => {
    const elsewhere: SleepPlan = { ...plan, first_wake_window: '2h 00min', naps_count: 2 }
    const form = editedForm(planFormOf(baby, elsewhere, TODAY), { firstWakeWindow: '1h 45' }, TODAY)
    expect([form.firstWakeWindow, form.napsCount]).toEqual(['1h 45', 2])
  })
})

describe('what is saved', () => {
  it('is nothing when nothing changed', () => {
    expect(changesOf({})).toEqual({ baby: {}, plan: {} })
    expect(changesOf({ name: ' Lucía ', firstWakeWindow: '90' })).toEqual({ baby: {}, plan: {} })
  })

  it('leaves the birth date alone when only the name changed', () => {
    expect(changesOf({ name: 'Lucía María' })).toEqual({ baby: { name: 'Lucía María' }, plan: {} })
  })

  it('moves the birth date when the age changed, and keeps the day', () => {
    expect(changesOf({ months: '8' }).baby).toEqual({ birth_date: '2024-12-05' })
  })

  it('writes windows in their normal form', () => {
    expect(changesOf({ firstWakeWindow: '2h' }).plan).toEqual({ first_wake_window: '2h 00min' })
    expect(changesOf(editNap({}, 1, { wakeWindow: '1,5h' })).plan.naps?.[1]?.wakeWindow).toBe('1h 30min')
  })

  it('takes the naps with their count', () => {
    expect(changesOf({ napsCount: 2 }).plan).toEqual({ naps_count: 2, naps: plan.naps.slice(0, 2) })
  })

  it('keeps a nap that another phone changed next to the one edited here', () => {
    const elsewhere = {
      ...plan,
      naps: plan.naps.map((nap, at) => (at === 0 ? { ...nap, duration: 75 } : nap)),
    }
    const { naps } = changesOf(editNap({}, 1, { duration: 105 }), baby, elsewhere).plan
    expect(naps?.map((nap) => nap.duration)).toEqual([75, 105, 45])
  })
})

describe('an age', () => {
  const settle = (edits: PlanEdits, birthDate: string | null = baby.birth_date) => {
    const from = planFormOf({ ...baby, birth_date_known: birthDate !== null }, plan, TODAY)
    const settled = settleAge(from, edits, birthDate, TODAY)
    const { birthDate: date, ageYears, ageMonths, ageWeeks } = editedForm(from, settled.edits, TODAY)
    return [settled.reads, date, ageYears, ageMonths, ageWeeks]
  }

  it('that a month has no room for shows as years, and says so', () => {
    expect(settle({ months: '18' })).toEqual(['1 año y 6 meses', '2025-01-05', '1', '6', '0'])
    expect(settle({ years: '1', months: '2' })).toEqual([null, '2025-01-05', '1', '2', '0'])
  })

  it('of more weeks than a month has is kept to the day', () => {
    expect(settle({ weeks: '10' }, null)).toEqual(['2 meses y 1 semana', '2025-06-02', '0', '2', '1'])
  })

  it('reads as a number where it is one, and stays as typed where it is none', () => {
    expect(settle({ years: '', months: '08' })).toEqual([null, '2025-01-05', '0', '8', '0'])
    expect(settle({ months: '-3' })).toEqual([null, '2025-01-05', '0', '-3', '0'])
    expect(settle({}, null)).toEqual([null, '', '0', '0', '0'])
  })

  it('goes back to the stored birth date when the one that was shown is typed again', () => {
    expect(changesOf({ months: '7' }, { ...baby, birth_date: '2024-12-31' })).toEqual({ baby: {}, plan: {} })
  })

  it('follows a birth date that is typed, and is laid over it', () => {
    const typed = editBirthDate({ months: '3' }, '2024-06-03')
    expect(editedForm(stored, typed, TODAY)).toMatchObject({ ageYears: '1', ageMonths: '2', ageWeeks: '1' })
    expect(changesOf({ ...typed, months: '3' }).baby).toEqual({ birth_date: '2024-05-03' })
  })

  it('is known from the first one that is saved, also of someone born today', () => {
    const unknown = { ...baby, birth_date: TODAY, birth_date_known: false }
    expect(changesOf({ name: 'Leo' }, unknown).baby).toEqual({ name: 'Leo' })
    expect(changesOf({ birthDate: TODAY }, unknown).baby).toEqual({
      birth_date: TODAY,
      birth_date_known: true,
    })
    expect(changesOf({ weeks: '3' }, unknown).baby).toEqual({
      birth_date: '2025-07-21',
      birth_date_known: true,
    })
  })
})

describe('unsaved changes', () => {
  it('are told from typing that was taken back', () => {
    expect(isEdited(stored, { name: 'Lucía', months: '7' }, TODAY)).toBe(false)
    expect(isEdited(stored, { months: '8' }, TODAY)).toBe(true)
    expect(isEdited(stored, editNap({}, 2, { duration: 60 }), TODAY)).toBe(true)
  })

  it('keep the part that failed', () => {
    const baby: PlanEdits = { name: 'Leo', months: '3', timeZone: 'Atlantic/Canary' }
    const edits: PlanEdits = { ...baby, napsCount: 4 }
    expect(withoutSaved(edits, { baby: true, zone: true, plan: false })).toEqual({ napsCount: 4 })
    expect(withoutSaved(edits, { baby: false, zone: false, plan: true })).toEqual(baby)
  })

  it('keep a zone that waits, when all the rest is saved', () => {
    const edits: PlanEdits = { name: 'Leo', timeZone: 'Atlantic/Canary', napsCount: 4 }
    expect(withoutSaved(edits, { baby: true, zone: false, plan: true })).toEqual({
      timeZone: 'Atlantic/Canary',
    })
  })
})

describe('what was touched and put back', () => {
  const left = (edits: PlanEdits) => withoutUnchanged(stored, edits, baby.birth_date, TODAY)

  it('is no edit, each field by itself', () => {
    expect(left({ name: 'Lucía', firstWakeWindow: '2h', napsCount: 3 })).toEqual({ firstWakeWindow: '2h' })
    expect(left({ name: 'Leo', firstWakeWindow: '1h 30min' })).toEqual({ name: 'Leo' })
    expect(left({ birthDate: baby.birth_date })).toEqual({})
  })

  it('is no edit of a nap, by its place: one that the count alone brings is the default one', () => {
    const naps = { 0: { duration: 90, wakeWindow: '2h' }, 1: { duration: 120 }, 3: { duration: 30 } }
    expect(left({ naps })).toEqual({ naps: { 0: { wakeWindow: '2h' } } })
    expect(left(editNap({ napsCount: 4 }, 3, { duration: 30 }))).toEqual({ napsCount: 4 })
    expect(left(editNap({}, 0, { duration: 90 }))).toEqual({})
  })

  it('is no edit of an age once all of it is as before, so that days later it moves no birth date', () => {
    const emptied = settleAge(stored, left({ months: '' }), baby.birth_date, TODAY).edits
    expect(emptied).toEqual({ years: '0', months: '0', weeks: '0' })
    expect(left({ ...emptied, months: '7' })).toEqual({})
    expect(settleAge(stored, { months: '07' }, baby.birth_date, TODAY).edits).toEqual({})
    expect(left({ months: '7', weeks: '1' })).toEqual({ months: '7', weeks: '1' })
    expect(left({ birthDate: '2024-06-03' })).toEqual({ birthDate: '2024-06-03' })
  })

  it('is an edit still of a birth date whose age reads alike', () => {
    expect(left({ birthDate: '2025-01-06' })).toEqual({ birthDate: '2025-01-06' })
  })
})

describe('the shape of the day', () => {
  it('stays drawn while a window is being retyped', () => {
    const form = editedForm(stored, { firstWakeWindow: '1h x' }, TODAY)
    expect(shapeOf(form)).toEqual(shapeOf(stored))
  })
})

it('holds a chosen zone, and none once what is stored is chosen again', () => {
  const chosen = editZone({ name: 'Lucía' }, 'Atlantic/Canary', 'Europe/Madrid')
  expect(chosen).toEqual({ name: 'Lucía', timeZone: 'Atlantic/Canary' })
  expect(editZone(chosen, 'Europe/Madrid', 'Europe/Madrid')).toEqual({ name: 'Lucía' })
})
