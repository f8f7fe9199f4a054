import { describe, expect, it } from 'vitest'
import { siesta } from '../../core/testing/records.ts'
import { instantAt } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { asOffered, livingDrafts } from '../forms/drafts.ts'
import { beginForm, type FormTarget, formOf, type SleepForm, withStart } from '../forms/sleep-form-state.ts'
import {
  closeOverForm,
  forgetDraft,
  formIsOver,
  leaveForm,
  mendDraft,
  type Navigation,
  openForm,
  pickDay,
  putFormAway,
  resumeDraft,
  startNavigation,
  type Tab,
  touchForm,
  trailOfScreens,
} from './navigation.ts'
import { pressTab, travel } from './press-tab.ts'

const TODAY = '2025-08-11'

const nap = { ...siesta(TODAY, '13:00'), id: 'nap' }
const ended = { ...nap, end_time: '14:00' }
const nothing = { records: [], open: null, today: TODAY, wouldBeginAlike: false, held: null }
const running = { records: [nap], open: nap, today: TODAY, wouldBeginAlike: false, held: null }

describe('navigation', () => {
  it('starts in the diary', () => {
    expect(startNavigation(null, TODAY)).toMatchObject({
      tab: 'diary',
      form: { kind: 'new', date: TODAY },
    })
  })

  it('starts in the form of the open record', () => {
    expect(startNavigation(nap, TODAY)).toMatchObject({ tab: 'add', form: { kind: 'edit', record: nap } })
  })

  it('goes back to the diary with a new, empty form', () => {
    const form = startNavigation(nap, TODAY)
    const back = leaveForm(form, TODAY)
    expect(back).toMatchObject({ tab: 'diary', form: { kind: 'new', date: TODAY }, runningId: null })
    expect(back.formKey).not.toBe(form.formKey)
    expect(back.drawnFor).toBe(back.formKey)
  })

  it('stays where the carer went while the form was being stored', () => {
    const form = touchForm(startNavigation(nap, TODAY), nap.id)
    const plan = pressTab(form, 'plan', running)
    const stored = leaveForm(plan, TODAY)
    expect(stored).toMatchObject({ tab: 'plan', behind: plan.behind, touched: false, runningId: null })
    expect(stored.form).toEqual({ kind: 'new', date: TODAY })
  })

  it('opens a new form with +, so that its time is the present', () => {
    const diary = startNavigation(null, TODAY)
    const add = pressTab(diary, 'add', nothing)
    expect(add).toMatchObject({ tab: 'add', form: { kind: 'new', date: TODAY } })
    expect(add.formKey).not.toBe(diary.formKey)
    // An empty form that replaces an empty one keeps its elements.
    expect(add.drawnFor).toBe(diary.drawnFor)
  })

  it('keeps an empty form with + where a new one would begin alike', () => {
    const diary = startNavigation(null, TODAY)
    const alike = { ...nothing, wouldBeginAlike: true }
    const add = pressTab(diary, 'add', alike)
    expect(add).toEqual({ ...diary, tab: 'add', behind: ['diary'] })
    expect(pressTab({ ...diary, closedBy: 'ended' }, 'add', alike)).toEqual(add)
    expect(pressTab(diary, 'add', { ...running, wouldBeginAlike: true }).form.kind).toBe('edit')
    const another = pressTab({ ...diary, day: '2025-08-10' }, 'add', alike)
    expect(another.form).toEqual({ kind: 'new', date: '2025-08-10' })
  })

  it('opens a new form with + over that of a sleep that has ended, though it would begin alike', () => {
    const started = touchForm(startNavigation(null, TODAY), 'nap')
    const add = pressTab(started, 'add', { ...nothing, records: [ended], wouldBeginAlike: true })
    expect(add).toMatchObject({ form: { kind: 'new', date: TODAY }, touched: false, runningId: null })
    expect(add.formKey).not.toBe(started.formKey)
  })

  it('opens the running sleep with +', () => {
    expect(pressTab(startNavigation(null, TODAY), 'add', running).form).toEqual({ kind: 'edit', record: nap })
  })

  it('keeps what was entered while another tab is looked at', () => {
    const begun = touchForm(openForm(startNavigation(null, TODAY), { kind: 'new', date: '2025-08-10' }), null)
    const back = pressTab(pressTab(begun, 'plan', nothing), 'add', nothing)
    expect(back).toEqual({ ...begun, behind: ['diary', 'plan', 'diary'] })
  })

  it('keeps a started sleep in its form until it ends elsewhere', () => {
    const started = pressTab(
      touchForm(pressTab(startNavigation(null, TODAY), 'add', nothing), 'nap'),
      'diary',
      running,
    )
    expect(pressTab(started, 'add', running).formKey).toBe(started.formKey)
    expect(pressTab(started, 'add', { ...nothing, records: [ended] }).form).toEqual({
      kind: 'new',
      date: TODAY,
    })
    expect(pressTab(started, 'add', nothing).form).toEqual({ kind: 'new', date: TODAY })
  })

  it('does nothing when the tab is the present one', () => {
    const add = startNavigation(nap, TODAY)
    expect(pressTab(add, 'add', running)).toBe(add)
  })

  it('opens a new form with + over that of a sleep that nobody ended, and keeps what was entered of its end', () => {
    const forgotten = { ...nothing, records: [nap] }
    const start = startNavigation(nap, TODAY)
    const add = pressTab(start, 'add', forgotten)
    expect(add).toMatchObject({
      tab: 'add',
      behind: ['diary'],
      form: { kind: 'new', date: TODAY },
      drafts: [],
    })
    expect(add.formKey).not.toBe(start.formKey)
    const held = { ...beginForm(start.form, instantAt(TODAY, '16:20', MADRID), MADRID), end: '14:00' }
    const kept = pressTab(touchForm(start, nap.id), 'add', { ...forgotten, held })
    expect(kept).toMatchObject({ form: { kind: 'new' }, drafts: [{ form: held }] })
    // From another tab, too, where it waits with its start that was saved there.
    const left = pressTab(touchForm(start, nap.id), 'plan', forgotten)
    expect(pressTab(left, 'add', forgotten).form).toEqual({ kind: 'new', date: TODAY })
    expect(pressTab(left, 'plan', forgotten)).toBe(left)
    // The browser, which comes to the form that it is at, opens none.
    expect(travel(start, ['diary', 'add'], forgotten)).toBe(start)
    expect(pressTab(touchForm(start, nap.id), 'add', nothing).form).toBe(start.form)
  })

  it('knows when the running sleep of the form is over', () => {
    const form = startNavigation(nap, TODAY)
    expect(formIsOver(form, [nap])).toBe(false)
    expect(formIsOver(form, [ended])).toBe(true)
    expect(formIsOver(form, [])).toBe(true)
    expect(formIsOver(leaveForm(form, TODAY), [])).toBe(false)
  })

  it('knows when the record of the form was deleted', () => {
    const form = openForm(startNavigation(null, TODAY), { kind: 'edit', record: ended })
    expect(formIsOver(form, [ended])).toBe(false)
    expect(formIsOver(form, [])).toBe(true)
  })

  it('takes a touch that says nothing new as it is', () => {
    const touched = touchForm(startNavigation(null, TODAY), null)
    expect(touchForm(touched, null)).toBe(touched)
  })
})

describe('a form whose sleep is over', () => {
  const open = startNavigation(nap, TODAY)
  const none = new Set<string>()

  it('closes and says why, where another phone ended or deleted it', () => {
    expect(closeOverForm(open, [ended], none, TODAY)).toMatchObject({ tab: 'diary', closedBy: 'ended' })
    expect(closeOverForm(open, [], none, TODAY)).toMatchObject({ tab: 'diary', closedBy: 'deleted' })
  })

  it('goes on with the end where this phone has set it', () => {
    expect(closeOverForm(open, [ended], new Set([nap.id]), TODAY)).toMatchObject({
      tab: 'add',
      form: { kind: 'edit', record: ended },
      runningId: null,
      closedBy: null,
    })
  })

  it('closes without a word where this phone has deleted it', () => {
    expect(closeOverForm(open, [], new Set([nap.id]), TODAY)).toMatchObject({ tab: 'diary', closedBy: null })
  })

  it('stays when something was entered, and as long as the sleep runs', () => {
    const touched = touchForm(open, nap.id)
    expect(closeOverForm(touched, [ended], none, TODAY)).toBe(touched)
    expect(closeOverForm(open, [nap], none, TODAY)).toBe(open)
  })
})

describe('a form whose sleep is over and lacks a note that the phone refused', () => {
  const held = { ...formOf(nap), refused: [{ shown: nap, noted: { ...nap, feedings: 1 } }] }
  const left = pressTab(touchForm(startNavigation(nap, TODAY), nap.id), 'diary', running)
  const over = { ...nothing, records: [ended], held }
  const offered = { target: { kind: 'edit', record: ended }, form: { ...formOf(ended), feedings: 1 } }
  const offers = (from: Navigation, records = [ended]) =>
    livingDrafts(from.drafts, records).map((draft) => asOffered(draft, records))

  it('gives way to «+», which offers it by name and opens the sleep in progress, or else the day', () => {
    const add = pressTab(left, 'add', over)
    expect(add).toMatchObject({ form: { kind: 'new', date: TODAY }, resumed: null })
    expect(offers(add)).toMatchObject([offered])
    const later = { ...siesta(TODAY, '15:00'), id: 'later' }
    const ofLater = pressTab(left, 'add', { ...over, records: [later, ended], open: later })
    expect(ofLater.form).toEqual({ kind: 'edit', record: later })
    expect(offers(ofLater)).toMatchObject([offered])
    const ofSunday = pressTab(pickDay(left, '2025-08-10', TODAY), 'add', over)
    expect(ofSunday.form).toEqual({ kind: 'new', date: '2025-08-10' })
    expect(offers(ofSunday)).toMatchObject([offered])
    // It isn't taken up by itself later either.
    const again = pressTab(leaveForm(add, TODAY), 'add', over)
    expect(again.resumed).toBeNull()
    expect(offers(again)).toMatchObject([offered])
    // «+» may have been pressed while it was offered: it goes all the same.
    expect(offers(again, [])).toEqual([])
  })

  it('is offered on any other form that takes its place, and taken up as an edit', () => {
    const other = openForm(left, { kind: 'edit', record: { ...ended, id: 'other' } }, held)
    const [draft] = offers(other)
    if (draft === undefined) throw new Error('No draft')
    const resumed = resumeDraft(other, draft.formKey, [ended], null)
    expect(resumed).toMatchObject({
      form: offered.target,
      resumed: offered.form,
      runningId: null,
      drafts: [],
    })
    expect(formIsOver(resumed, [ended])).toBe(false)
    expect(forgetDraft(other, draft).drafts).toEqual([])
  })

  it('is gone with its record, and where the log has the note', () => {
    expect(offers(pressTab(left, 'add', { ...over, records: [] }), [])).toEqual([])
    const noted = [{ ...ended, quality: 'buena' } as const]
    const refused = [{ shown: nap, noted: { ...nap, quality: 'buena' } }] as const
    const good = { ...over, records: noted, held: { ...formOf(nap), refused } }
    expect(offers(pressTab(left, 'add', good), noted)).toEqual([])
    expect(pressTab(left, 'add', { ...over, held: formOf(nap) }).drafts).toEqual([])
  })
})

describe('a note that the phone refused once its form had given way', () => {
  const target: FormTarget = { kind: 'edit', record: nap }
  const noted = { ...formOf(nap), feedings: 1 }
  const refused = { ...noted, refused: [{ shown: nap, noted: { ...nap, feedings: 1 } }] }
  const of = (from: Navigation, form: SleepForm) => ({ formKey: from.formKey, target, form })
  const begun = touchForm(startNavigation(nap, TODAY), nap.id)
  const gone = openForm(begun, { kind: 'edit', record: { ...ended, id: 'other' } }, noted)

  it('is a draft, and none any more when it is stored after all', () => {
    const kept = mendDraft(gone, of(begun, refused))
    expect(kept.drafts).toEqual([of(begun, refused)])
    const stored = mendDraft(kept, of(begun, noted))
    expect(livingDrafts(stored.drafts, [{ ...nap, feedings: 1 }])).toEqual([])
    expect(mendDraft(gone, of(begun, noted))).toBe(gone)
  })

  it('is a draft without the times that were given up with the form', () => {
    const given = { ...refused, start: '12:00', startConfirmed: false, end: '14:00' }
    const { drafts } = mendDraft(leaveForm(begun, TODAY), of(begun, given))
    // A start that has its ✓ is taken up as it is stored.
    const form = { feedings: 1, refused: refused.refused, startConfirmed: true, end: '', endConfirmed: false }
    expect(drafts).toMatchObject([{ form }])
  })

  it('is in the draft of its form, where that left one', () => {
    const ending = { ...noted, end: '16:00' }
    const left = openForm(begun, { kind: 'new', date: TODAY }, ending)
    const form = { ...refused, end: '16:00' }
    expect(mendDraft(left, of(begun, form)).drafts).toEqual([of(begun, form)])
  })

  it('is only offered on a form of its own sleep, and not where something is being told in that', () => {
    expect(mendDraft(begun, of(begun, refused))).toBe(begun)
    const again = openForm(begun, target, noted)
    const kept = { ...of(begun, refused), onlyOffered: true }
    const offering = mendDraft(again, of(begun, refused))
    expect(offering).toEqual({ ...again, drafts: [kept] })
    // It may have been noted once more by then: nothing lays it over that unasked.
    expect(pressTab(leaveForm(offering, TODAY), 'add', running)).toMatchObject({
      resumed: null,
      drafts: [kept],
    })
    const touched = touchForm(again, nap.id)
    expect(mendDraft(touched, of(begun, refused))).toBe(touched)
  })
})

describe('«+» under a day', () => {
  const diary = startNavigation(null, TODAY)
  const sunday = pickDay(diary, '2025-08-10', TODAY)
  const held = withStart(
    beginForm({ kind: 'new', date: '2025-08-10' }, instantAt(TODAY, '16:20', MADRID), MADRID),
    '13:00',
  )
  const begun = touchForm(pressTab(sunday, 'add', nothing), null)
  const holding = { ...nothing, held }

  it('is of the day that is looked at', () => {
    expect(pressTab(sunday, 'add', nothing).form).toEqual({ kind: 'new', date: '2025-08-10' })
    expect(pickDay(sunday, TODAY, TODAY).day).toBeNull()
    expect(pressTab(pickDay(sunday, TODAY, TODAY), 'add', nothing).form).toEqual({ kind: 'new', date: TODAY })
  })

  it('is of today where no day is looked at, and of the sleep that runs wherever', () => {
    expect(pressTab(pressTab(sunday, 'plan', nothing), 'add', nothing).form).toMatchObject({ date: TODAY })
    expect(pressTab(sunday, 'add', running).form).toEqual({ kind: 'edit', record: nap })
  })

  it('never brings back what was begun for another day: it waits, and is offered', () => {
    const today = pickDay(pressTab(begun, 'diary', holding), TODAY, TODAY)
    const add = pressTab(today, 'add', holding)
    expect(add).toMatchObject({
      form: { kind: 'new', date: TODAY },
      touched: false,
      drafts: [{ target: { kind: 'new', date: '2025-08-10' }, form: held }],
    })
    const [draft] = add.drafts
    if (draft === undefined) throw new Error('No draft')
    expect(forgetDraft(add, draft).drafts).toEqual([])
    const resumed = resumeDraft(add, draft.formKey, [], null)
    expect(resumed).toMatchObject({
      tab: 'add',
      form: draft.target,
      resumed: held,
      touched: true,
      drafts: [],
    })
    expect(resumed.drawnFor).not.toBe(add.drawnFor)
  })

  it('of the day of a draft takes it up again', () => {
    const add = pressTab(pickDay(pressTab(begun, 'diary', holding), TODAY, TODAY), 'add', holding)
    const back = pickDay(leaveForm(add, TODAY), '2025-08-10', TODAY)
    expect(pressTab(back, 'add', nothing)).toMatchObject({ resumed: held, touched: true, drafts: [] })
  })

  it('another form takes the place of none that holds something', () => {
    expect(openForm(begun, { kind: 'edit', record: ended }, held).drafts).toHaveLength(1)
    expect(openForm(diary, { kind: 'edit', record: ended }, held).drafts).toHaveLength(0)
    // A form that is left by «Cancelar» becomes no draft.
    expect(leaveForm(begun, TODAY).drafts).toHaveLength(0)
  })

  it('what stays of a form that was left is offered, and not taken up by itself', () => {
    const kept = { formKey: begun.formKey, target: begun.form, form: held, onlyOffered: true } as const
    const left = pickDay(leaveForm(begun, TODAY, kept), '2025-08-10', TODAY)
    expect(left).toMatchObject({ tab: 'diary', touched: false, drafts: [kept] })
    const add = pressTab(left, 'add', nothing)
    expect(add).toMatchObject({ resumed: null, touched: false, drafts: [kept] })
    expect(resumeDraft(add, kept.formKey, [], null)).toMatchObject({ resumed: held, drafts: [] })
    const given = forgetDraft(add, kept)
    expect(resumeDraft(given, kept.formKey, [], null)).toBe(given)
  })

  it('what whoever may only look had begun waits until they may write again', () => {
    const away = putFormAway(begun, TODAY, held)
    expect(away).toMatchObject({ tab: 'diary', form: { kind: 'new', date: TODAY }, touched: false })
    expect(away.drafts).toMatchObject([{ target: begun.form, form: held }])
    expect(pressTab(pickDay(away, '2025-08-10', TODAY), 'add', nothing).resumed).toBe(held)
    const empty = pressTab(sunday, 'add', nothing)
    expect(putFormAway(empty, TODAY, held).drafts).toEqual([])
  })

  it('tells two drafts of one record apart', () => {
    const edit = { kind: 'edit', record: ended } as const
    const once = touchForm(openForm(diary, edit), null)
    const twice = touchForm(openForm(once, edit, held), null)
    const [first, second] = openForm(twice, { kind: 'new', date: TODAY }, held).drafts
    expect(first).toMatchObject({ target: edit, form: held })
    expect(second).toMatchObject({ target: edit, form: held })
    expect(first?.formKey).not.toBe(second?.formKey)
  })

  it('goes back to the same day’s form as it was left', () => {
    const diaryAgain = pressTab(begun, 'diary', holding)
    expect(pressTab(diaryAgain, 'add', holding)).toMatchObject({ formKey: begun.formKey, touched: true })
  })
})

describe('going back', () => {
  const press = (from: Navigation, ...tabs: Tab[]) =>
    tabs.reduce((at, tab) => pressTab(at, tab, nothing), from)
  const diary = startNavigation(null, TODAY)
  const back = (from: Navigation) => travel(from, trailOfScreens(from).slice(0, -1), nothing)

  it('leads through the tabs in the order they were opened', () => {
    const plan = press(diary, 'week', 'plan')
    expect(trailOfScreens(plan)).toEqual(['diary', 'week', 'plan'])
    expect(back(plan)).toMatchObject({ tab: 'week', behind: ['diary'] })
    expect(trailOfScreens(back(back(plan)))).toEqual(['diary'])
  })

  it('leads from the form to the diary, wherever it was opened', () => {
    expect(trailOfScreens(press(diary, 'add'))).toEqual(['diary', 'add'])
    expect(trailOfScreens(press(diary, 'week', 'add'))).toEqual(['diary', 'week', 'diary', 'add'])
    expect(trailOfScreens(startNavigation(nap, TODAY))).toEqual(['diary', 'add'])
  })

  it('finds no form again that was left', () => {
    expect(trailOfScreens(leaveForm(press(diary, 'add'), TODAY))).toEqual(['diary'])
    expect(trailOfScreens(press(diary, 'add', 'plan'))).toEqual(['diary', 'plan'])
    expect(trailOfScreens(press(diary, 'add', 'diary'))).toEqual(['diary'])
  })

  it('keeps what the form holds, as a tab does', () => {
    const begun = touchForm(press(diary, 'add'), null)
    const left = back(begun)
    expect(left).toMatchObject({ tab: 'diary', touched: true, formKey: begun.formKey })
    expect(press(left, 'add').formKey).toBe(begun.formKey)
  })

  it('and forward again opens the place, an empty form as «+» does', () => {
    const plan = press(diary, 'plan')
    expect(travel(diary, trailOfScreens(plan), nothing)).toMatchObject({ tab: 'plan', behind: ['diary'] })
    expect(travel(diary, ['diary', 'add'], nothing)).toMatchObject({ tab: 'add', behind: ['diary'] })
  })

  it('is short enough to leave the app', () => {
    const tabs = Array.from({ length: 50 }, (_, index): Tab => (index % 2 === 0 ? 'week' : 'plan'))
    expect(trailOfScreens(press(diary, ...tabs)).length).toBeLessThanOrEqual(21)
    const rounds = tabs.reduce((at) => leaveForm(press(at, 'week', 'add'), TODAY), diary)
    expect(trailOfScreens(rounds).length).toBeLessThanOrEqual(21)
  })

  it('leads to the tab before however many have been opened, and never to the one in sight', () => {
    let at = diary
    for (let index = 0; index < 50; index += 1) {
      at = press(at, index % 2 === 0 ? 'week' : 'plan')
      expect(back(press(at, 'resources')).tab).toBe(at.tab)
      expect(back(at).tab).not.toBe(at.tab)
    }
    expect(back(press(at, 'add')).tab).toBe('diary')
  })

  it('a page that is loaded again comes back to its tab; a form that held nothing stored does not', () => {
    expect(startNavigation(null, TODAY, ['diary', 'plan'])).toMatchObject({ tab: 'plan', behind: ['diary'] })
    expect(startNavigation(null, TODAY, ['diary', 'add'])).toMatchObject({ tab: 'diary', behind: [] })
    expect(startNavigation(null, TODAY, ['entrance'])).toMatchObject({ tab: 'diary', behind: [] })
    expect(trailOfScreens(startNavigation(nap, TODAY, ['diary', 'add']))).toEqual(['diary', 'add'])
  })
})
