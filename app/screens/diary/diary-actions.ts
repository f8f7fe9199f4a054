import { sleepMinutes } from '../../../core/durations.ts'
import {
  BLANK_RECORD,
  type LocalDate,
  type LocalTime,
  type SleepRecord,
  startTimeOf,
} from '../../../core/sleep-record.ts'
import { common, deleteDialog, diary, failures, sleepForm } from '../../copy.es.ts'
import { addRecord, deleteRecord, restoreRecord, updateRecord } from '../../data/changes.ts'
import { showToast } from '../../ui/toasts.ts'
import { saveOrSay, undo } from '../save-or-say.ts'

/** Ends an open sleep; «Deshacer» opens it again. */
export async function endSleep(record: SleepRecord, endTime: LocalTime): Promise<void> {
  const duration = sleepMinutes(record.date, startTimeOf(record), endTime)
  const change = updateRecord(record.id, { end_time: endTime, duration })
  if (!(await saveOrSay(change, failures.updateRecord))) return
  showToast({
    title: sleepForm.updated,
    detail: sleepForm.updatedDetail(record.type),
    action: undo(
      () => updateRecord(record.id, { end_time: null, duration: record.duration }),
      failures.updateRecord,
    ),
  })
}

export function sayRemoved(record: SleepRecord): void {
  showToast({
    title: deleteDialog.done,
    detail: deleteDialog.doneDetail,
    action: undo(() => restoreRecord(record), failures.saveRecord),
  })
}

/** `time` is '' while none is entered. Answers whether the day now has its wake-up. */
export async function saveWakeUp(date: LocalDate, time: LocalTime): Promise<boolean> {
  if (time === '') {
    showToast({ title: common.error, detail: diary.wakeUpTimeMissing, tone: 'failure' })
    return false
  }
  const record = addRecord({ ...BLANK_RECORD, date, type: 'despertar', time })
  if (!(await saveOrSay(record, failures.saveRecord))) return false
  const { id } = await record
  showToast({
    title: diary.wakeUpSaved,
    detail: diary.wakeUpSavedDetail,
    action: undo(() => deleteRecord(id), failures.deleteRecord),
  })
  return true
}
