import type { SleepOn } from '../../../core/night/sleep-on.ts'
import { startTimeOf } from '../../../core/records/sleep-record.ts'
import { deleteRecord, restoreRecord, takeBack, updateRecord } from '../../changes/changes.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { sleepOn as words } from '../../words/night.es.ts'
import { failures } from '../../words/screens.es.ts'
import { saveOrSay, undo } from '../shared/save-or-say.ts'

/**
 * Takes an end back: the sleep runs as if nobody had ended it. A wake-up noted in that minute goes with it, or the day
 * would have begun while the baby sleeps. Answers whether it is stored.
 */
export async function sleepOn({ record, wakeUp }: SleepOn): Promise<boolean> {
  const change = reopen({ record, wakeUp })
  if (!(await saveOrSay(change, failures.updateRecord))) return false
  const edit = await change
  const since = words.doneDetail(startTimeOf(record) ?? '')
  showToast({
    title: words.done,
    detail: wakeUp === null ? since : `${since} ${words.wakeUpToo(startTimeOf(wakeUp) ?? '')}`,
    action: undo(async () => {
      await takeBack(edit)
      if (wakeUp !== null) await restoreRecord(wakeUp)
    }, failures.updateRecord),
  })
  return true
}

async function reopen({ record, wakeUp }: SleepOn) {
  const edit = await updateRecord(record.id, { end_time: null, duration: null })
  if (wakeUp !== null) await deleteRecord(wakeUp.id)
  return edit
}
