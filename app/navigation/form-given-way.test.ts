import { describe, expect, it } from 'vitest'
import { siesta } from '../../core/testing/records.ts'
import { draftOnLeaving } from '../forms/drafts.ts'
import { type FormTarget, formOf, withStart } from '../forms/sleep-form-state.ts'
import { endForm, leaveForm, openForm, startNavigation, touchForm } from './navigation.ts'

const TODAY = '2025-08-11'
const nap = siesta(TODAY, '13:00', '14:00')
const other: FormTarget = { kind: 'edit', record: siesta(TODAY, '10:00', '11:00') }

describe('a form that gave way while it was being stored', () => {
  const diary = startNavigation(null, TODAY)
  const begun = touchForm(openForm(diary, { kind: 'edit', record: nap }), null)
  const held = { ...withStart(formOf(nap), '12:30'), startConfirmed: true }

  it('leaves no draft once that is done, and the next form as it is', () => {
    const gone = openForm(begun, other, held)
    expect(gone.drafts).toHaveLength(1)
    expect(endForm(gone, begun.formKey, TODAY)).toEqual({ ...gone, drafts: [] })
  })

  it('leaves no draft of «Volver» either', () => {
    const kept = draftOnLeaving(begun, held, [nap])
    const left = leaveForm(begun, TODAY, kept)
    expect(left.drafts).toHaveLength(1)
    expect(endForm(left, begun.formKey, TODAY)).toEqual({ ...left, drafts: [] })
  })

  it('leaves what another form left', () => {
    const edit = touchForm(openForm(openForm(begun, other, held), other), null)
    const { drafts } = endForm(openForm(edit, other, formOf(nap)), edit.formKey, TODAY)
    expect(drafts).toMatchObject([{ formKey: begun.formKey, form: held }])
  })

  it('is nothing to a form that follows one which left no draft', () => {
    const next = openForm(leaveForm(begun, TODAY), other)
    expect(endForm(next, begun.formKey, TODAY)).toBe(next)
  })

  it('is left empty where it is still there', () => {
    expect(endForm(begun, begun.formKey, TODAY)).toEqual(leaveForm(begun, TODAY))
  })
})
