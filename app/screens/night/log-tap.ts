import { type SleepRecord, startTimeOf } from '../../../core/records/sleep-record.ts'
import { TAP_LIMITS, type TapKind } from '../../../core/records/taps.ts'
import type { LocalTime } from '../../../core/time/time.ts'
import { updateRecord } from '../../changes/changes.ts'
import { addTap, removeTap, takeBackWithTap, updateWithTap } from '../../changes/taps.ts'
import { store } from '../../local/phone-store.ts'
import { showToast, type ToastMessage } from '../../ui/overlays/toasts.ts'
import { sleepOn, taps as words } from '../../words/night.es.ts'
import { failures } from '../../words/screens.es.ts'
import { saveOrSay, undo } from '../shared/save-or-say.ts'
import { undoEdit } from '../shared/undo-edit.ts'

/**
 * Counts one more of its kind, at a wall time, or says that the count is full; «Deshacer» takes just this one back.
 * Answers false where the phone refuses to store it.
 */
export async function logTap(record: SleepRecord, kind: TapKind, time: LocalTime): Promise<boolean> {
  if (record[kind] >= TAP_LIMITS[kind]) {
    showToast({ title: words.full(record[kind]), detail: words.fullDetail[kind] })
    return true
  }
  const tapped = addTap(record.id, kind, time)
  if (!(await saveOrSay(tapped, failures.updateRecord))) return false
  const tap = await tapped
  showToast({
    ...(await loggedMessage(record, kind, time)),
    action: undo(() => removeTap(record.id, tap), failures.updateRecord),
  })
  return true
}

/**
 * The night that had just ended runs on, and the waking is counted, where the count isn't full. «Deshacer» takes both
 * back.
 */
export async function takeUpNight(record: SleepRecord, time: LocalTime): Promise<boolean> {
  const isFull = record.wake_ups >= TAP_LIMITS.wake_ups
  const takenUp = isFull ? takeUp(record) : takeUpWithWaking(record, time)
  if (!(await saveOrSay(takenUp, failures.updateRecord))) return false
  showToast({
    ...(isFull ? uncountedMessage(record) : await loggedMessage(record, 'wake_ups', time)),
    action: await takenUp,
  })
  return true
}

const OPEN_AGAIN = { end_time: null, duration: null }

async function takeUp({ id }: SleepRecord) {
  return undoEdit(await updateRecord(id, OPEN_AGAIN))
}

async function takeUpWithWaking({ id }: SleepRecord, time: LocalTime) {
  const stored = await updateWithTap(id, OPEN_AGAIN, 'wake_ups', time)
  return undoEdit(stored.edit, () => takeBackWithTap(stored))
}

/** Says the count that is stored by now: of two quick taps the second comes from a screen that shows neither. */
async function loggedMessage(shown: SleepRecord, kind: TapKind, time: LocalTime): Promise<ToastMessage> {
  const { recordsById } = (await store.replica()).cache
  const { [kind]: count } = recordsById.get(shown.id) ?? shown
  return { title: words.logged[kind], detail: words.loggedDetail(time, count) }
}

function uncountedMessage(record: SleepRecord): ToastMessage {
  const since = sleepOn.doneDetail(startTimeOf(record) ?? '')
  return { title: sleepOn.done, detail: `${since} ${words.fullDetail.wake_ups}` }
}
