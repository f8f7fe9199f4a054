import type { SleepOn } from '../../../core/night/sleep-on.ts'
import { startTimeOf } from '../../../core/records/sleep-record.ts'
import { takeBackBoth, updateAndDelete } from '../../changes/changes.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { sleepOn as words } from '../../words/night.es.ts'
import { failures } from '../../words/screens.es.ts'
import { saveOrSay } from '../shared/save-or-say.ts'
import { undoEdit } from '../shared/undo-edit.ts'

/**
 * Takes an end back: the sleep runs as if nobody had ended it. A wake-up noted in that minute goes with it, or the day
 * would have begun while the baby sleeps. Answers whether it is stored.
 */
export async function sleepOn({ record, wakeUp }: SleepOn): Promise<boolean> {
  const change = updateAndDelete(record.id, { end_time: null, duration: null }, wakeUp)
  if (!(await saveOrSay(change, failures.updateRecord))) return false
  const stored = await change
  const since = words.doneDetail(startTimeOf(record) ?? '')
  const gone = stored.deleted
  showToast({
    title: words.done,
    detail: gone === null ? since : `${since} ${words.wakeUpToo(startTimeOf(gone) ?? '')}`,
    action: undoEdit(stored.edit, () => takeBackBoth(stored)),
  })
  return true
}
