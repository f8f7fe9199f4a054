import { formatDuration, sleepMinutes } from '../../../core/records/durations.ts'
import { type SleepRecord, type SleepType, startTimeOf } from '../../../core/records/sleep-record.ts'
import type { LocalTime, TimeZone } from '../../../core/time/time.ts'
import { updateRecord } from '../../changes/changes.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { ending } from '../../words/night.es.ts'
import { failures, sleepForm } from '../../words/screens.es.ts'
import { saveOrSay } from '../shared/save-or-say.ts'
import { undoEdit } from '../shared/undo-edit.ts'

/**
 * Ends an open sleep; «Deshacer» opens it again as it was. Answers whether it is stored.
 * @param type when it turns out to be the other one; else it stays what it is by now, on whichever phone.
 */
export async function endSleep(
  record: SleepRecord,
  endTime: LocalTime,
  zone: TimeZone,
  type?: SleepType,
): Promise<boolean> {
  const duration = sleepMinutes(record.date, startTimeOf(record), endTime, zone)
  const change = updateRecord(record.id, { ...(type && { type }), end_time: endTime, duration })
  if (!(await saveOrSay(change, failures.updateRecord))) return false
  const edit = await change
  const ended = edit?.after.type ?? record.type
  showToast({
    title: sleepForm.updated,
    detail: `${sleepForm.updatedDetail(ended)} ${ending.lasted(formatDuration(duration))}`,
    action: undoEdit(edit),
  })
  return true
}

/** The nap was the night; it runs on. Answers whether it is stored. */
export async function turnIntoNight(record: SleepRecord): Promise<boolean> {
  const change = updateRecord(record.id, { type: 'noche' })
  if (!(await saveOrSay(change, failures.updateRecord))) return false
  const edit = await change
  showToast({
    title: sleepForm.updated,
    detail: sleepForm.updatedDetail('noche'),
    action: undoEdit(edit),
  })
  return true
}
