import { describe, expect, it } from 'vitest'
import { siesta } from '../../core/testing/records.ts'
import { instantAt } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { type Draft, draftOfDay, holdsMore, isOver, livingDrafts } from './drafts.ts'
import { beginForm, type FormTarget, withEnd, withStart } from './sleep-form-state.ts'

const NOW = instantAt('2025-08-11', '16:20', MADRID)
const running = siesta('2025-08-11', '15:38')
const ended = siesta('2025-08-09', '10:00', '11:00')

function draftOf(target: FormTarget): Draft {
  return { formKey: 1, target, form: withStart(beginForm(target, NOW, MADRID), '09:00') }
}

describe('drafts', () => {
  const ofSunday = draftOf({ kind: 'new', date: '2025-08-10' })
  const ofEdit = draftOf({ kind: 'edit', record: ended })

  it('are found by their day, the one left last', () => {
    const later = draftOf({ kind: 'new', date: '2025-08-10' })
    expect(draftOfDay([ofSunday, ofEdit, later], '2025-08-10')).toBe(later)
    expect(draftOfDay([ofSunday], '2025-08-11')).toBeNull()
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

  it('of a running sleep only what isn’t stored by itself is worth keeping', () => {
    const form = beginForm({ kind: 'edit', record: running }, NOW, MADRID)
    expect(holdsMore(form)).toBe(false)
    expect(holdsMore(withEnd(form, '16:00'))).toBe(true)
    expect(holdsMore(withStart(form, '15:00'))).toBe(true)
    expect(holdsMore(ofSunday.form)).toBe(true)
  })
})
