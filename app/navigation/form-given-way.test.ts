import { describe, expect, it } from 'vitest'
import { siesta } from '../../core/testing/records.ts'
import { instantAt } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { draftOnLeaving, livingDrafts } from '../forms/drafts.ts'
import { beginForm, type FormTarget, formOf, withRunningStart, withStart } from '../forms/sleep-form-state.ts'
import {
  draftsToOffer,
  endForm,
  leaveForm,
  mendDraft,
  noteStoring,
  openForm,
  pickDay,
  resumeDraft,
  startNavigation,
  touchForm,
} from './navigation.ts'
import { pressTab } from './press-tab.ts'

const TODAY = '2025-08-11'
const TOMORROW = '2025-08-12'
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

  it('is taken up once that has come to its end, and not before', () => {
    const { formKey } = begun
    const twice = noteStoring(noteStoring(begun, formKey, true), formKey, true)
    const once = noteStoring(openForm(twice, other, held), formKey, false)
    expect(draftsToOffer(once, [nap])).toEqual([])
    expect(resumeDraft(once, formKey, [nap], null)).toBe(once)
    const plus = { records: [nap], open: null, today: TODAY, wouldBeginAlike: false, held: null }
    expect(pressTab(leaveForm(once, TODAY), 'add', plus)).toMatchObject({ resumed: null })
    const refused = noteStoring(once, formKey, false)
    expect(draftsToOffer(refused, [nap])).toMatchObject([{ formKey, form: held }])
    expect(resumeDraft(refused, formKey, [nap], null)).toMatchObject({ resumed: held, drafts: [] })
    expect(pressTab(leaveForm(refused, TODAY), 'add', plus)).toMatchObject({ resumed: held })
  })

  it('is still being stored whatever comes to its end of a form of which nothing was', () => {
    const storing = noteStoring(begun, begun.formKey, true)
    expect(noteStoring(storing, begun.formKey + 1, false)).toEqual(storing)
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

describe('a form that gave way while its start was being stored', () => {
  const target: FormTarget = { kind: 'new', date: TODAY }
  const running = siesta(TODAY, '16:20')
  const begun = touchForm(openForm(startNavigation(null, TODAY), target), null)
  const held = beginForm(target, instantAt(TODAY, '16:20', MADRID), MADRID)
  const stored = (form: typeof held) => ({
    formKey: begun.formKey,
    target,
    form: withRunningStart(form, running.id),
  })

  it('leaves a draft of the record that there is by now, which has all that it says', () => {
    const { drafts } = mendDraft(openForm(begun, other, held), stored(held))
    expect(drafts).toEqual([stored(held)])
    expect(livingDrafts(drafts, [running])).toEqual([])
  })

  it('leaves an end that was entered with it', () => {
    const ending = { ...held, end: '16:50' }
    const { drafts } = mendDraft(openForm(begun, other, ending), stored(ending))
    expect(livingDrafts(drafts, [running])).toEqual([stored(ending)])
  })

  it('is taken up with the record that its ✓ has made, whatever it was when that was offered', () => {
    const ending = { ...held, end: '16:50' }
    const left = mendDraft(openForm(begun, other, ending), stored(ending))
    expect(resumeDraft(left, begun.formKey, [running], null)).toMatchObject({
      form: { kind: 'edit', record: running },
      resumed: stored(ending).form,
      runningId: running.id,
    })
  })

  it('is taken up by «+» of its day as an edit of that record', () => {
    const ending = { ...held, end: '16:50' }
    const left = mendDraft(openForm(begun, other, ending), stored(ending))
    const ofYesterday = pickDay(leaveForm(left, TOMORROW), TODAY, TOMORROW)
    const context = { records: [running], open: running, today: TOMORROW, wouldBeginAlike: false, held: null }
    expect(pressTab(ofYesterday, 'add', context)).toMatchObject({
      form: { kind: 'edit', record: running },
      resumed: stored(ending).form,
      runningId: running.id,
      drafts: [],
    })
  })

  it('leaves no draft where it was given up, and none as long as it is there', () => {
    const left = leaveForm(begun, TODAY)
    expect(mendDraft(left, stored(held))).toBe(left)
    expect(mendDraft(begun, stored(held))).toBe(begun)
  })
})
