import { type SleepRecord, startTimeOf } from '../../../../core/records/sleep-record.ts'
import type { TimeZone } from '../../../../core/time/time.ts'
import {
  addRecord,
  createPartialRecord,
  deleteRecord,
  type RecordDraft,
  takeBack,
  updateRecord,
} from '../../../changes/changes.ts'
import type { StoredEdit } from '../../../changes/record-changes.ts'
import {
  detailsOf,
  type FormTarget,
  recordOf,
  type SleepForm,
  withoutRecord,
  withRunningStart,
} from '../../../forms/sleep-form-state.ts'
import { changedFields } from '../../../local/outbox.ts'
import { store } from '../../../local/phone-store.ts'
import { failures } from '../../../words/screens.es.ts'
import { undo } from '../../shared/save-or-say.ts'
import { undoEdit } from '../../shared/undo-edit.ts'

type Back = (mend: (current: SleepForm) => SleepForm) => void

/** ✓ on the start of a sleep that runs: a new record, or the stored one's new start. `back` mends the form on undo. */
export async function storeStart({ date, type, start }: SleepForm, stored: SleepRecord | null, back: Back) {
  if (stored === null) {
    const { id } = await createPartialRecord({ date, type, start_time: start })
    const action = undo(async () => {
      await deleteRecord(id)
      back((current) => (current.id === id ? withoutRecord(current) : current))
    }, failures.deleteRecord)
    return { id, action }
  }
  const { id } = stored
  const edit = await updateRecord(id, { date, start_time: start })
  const action = undoEdit(edit, async () => {
    const undone = await takeBack(edit)
    const was = undone?.after ?? edit?.before ?? stored
    const before = { date: was.date, start: startTimeOf(was) ?? '' }
    back((current) => (current.id === id ? withRunningStart({ ...current, ...before }, id) : current))
    return undone
  })
  return { id, action }
}

interface FormToStore {
  target: FormTarget
  form: SleepForm
  /** The form as it was opened: only what was changed since is written, over what another phone may have noted. */
  begun: SleepForm
  /** The record in the log, if it is there. */
  stored: SleepRecord | null
  /** The entry was made by this form once the sleep was over: undone, it is gone. Else the sleep runs again. */
  isToldWhole: boolean
  /** What the form has stored of its sleep when it was saved before, and a note was refused. */
  earlier: StoredEdit | null
}

/** Adds the record, or updates it; answers how to take that back, and what was stored earlier with it. */
export async function storeForm(
  { target, form, begun, stored, isToldWhole, earlier }: FormToStore,
  zone: TimeZone,
) {
  const record = recordOf(form, zone)
  if (stored === null) {
    const { id } = await addRecord(record)
    return { action: undo(() => deleteRecord(id), failures.deleteRecord), edit: null }
  }
  const { id } = stored
  const { taps } = target.kind === 'new' ? stored : target.record
  const shown = { ...recordOf(begun, zone), taps }
  // What is noted of a sleep that runs is stored by notes of their own: as a step, it would count twice.
  const noted = form.running ? detailsOf(form, zone) : {}
  const untold = changedFields<Partial<RecordDraft>>(noted, changedFields(recordOf(begun, zone), record))
  const edit = withEarlier(await updateRecord(id, untold, shown), earlier)
  const action = isToldWhole ? undo(() => deleteRecord(id), failures.deleteRecord) : undoEdit(edit)
  return { action, edit }
}

/** Two edits of a record as one, without what came between them from elsewhere. */
function withEarlier(edit: StoredEdit | null, earlier: StoredEdit | null): StoredEdit | null {
  if (edit === null || earlier === null || earlier.after.id !== edit.after.id) return edit
  return { ...edit, before: { ...edit.before, ...changedFields(earlier.after, earlier.before) } }
}

/** A form out of sight draws no news: what the log has is asked too. */
export function isGone({ id }: SleepForm, stored: SleepRecord | null): boolean {
  return stored === null && store.data().records.every((record) => record.id !== id)
}
