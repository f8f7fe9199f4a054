import { useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { BLANK_RECORD, type SleepRecord } from '../../../core/records/sleep-record.ts'
import type { LocalTime } from '../../../core/time/time.ts'
import type { StoredEdit } from '../../changes/record-changes.ts'
import { clock } from '../../device/clock.ts'
import { holdsMore } from '../../forms/drafts.ts'
import type { Details } from '../../forms/refused-note.ts'
import {
  beginForm,
  detailsOf,
  type FormProblem,
  isOverBy,
  problemOf,
  type SleepForm,
  startEarlier,
  withEnteredStart,
  withStartNow,
} from '../../forms/sleep-form-state.ts'
import { store } from '../../local/phone-store.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { useUnsavedInput } from '../../navigation/unsaved-input.ts'
import { showToast, withdrawOffer } from '../../ui/overlays/toasts.ts'
import { evening } from '../../words/night.es.ts'
import { failures, sleepForm } from '../../words/screens.es.ts'
import { type SleepEnd, useSleepEnd } from '../end-sleep/use-sleep-end.ts'
import { saveOrSay } from '../shared/save-or-say.ts'
import { PROBLEMS, SLEEPS_ON, savedMessage } from './form-messages.ts'
import type { SleepFormSettings } from './form-place.ts'
import {
  isAllStored,
  sleepInProgress,
  takenUp,
  withNotesTold,
  withRecord,
  withStoredStart,
  withTapped,
} from './running-sleep.ts'
import { notesInTurn } from './storing/notes-in-turn.ts'
import { startsInTurn } from './storing/starts-in-turn.ts'
import { isGone, storeForm, storeStart } from './storing/store-form.ts'
import { type AfterStart, isClosing, useWriting } from './storing/use-writing.ts'
import { useLastEvening } from './use-last-evening.ts'
import { useWarnings } from './use-warnings.ts'

/** The form's state and everything that writes: ✓ on the start, what is noted while a sleep runs, the submit. */
export function useSleepForm(settings: SleepFormSettings) {
  const zone = useTimeZone()
  const { target, openedAt, resumed, held, records, open, now } = settings
  const { onTouched, onStoring, onLateNews, onMissing, onAnother, onDone } = settings
  const [first] = useState(() => takenUp(target, resumed, records, openedAt, zone))
  const [begun, setBegun] = useState({ target, form: first.begun })
  const [form, setForm] = useState(first.form)
  const { writing, drawn, write } = useWriting()
  /** Of a start that has just been stored: what was told of the sleep with it. */
  const told = useRef<Details | null>(null)
  const afterStart = useRef<AfterStart | null>(null)
  const [inTurn] = useState(startsInTurn)
  const isAnother = begun.target !== target
  if (isAnother) {
    const next = beginForm(target, openedAt, zone)
    setBegun({ target, form: next })
    setForm(next)
  }
  const [isTyping, setTyping] = useState(false)
  const latest = useRef({ form, isTyping, onStoring, onLateNews })
  const [notes] = useState(() =>
    notesInTurn(first.form, beingStored, (id, refused) => {
      const record = store.data().records.find((other) => other.id === id)
      redraw(withNotesTold(id, refused, record))
    }),
  )
  /** What was stored when the form was saved and a note refused. */
  const earlier = useRef<StoredEdit | null>(null)
  const [saved, setSaved] = useState<readonly SleepForm[]>([])
  const [warnings, askAboutTimes] = useWarnings({ form, begun: begun.form }, records, open, now, zone)
  // Null for a record that was deleted on another phone too: what is saved here is a new one then.
  const stored = useMemo(
    () => (form.id === null ? null : (records.find((record) => record.id === form.id) ?? null)),
    [records, form.id],
  )
  useLayoutEffect(() => {
    held.current = form
    latest.current = { form, isTyping, onStoring, onLateNews }
  })
  const [seen, setSeen] = useState(stored)
  if (seen !== stored) {
    setSeen(stored)
    // The news of the sleep that a form held before are none of the form that has just begun.
    if (!isAnother && form.running && stored !== null) {
      const next = withRecord({ begun: begun.form, form }, seen, stored)
      setForm(next.form)
      setBegun({ target, form: next.begun })
    }
  }
  useUnsavedInput(isTyping || (form.running && !isAllStored(form, { stored, begun: begun.form }, zone)))
  const [lastEvening, keepToday] = useLastEvening(form, target, now, zone)
  const sleep = sleepInProgress(form, { target, openedAt }, records, open, now, zone)
  const sleepEnd = useSleepEnd(
    onDone,
    (ended) => {
      // A form that holds something doesn't give way by itself, as one does whose sleep was ended elsewhere.
      onTouched(form.id)
      return notes.keep(ended.id)
    },
    (work) => write('end', beingStored(work)),
  )

  /** The carer may be gone by now, and nothing be drawn any more: what the form has become is told all the same. */
  function redraw(mend: (current: SleepForm) => SleepForm): void {
    setForm(mend)
    latest.current.form = mend(latest.current.form)
    latest.current.onLateNews(latest.current.form)
  }

  /** As long as the disk hasn't answered, nobody takes up what the form has left. */
  function beingStored<Answer>(work: Promise<Answer>): Promise<Answer> {
    const { onStoring } = latest.current
    onStoring(true)
    return work.finally(() => onStoring(false))
  }

  const opened = () => ({ openedAt, inProgress: sleep, now: clock.now() })

  function change(next: SleepForm): void {
    if (isClosing(writing())) return
    setForm((current) => withTapped(current, form, next))
    if (writing() !== 'start') onTouched(next.running ? next.id : null)
    if (!next.running || stored === null) return
    notes.add(stored.id, told.current ?? detailsOf(form, zone), detailsOf(next, zone))
    told.current = null
  }

  /** A sleep that runs is stored at once; the start of a finished one waits for the submit like all else. */
  function confirmStart(from: SleepForm): void {
    if (from.id !== null && !from.running) change({ ...from, startConfirmed: true })
    else void writeStart((current) => ({ ...current, date: from.date, start: from.start }))
  }

  /** The start of a running sleep moves and is stored in one tap; any other needs its ✓ as after typing. */
  function moveStart(minutes: number): void {
    if (form.running && form.startConfirmed) void writeStart((by) => startEarlier(by, minutes, zone))
    else change(startEarlier(form, minutes, zone))
  }

  /** When the phone refuses it, that is said, and is all: neither the submit nor the end that was tapped meanwhile. */
  async function writeStart(become: (current: SleepForm) => SleepForm): Promise<void> {
    if (isClosing(writing())) return
    const isFirst = writing() === null
    const isMove = form.startConfirmed
    const failure = stored === null ? failures.startRecord : failures.updateRecord
    const turn = inTurn(async () => {
      const current = latest.current.form
      // Another may have been entered meanwhile, which waits for its ✓, or this one be stored, or the sleep be deleted.
      if (current.startConfirmed !== isMove || !(isFirst || !isGone(current, null))) return true
      const isStored = await saveOrSay(storeStartOf(become(current), isMove ? current : form), failure)
      if (!isStored) afterStart.current = null
      return isStored
    })
    await write('start', beingStored(turn))
  }

  /** @param shown the form on which ✓ was tapped, or that the minutes are taken off. */
  async function storeStartOf(from: SleepForm, shown: SleepForm): Promise<void> {
    const stored = store.data().records.find(({ id }) => id === from.id) ?? null
    // Undone by now, the one before would put its own start under this one.
    withdrawOffer()
    const storing = storeStart(from, stored, (undone) => {
      redraw(undone)
      onTouched(stored?.id ?? null)
    })
    // From here on it is no empty form any more, which would begin anew when it is opened again. The disk is asked
    // first, and needn't wait until that is drawn.
    onTouched(from.running ? from.id : null)
    const { id, action } = await storing
    redraw((current) => withStoredStart(current, { shown, stored: from, id }))
    onTouched(id)
    showToast({
      title: sleepForm.startSaved,
      ...(from.date === lastEvening && { detail: evening.ofYesterday }),
      action,
    })
    // Of one that was stored before, each note was told as it was tapped.
    if (stored !== null) return
    told.current = detailsOf(latest.current.form, zone)
    notes.add(id, { ...BLANK_RECORD, type: from.type }, told.current)
  }

  /** The sleep goes on: the form only closes, unless a time or a count was entered meanwhile. */
  async function leaveRunning(running: SleepRecord): Promise<void> {
    if (!(await notes.keep(running.id))) return
    showToast(SLEEPS_ON)
    if (!holdsMore(latest.current.form) && !latest.current.isTyping) onDone()
  }

  /** The sleep of the form's head ends as in the diary; a start that waits for its ✓ is asked for first. */
  function end(record: SleepRecord, time: LocalTime): void {
    if (writing() === 'start') afterStart.current = { end: time, of: record }
    else if (!form.startConfirmed) sayMissing('confirm-required')
    else if (!isClosing(writing())) sleepEnd.end(record, time)
  }

  const ending: SleepEnd = {
    ...sleepEnd,
    end,
    confirm(type) {
      if (writing() === 'start') afterStart.current = { answer: type }
      else if (!isClosing(writing())) sleepEnd.confirm(type)
    },
  }

  function submit(next: 'done' | 'another' = 'done'): void {
    if (writing() === 'start') afterStart.current = { submit: next }
    if (writing() !== null) return
    if (sleep !== null && form.startConfirmed && form.end === '') {
      void leaveRunning(sleep)
      return
    }
    // One that was deleted elsewhere while it ran is added as it is: its end comes later.
    const isAddedOpen = isGone(form, stored) && form.running && form.startConfirmed && form.end === ''
    const problem = isAddedOpen ? null : problemOf(form, zone)
    if (problem !== null) sayMissing(problem)
    else if (!askAboutTimes()) void save(next)
  }

  function sayMissing(problem: FormProblem): void {
    showToast(PROBLEMS[problem])
    onMissing()
  }

  async function save(next: 'done' | 'another'): Promise<void> {
    const isNew = target.kind === 'new' || stored === null
    const failure = isNew ? failures.saveRecord : failures.updateRecord
    await write('form', beingStored(saveOrSay(storeAll(next, isNew), failure)))
  }

  async function storeAll(next: 'done' | 'another', isNew: boolean): Promise<void> {
    const isToldWhole = target.kind === 'new' && !resumed?.running && isOverBy(openedAt, form, zone)
    setSaved((before) => [...before, form])
    // The disk is asked at once, lest the page end first: notes that are still in their turn add to what it makes.
    const asked = { target, form, begun: begun.form, stored, isToldWhole, earlier: earlier.current }
    const { action, edit } = await storeForm(asked, zone)
    if (form.running && stored && !(await notes.keep(stored.id, failures.noteBesideEnd))) {
      // It has been said that the rest isn't stored: the form can be saved once more, and both be undone then.
      earlier.current = edit
      return
    }
    showToast({ ...savedMessage(form, isNew, begun.form.running, zone), action })
    if (next === 'another') onAnother(form.date)
    else onDone()
  }

  /** A tap that comes right after ✓, or after the start was moved, waits for it. */
  const afterStartStored = useEffectEvent(() => {
    const [tapped, details] = [afterStart.current, told.current]
    afterStart.current = null
    told.current = null
    if (details !== null && form.id !== null) notes.add(form.id, details, detailsOf(form, zone))
    if (tapped === null) return
    if ('submit' in tapped) submit(tapped.submit)
    else if ('answer' in tapped) sleepEnd.confirm(tapped.answer)
    else end(records.find((record) => record.id === tapped.of.id) ?? tapped.of, tapped.end)
  })
  useLayoutEffect(() => {
    if (drawn.writing === null) afterStartStored()
  }, [drawn])

  return {
    form,
    stored,
    isClosing: isClosing(drawn.writing),
    /** It is of a stored sleep, or something was entered or is being stored. */
    isBegun: form.id !== null || form !== begun.form || drawn.writing !== null,
    /** As the form was each time that it was stored, or tried to be. */
    saved,
    change,
    enterStart: (start: string) => change(withEnteredStart(form, start, opened(), zone)),
    startNow: () => change(withStartNow(form, opened(), zone)),
    /** ✓ on the start: confirms it, or opens it again for a change. */
    toggleStart: () =>
      form.startConfirmed
        ? change({ ...form, startConfirmed: false })
        : confirmStart({ ...form, date: lastEvening ?? form.date }),
    moveStart,
    /** A count is being typed, which the form holds once it is settled. */
    typing: (isTyping: boolean) => {
      setTyping(isTyping)
      if (isTyping) onTouched(form.running ? form.id : null)
    },
    submit,
    /** The evening as whose night ✓ stores the form; null: it is of its own date. */
    lastEvening,
    keepToday,
    /** The sleep that is in progress and can be ended in one tap. */
    sleep,
    ending,
    /** What looks odd, once a submit has asked about these times. */
    warnings,
  }
}
