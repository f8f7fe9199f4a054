import { type SleepRecord, startTimeOf } from '../../../core/sleep-record.ts'
import { failures } from '../../copy.es.ts'
import { addRecord, createPartialRecord, deleteRecord, updateRecord } from '../../data/changes.ts'
import { changedFields } from '../../data/outbox.ts'
import { undo } from '../save-or-say.ts'
import { recordOf, type SleepForm, withoutRecord, withRunningStart } from './sleep-form-state.ts'

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
  await updateRecord(id, { date, start_time: start })
  const action = undo(async () => {
    await updateRecord(id, { date: stored.date, start_time: stored.start_time })
    const before = { date: stored.date, start: startTimeOf(stored) ?? '' }
    back((current) => (current.id === id ? withRunningStart({ ...current, ...before }, id) : current))
  }, failures.updateRecord)
  return { id, action }
}

interface FormToStore {
  form: SleepForm
  /** The form as it was opened: only what was changed since is written, over what another phone may have noted. */
  begun: SleepForm
  /** The record in the log, if it is there. */
  stored: SleepRecord | null
  /** The entry was made by this form: undone, it is gone. */
  isNew: boolean
}

/** Adds the record, or updates it; answers how to take that back. */
export async function storeForm({ form, begun, stored, isNew }: FormToStore) {
  const record = recordOf(form)
  if (stored === null) {
    const { id } = await addRecord(record)
    return undo(() => deleteRecord(id), failures.deleteRecord)
  }
  const { id, user_id: _userId, ...before } = stored
  await updateRecord(id, changedFields(recordOf(begun), record))
  return isNew
    ? undo(() => deleteRecord(id), failures.deleteRecord)
    : undo(() => updateRecord(id, changedFields(record, before)), failures.updateRecord)
}
