import { describe, expect, it } from 'vitest'
import { siesta } from '../../core/testing/records.ts'
import { instantAt } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import {
  asOffered,
  type Draft,
  draftOfDay,
  draftOnLeaving,
  holdsMore,
  isOver,
  livingDrafts,
} from './drafts.ts'
import {
  beginForm,
  type FormTarget,
  type SleepForm,
  withEnd,
  withRunningStart,
  withStart,
} from './sleep-form-state.ts'

const NOW = instantAt('2025-08-11', '16:20', MADRID)
const running = siesta('2025-08-11', '15:38')
const ended = siesta('2025-08-09', '10:00', '11:00')
const oneFeeding = [{ shown: running, noted: { ...running, feedings: 1 } }]
const good = [{ shown: running, noted: { ...running, quality: 'buena' } }] as const

function draftOf(target: FormTarget): Draft {
  return { formKey: 1, target, form: withStart(beginForm(target, NOW, MADRID), '09:00') }
}

describe('drafts', () => {
  const ofSunday = draftOf({ kind: 'new', date: '2025-08-10' })
  const ofEdit = draftOf({ kind: 'edit', record: ended })

  it('are found by their day, the one left last', () => {
    const later = draftOf({ kind: 'new', date: '2025-08-10' })
    expect(draftOfDay([ofSunday, ofEdit, later], '2025-08-10', [ended])).toBe(later)
    expect(draftOfDay([ofSunday], '2025-08-11', [ended])).toBeNull()
  })

  it('are over with their record', () => {
    const drafts = [ofSunday, ofEdit]
    expect(livingDrafts(drafts, [ended])).toBe(drafts)
    expect(livingDrafts(drafts, [])).toEqual([ofSunday])
  })

  it('a running sleep is over when it has ended elsewhere', () => {
    expect(isOver(running.id, true, [running])).toBe(false)
    expect(isOver(running.id, true, [{ ...running, end_time: '16:00' }])).toBe(true)
    expect(isOver(running.id, true, [])).toBe(true)
  })

  it('of a sleep that ran are offered as its edit once it is over, as long as it lacks a note that was refused', () => {
    const target: FormTarget = { kind: 'edit', record: running }
    const held = { ...beginForm(target, NOW, MADRID), feedings: 1, refused: oneFeeding }
    const draft = { formKey: 1, target, form: held }
    const drafts = [draft]
    expect(livingDrafts(drafts, [running])).toBe(drafts)
    expect(asOffered(draft, [running])).toBe(draft)
    expect(draftOfDay(drafts, held.date, [running])).toBe(draft)
    const over = { ...running, end_time: '16:00', wake_ups: 2 }
    const edit: FormTarget = { kind: 'edit', record: over }
    const form = { ...beginForm(edit, NOW, MADRID), feedings: 1 }
    // It is kept as it was left, whatever becomes of its record.
    expect(livingDrafts(drafts, [over])).toBe(drafts)
    expect(asOffered(draft, [over])).toEqual({ formKey: 1, target: edit, form })
    expect(draftOfDay(drafts, held.date, [over])).toBeNull()
    // What the partner has counted meanwhile stays counted, typed or tapped.
    expect(asOffered(draft, [{ ...over, feedings: 3 }]).form.feedings).toBe(4)
    expect(livingDrafts(drafts, [])).toEqual([])
    const ofQuality = { ...draft, form: { ...held, refused: good } }
    for (const record of [running, over]) {
      expect(livingDrafts([ofQuality], [{ ...record, quality: 'buena' }])).toEqual([])
    }
  })

  it('of a new form whose ✓ has made a record are offered as its edit, as they were left', () => {
    const target: FormTarget = { kind: 'new', date: running.date }
    const form = withEnd(withRunningStart(beginForm(target, NOW, MADRID), running.id), '16:00')
    const draft: Draft = { formKey: 1, target, form, onlyOffered: true }
    expect(asOffered(draft, [running])).toEqual({ ...draft, target: { kind: 'edit', record: running } })
    // An edit is one of the record that was opened, from which it is told what was changed.
    const ofOpened: Draft = { ...draft, target: { kind: 'edit', record: running } }
    expect(asOffered(ofOpened, [{ ...running, wake_ups: 2 }])).toBe(ofOpened)
    expect(asOffered(ofSunday, [running])).toBe(ofSunday)
  })

  it('of a running sleep only what isn’t stored by itself is worth keeping', () => {
    const form = beginForm({ kind: 'edit', record: running }, NOW, MADRID)
    expect(holdsMore(form)).toBe(false)
    expect(holdsMore(withEnd(form, '16:00'))).toBe(true)
    expect(holdsMore(withStart(form, '15:00'))).toBe(true)
    expect(holdsMore(ofSunday.form)).toBe(true)
    expect(holdsMore({ ...form, refused: oneFeeding })).toBe(true)
  })
})

describe('a form that is left by «Volver»', () => {
  const edit: FormTarget = { kind: 'edit', record: running }
  const began = beginForm(edit, NOW, MADRID)
  const both = { ...withEnd(began, '16:00'), endConfirmed: true }
  const left = (held: SleepForm | null) => draftOnLeaving({ formKey: 1, form: edit }, held, [running])

  it('waits with its times, where both have their ✓ and aren’t stored', () => {
    const draft = left(both)
    expect(draft).toEqual({ formKey: 1, target: edit, form: both, onlyOffered: true })
    expect(draft && draftOfDay([draft], both.date, [running])).toBeNull()
  })

  it('is given up else', () => {
    expect(left(null)).toBeNull()
    expect(left(began)).toBeNull()
    expect(left(withEnd(began, '16:00'))).toBeNull()
    expect(left({ ...both, id: 'gone' })).toBeNull()
    const stored = { ...running, end_time: '16:00' }
    expect(draftOnLeaving({ formKey: 1, form: edit }, both, [stored])).toBeNull()
  })
})
