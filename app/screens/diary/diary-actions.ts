import { BLANK_RECORD, type SleepRecord, startTimeOf } from '../../../core/records/sleep-record.ts'
import { dayHeading, type LocalDate, type LocalTime, localDateAt } from '../../../core/time/time.ts'
import { addRecord, deleteRecord, restoreRecord, updateRecord } from '../../changes/changes.ts'
import { clock } from '../../device/clock.ts'
import { changedFields } from '../../local/outbox.ts'
import { store } from '../../local/phone-store.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { common } from '../../words/entrance.es.ts'
import { formWords } from '../../words/form.es.ts'
import { deleteDialog, diary, failures } from '../../words/screens.es.ts'
import { wakeUpEntry } from '../../words/wake-up.es.ts'
import { saveOrSay, undo } from '../shared/save-or-say.ts'
import { undoEdit } from '../shared/undo-edit.ts'

/**
 * Moves a wake-up to another time or day; one that was deleted meanwhile is a new one then. Answers whether it is
 * stored; a time that is missing is asked for.
 */
export async function changeWakeUp(record: SleepRecord, date: LocalDate, time: LocalTime): Promise<boolean> {
  if (time === '') {
    showToast({ title: common.error, detail: diary.wakeUpTimeMissing, tone: 'failure' })
    return false
  }
  // Where the older alias isn't what holds it, the time is the start.
  const at = (when: LocalTime | null) => (record.start_time === null ? { time: when } : { start_time: when })
  const shown = { date: record.date, ...at(startTimeOf(record)) }
  const change = updateRecord(record.id, changedFields(shown, { date, ...at(time) }))
  if (!(await saveOrSay(change, failures.updateRecord))) return false
  const edit = await change
  if (edit === null) return saveWakeUp(date, time)
  showToast({
    title: formWords.wakeUpChanged,
    detail: formWords.wakeUpChangedDetail(dayHeading(date, today()), time),
    action: undoEdit(edit),
  })
  return true
}

export function sayRemoved(record: SleepRecord): void {
  showToast({
    title: deleteDialog.done,
    detail: deleteDialog.doneDetail,
    action: undo(() => restoreRecord(record), failures.saveRecord),
  })
}

/** `time` is '' while none is entered. Answers whether the day, today or any other, now has its wake-up. */
export async function saveWakeUp(date: LocalDate, time: LocalTime): Promise<boolean> {
  if (time === '') {
    showToast({ title: common.error, detail: diary.wakeUpTimeMissing, tone: 'failure' })
    return false
  }
  const record = addRecord({ ...BLANK_RECORD, date, type: 'despertar', time })
  if (!(await saveOrSay(record, failures.saveRecord))) return false
  const { id } = await record
  const day = today()
  showToast({
    title: diary.wakeUpSaved,
    detail: date === day ? diary.wakeUpSavedDetail : wakeUpEntry.savedDetail(dayHeading(date, day), time),
    action: undo(() => deleteRecord(id), failures.deleteRecord),
  })
  return true
}

function today(): LocalDate {
  return localDateAt(clock.now(), store.data().zone)
}
