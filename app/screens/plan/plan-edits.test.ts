import { describe, expect, it } from 'vitest'
import type { BabyInfo } from '../../../core/age.ts'
import { DEFAULT_PLAN, type SleepPlan } from '../../../core/plan.ts'
import { planFormOf, validatePlanForm } from '../../../core/plan-form.ts'
import {
  changesToSave,
  editedForm,
  editNap,
  isEdited,
  type PlanEdits,
  shapeOf,
  withoutSaved,
} from './plan-edits.ts'

const TODAY = '2025-08-11'
const baby: BabyInfo = { id: 'b', user_id: 'u', name: 'Lucía', birth_date: '2025-01-05' }
const plan: SleepPlan = { id: 'p', user_id: 'u', ...DEFAULT_PLAN }
const stored = planFormOf(baby, plan, TODAY)

function changesOf(edits: PlanEdits, storedBaby = baby, storedPlan = plan) {
  const form = editedForm(planFormOf(storedBaby, storedPlan, TODAY), edits)
  const result = validatePlanForm(form, storedBaby.birth_date, TODAY)
  if (!result.ok) throw new Error('malformed')
  return changesToSave(edits, result, storedBaby, storedPlan)
}

describe('the plan form while it is edited', () => {
  it('brings the dropped naps back with their edits: 4 → 2 → 4', () => {
    const four = editNap({ napsCount: 4 }, 3, { duration: 60 })
    const back: PlanEdits = { ...four, napsCount: 2 }
    expect(editedForm(stored, back).napsCount).toBe(2)
    expect(editedForm(stored, { ...back, napsCount: 4 }).naps).toEqual(editedForm(stored, four).naps)
    expect(editedForm(stored, four).naps[3]).toEqual({ duration: 60, wakeWindow: '2h 00min' })
  })

  it('keeps what is typed when another phone changes the rest', () => {
    const elsewhere: SleepPlan = { ...plan, first_wake_window: '2h 00min', naps_count: 2 }
    const form = editedForm(planFormOf(baby, elsewhere, TODAY), { firstWakeWindow: '1h 45' })
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

describe('unsaved changes', () => {
  it('are told from typing that was taken back', () => {
    expect(isEdited(stored, { name: 'Lucía', months: '7' })).toBe(false)
    expect(isEdited(stored, { months: '8' })).toBe(true)
    expect(isEdited(stored, editNap({}, 2, { duration: 60 }))).toBe(true)
  })

  it('keep the part that failed', () => {
    const edits: PlanEdits = { name: 'Leo', months: '3', napsCount: 4 }
    expect(withoutSaved(edits, { baby: true, plan: false })).toEqual({ napsCount: 4 })
    expect(withoutSaved(edits, { baby: false, plan: true })).toEqual({ name: 'Leo', months: '3' })
  })
})

describe('the shape of the day', () => {
  it('stays drawn while a window is being retyped', () => {
    const form = editedForm(stored, { firstWakeWindow: '1h x' })
    expect(shapeOf(form)).toEqual(shapeOf(stored))
  })
})
