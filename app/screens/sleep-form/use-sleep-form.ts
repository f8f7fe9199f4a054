import { useRef, useState } from 'react'
import { formatDuration } from '../../../core/durations.ts'
import { type RecordWarning, warningsFor } from '../../../core/record-warnings.ts'
import type { SleepRecord } from '../../../core/sleep-record.ts'
import { common, failures, recordTypes, sleepForm } from '../../copy.es.ts'
import { addRecord, createPartialRecord, updateRecord } from '../../data/changes.ts'
import { clock } from '../../data/clock.ts'
import { showToast, type ToastMessage } from '../../ui/toasts.ts'
import {
  beginForm,
  type FormProblem,
  type FormTarget,
  problemOf,
  recordOf,
  type SleepForm,
  startEarlier,
  withRunningStart,
} from './sleep-form-state.ts'

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

/** The form's state and everything that writes: ✓ on the start, and the submit. */
export function useSleepForm({ target, records, onTouched, onDone }: SleepFormSettings) {
  const [form, setForm] = useState(() => beginForm(target, clock.now()))
  // Times that were saved once are not asked about again when something else is edited.
  const [storedTimes] = useState(() => (form.id !== null && !form.running ? timesOf(form) : null))
  const [warnedAbout, setWarnedAbout] = useState<string | null>(null)
  const writing = useRef(false)
  const warnings = warnedAbout === timesOf(form) ? warningsOf(form, records) : []

  function change(next: SleepForm): void {
    setForm(next)
    onTouched(next.running ? next.id : null)
  }

  /** One write at a time: a second tap while the first is being stored does nothing. */
  async function write(work: () => Promise<void>, failure: string): Promise<void> {
    if (writing.current) return
    writing.current = true
    try {
      await work()
    } catch (reason) {
      console.warn(reason)
      showToast({ title: common.error, detail: failure, tone: 'failure' })
    } finally {
      writing.current = false
    }
  }

  function startStored(from: SleepForm, id: string): void {
    const { date, start } = from
    setForm((current) => withRunningStart({ ...current, date, start }, id))
    onTouched(id)
    showToast({ title: sleepForm.startSaved })
  }

  /** A sleep that runs is stored at once; the start of a finished one waits for the submit like all else. */
  async function confirmStart(from: SleepForm): Promise<void> {
    const start = { date: from.date, type: from.type, start_time: from.start }
    const { id } = from
    if (id === null) {
      await write(async () => {
        const record = await createPartialRecord(start)
        startStored(from, record.id)
      }, failures.startRecord)
    } else if (from.running) {
      await write(async () => {
        await updateRecord(id, start)
        startStored(from, id)
      }, failures.updateRecord)
    } else {
      change({ ...from, startConfirmed: true })
    }
  }

  async function submit(): Promise<void> {
    const problem = problemOf(form)
    if (problem !== null) {
      showToast(PROBLEMS[problem])
      return
    }
    const times = timesOf(form)
    if (times !== storedTimes && times !== warnedAbout && warningsOf(form, records).length > 0) {
      setWarnedAbout(times)
      return
    }
    await write(
      async () => {
        const record = recordOf(form)
        await (form.id === null ? addRecord(record) : updateRecord(form.id, record))
        showToast(savedMessage(form, target))
        onDone()
      },
      target.kind === 'new' ? failures.saveRecord : failures.updateRecord,
    )
  }

  return {
    form,
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

function savedMessage(form: SleepForm, target: FormTarget): ToastMessage {
  const type = recordTypes[form.type].toLowerCase()
  const { duration } = recordOf(form)
  return target.kind === 'new'
    ? { title: sleepForm.saved, detail: sleepForm.savedDetail(type, formatDuration(duration)) }
    : { title: sleepForm.updated, detail: sleepForm.updatedDetail(type) }
}
