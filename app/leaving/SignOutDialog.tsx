import { useId, useState } from 'react'
import { useKeptSupport } from '../family/use-support.ts'
import { store } from '../local/phone-store.ts'
import { unsentRecords } from '../local/unsent-records.ts'
import { useBabyData, waitUntilSynced } from '../local/use-baby-data.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Dialog, DialogActions } from '../ui/overlays/Dialog.tsx'
import { signOutQuestion } from '../words/account.es.ts'
import { common, shell } from '../words/entrance.es.ts'
import { sync as words } from '../words/sync.es.ts'
import styles from './SignOutDialog.module.css'
import { signOutGivingUp, signOutOrSay } from './sign-out-or-say.ts'

/**
 * The question before signing out. That takes the baby's data off the phone, so a stray tap must not do it, and changes
 * that weren't sent would be lost.
 */
export function SignOutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const data = useBabyData()
  const unsent = unsentRecords(data)
  // Of a record that was deleted elsewhere after it was worked on here, only this phone has the work.
  const count = unsent.waiting + unsent.refused + data.lost.length
  const isAllSent = data.sync.pending + data.sync.refused.length === 0
  // The waiting changes may be sent while the dialog is open: then it asks a simpler question.
  const isNothingLost = isAllSent && data.lost.length === 0
  const hasUntold = (useKeptSupport()?.answers.length ?? 0) > 0
  const textId = useId()
  const [wait, setWait] = useState<AbortController | null>(null)

  async function waitAndLeave() {
    const controller = new AbortController()
    setWait(controller)
    const isSent = await waitUntilSynced(controller.signal)
    setWait(null)
    // If there is something that can't be sent, the dialog stays and asks about it.
    const { sync, lost } = store.data()
    if (isSent && sync.refused.length + lost.length === 0) leave()
  }

  function leave() {
    close()
    void signOutOrSay()
  }

  function giveUpAndLeave() {
    close()
    void signOutGivingUp(store)
  }

  function close() {
    wait?.abort()
    onClose()
  }

  const waiting = data.sync.online ? words.signOutWaiting : words.signOutOffline
  return (
    <Dialog
      open={open}
      title={isNothingLost ? signOutQuestion.title : words.signOutTitle(isAllSent)}
      onClose={close}
      alert
      describedBy={textId}
    >
      <p id={textId}>
        {isNothingLost
          ? signOutQuestion[hasUntold ? 'untold' : 'text']
          : words.signOutText(count, data.sync.pending > 0)}
      </p>
      {isNothingLost ? (
        <DialogActions onCancel={close}>
          <Button variant="primary" onClick={leave}>
            {shell.signOut}
          </Button>
        </DialogActions>
      ) : (
        <div className={styles.choices}>
          {data.sync.pending > 0 && (
            <Button
              variant="primary"
              autoFocus
              aria-disabled={wait !== null}
              onClick={wait === null ? () => void waitAndLeave() : undefined}
            >
              {wait === null ? words.signOutWait : waiting}
            </Button>
          )}
          <Button variant="danger" onClick={giveUpAndLeave}>
            {words.signOutAnyway(count)}
          </Button>
          <Button variant="quiet" onClick={close}>
            {common.cancel}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
