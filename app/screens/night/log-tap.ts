import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { TAP_LIMITS, type TapKind } from '../../../core/records/taps.ts'
import type { LocalTime } from '../../../core/time/time.ts'
import { updateRecord } from '../../changes/changes.ts'
import { addTap, removeTap } from '../../changes/taps.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { taps as words } from '../../words/night.es.ts'
import { failures } from '../../words/screens.es.ts'
import { saveOrSay, undo } from '../shared/save-or-say.ts'

/** Counts one more of its kind, at a wall time, or says that the count is full; «Deshacer» takes just this one back. */
export async function logTap(record: SleepRecord, kind: TapKind, time: LocalTime): Promise<boolean> {
  if (record[kind] >= TAP_LIMITS[kind]) {
    showToast({ title: words.full(record[kind]), detail: words.fullDetail[kind] })
    return false
  }
  const tapped = addTap(record.id, kind, time)
  if (!(await saveOrSay(tapped, failures.updateRecord))) return false
  const tap = await tapped
  showToast({
    title: words.logged[kind],
    detail: words.loggedDetail(time, record[kind] + 1),
    action: undo(() => removeTap(record.id, tap), failures.updateRecord),
  })
  return true
}

/** The night that had just ended runs on, and the waking is counted. */
export async function takeUpNight(record: SleepRecord, time: LocalTime): Promise<boolean> {
  const takenUp = updateRecord(record.id, { end_time: null, duration: null })
  if (!(await saveOrSay(takenUp, failures.updateRecord))) return false
  return logTap(record, 'wake_ups', time)
}
