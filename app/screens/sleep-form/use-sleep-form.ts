import { useMemo, useRef, useState } from 'react'
import { formatDuration } from '../../../core/durations.ts'
import { type RecordWarning, warningsFor } from '../../../core/record-warnings.ts'
import type { SleepRecord } from '../../../core/sleep-record.ts'
import { common, failures, recordTypes, sleepForm } from '../../copy.es.ts'
import { type RecordDraft, updateRecord } from '../../data/changes.ts'
import { clock } from '../../data/clock.ts'
import { changedFields } from '../../data/outbox.ts'
import { showToast, type ToastMessage } from '../../ui/toasts.ts'
import { saveOrSay } from '../save-or-say.ts'
import {
  beginForm,
  type FormProblem,
  type FormTarget,
  notesOf,
  problemOf,
  recordOf,
  type SleepForm,
  startEarlier,
  withRunningStart,
} from './sleep-form-state.ts'
import { storeForm, storeStart } from './store-form.ts'

const PROBLEMS: Record<FormProblem, ToastMessage> = {
  'confirm-required': {
    title: sleepForm.confirmRequired,
    detail: sleepForm.confirmRequiredDetail,
    tone: 'failure',
  },
  'times-missing': { title: common.error, detail: sleepForm.timesMissing, tone: 'failure' },
  'no-duration': { title: common.error, detail: sleepForm.endBeforeStart, tone: 'failure' },
}

interface SleepFormSettings {
  target: FormTarget
  records: readonly SleepRecord[]
  onTouched: (runningId: string | null) => void
  onDone: () => void
}

/** The form's state and everything that writes: ✓ on the start, what is noted while a sleep runs, the submit. */
export function useSleepForm({ target, records, onTouched, onDone }: SleepFormSettings) {
  const [form, setForm] = useState(() => beginForm(target, clock.now()))
  const [begun, setBegun] = useState({ target, form })
  const [warnedAbout, setWarnedAbout] = useState<string | null>(null)
  const isWriting = useRef(false)
  if (begun.target !== target) {
    const next = beginForm(target, clock.now())
    setBegun({ target, form: next })
    setForm(next)
  }
  const notes = useRef<Promise<unknown>>(Promise.resolve())
  const warnings = warnedAbout === timesOf(form) ? warningsOf(form, records) : []
  // Null for a record that was deleted on another phone too: what is saved here is a new one then.
  const stored = useMemo(
    () => (form.id === null ? null : (records.find((record) => record.id === form.id) ?? null)),
    [records, form.id],
  )

  function change(next: SleepForm): void {
    setForm(next)
    onTouched(next.running ? next.id : null)
    if (next.running && stored !== null) keepNotes(stored.id, changedFields(notesOf(form), notesOf(next)))
  }

  /** A running sleep can't be submitted before it has an end: what is noted meanwhile is stored at once, in turn. */
  function keepNotes(id: string, noted: Partial<RecordDraft>): void {
    if (Object.keys(noted).length === 0) return
    notes.current = notes.current.then(() => saveOrSay(updateRecord(id, noted), failures.updateRecord))
  }

  /** One write at a time: a second tap while the first is being stored does nothing. */
  async function write(work: () => Promise<void>, failure: string): Promise<void> {
    if (isWriting.current) return
    isWriting.current = true
    await saveOrSay(work(), failure)
    isWriting.current = false
  }

  /** A sleep that runs is stored at once; the start of a finished one waits for the submit like all else. */
  async function confirmStart(from: SleepForm): Promise<void> {
    if (from.id !== null && !from.running) {
      change({ ...from, startConfirmed: true })
      return
    }
    await write(
      async () => {
        // From here on it is no empty form any more, which would begin anew when it is opened again.
        onTouched(from.running ? from.id : null)
        const { id, action } = await storeStart(from, stored, (undone) => {
          setForm(undone)
          onTouched(stored?.id ?? null)
        })
        setForm((current) => withRunningStart({ ...current, date: from.date, start: from.start }, id))
        onTouched(id)
        showToast({ title: sleepForm.startSaved, action })
        keepNotes(id, changedFields(notesOf(begun.form), notesOf(from)))
      },
      stored === null ? failures.startRecord : failures.updateRecord,
    )
  }

  /** What is missing is said, and given back. */
  function submit(): FormProblem | null {
    const problem = problemOf(form)
    if (problem !== null) {
      showToast(PROBLEMS[problem])
      return problem
    }
    const times = timesOf(form)
    // Times that were saved once are not asked about again when something else is edited.
    const isAsked =
      times === warnedAbout ||
      (begun.form.id !== null && !begun.form.running && times === timesOf(begun.form))
    if (!isAsked && warningsOf(form, records).length > 0) setWarnedAbout(times)
    else void save()
    return null
  }

  async function save(): Promise<void> {
    const isNew = target.kind === 'new' || stored === null
    await write(
      async () => {
        const action = await storeForm({ form, begun: begun.form, stored, isNew })
        showToast({ ...savedMessage(form, isNew), action })
        onDone()
      },
      isNew ? failures.saveRecord : failures.updateRecord,
    )
  }

  return {
    form,
    stored,
    change,
    /** ✓ on the start: confirms it, or opens it again for a change. */
    toggleStart: () =>
      form.startConfirmed ? change({ ...form, startConfirmed: false }) : void confirmStart(form),
    /** The start of a running sleep moves and is stored in one tap; any other needs its ✓ as after typing. */
    moveStart: (minutes: number) => {
      const moved = startEarlier(form, minutes)
      if (form.running && form.startConfirmed) void confirmStart(moved)
      else change(moved)
    },
    submit,
    /** What looks odd, once a submit has asked about these times. */
    warnings,
  }
}

function warningsOf(form: SleepForm, records: readonly SleepRecord[]): RecordWarning[] {
  return warningsFor({ ...recordOf(form), id: form.id ?? '' }, records, clock.now())
}

function timesOf(form: SleepForm): string {
  return [form.date, form.type, form.start, form.end].join(' ')
}

function savedMessage(form: SleepForm, isNew: boolean): ToastMessage {
  const type = recordTypes[form.type].toLowerCase()
  const { duration } = recordOf(form)
  return isNew
    ? { title: sleepForm.saved, detail: sleepForm.savedDetail(type, formatDuration(duration)) }
    : { title: sleepForm.updated, detail: sleepForm.updatedDetail(type) }
}
