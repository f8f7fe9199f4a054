import { useId, useState } from 'react'
import { common, shell, sync as words } from './copy.es.ts'
import { babyData } from './data/store.ts'
import { useBabyData, waitUntilSynced } from './data/use-baby-data.ts'
import styles from './SignOutDialog.module.css'
import { signOutOrSay } from './sign-out.ts'
import { Button } from './ui/Button.tsx'
import { Dialog } from './ui/Dialog.tsx'
import { unsentRecords } from './unsent-records.ts'

/** Signing out takes the baby's data off the phone: what wasn't sent would be lost. */
export function SignOutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const data = useBabyData()
  const unsent = unsentRecords(data)
  const count = unsent.waiting + unsent.refused
  // Everything may get through while the question stands.
  const isAllSent = data.sync.pending + data.sync.refused.length === 0
  const textId = useId()
  const [wait, setWait] = useState<AbortController | null>(null)

  async function waitAndLeave() {
    const controller = new AbortController()
    setWait(controller)
    const isSent = await waitUntilSynced(controller.signal)
    setWait(null)
    // What the server refuses meanwhile stays: the dialog asks about it.
    if (isSent && babyData().sync.refused.length === 0) leave()
  }

  function leave() {
    close()
    void signOutOrSay()
  }

  function close() {
    wait?.abort()
    onClose()
  }

  return (
    <Dialog
      open={open}
      title={isAllSent ? shell.signOut : words.signOutTitle}
      onClose={close}
      alert
      describedBy={textId}
    >
      <p id={textId}>{isAllSent ? words.signOutSent : words.signOutText(count, data.sync.pending > 0)}</p>
      <div className={styles.choices}>
        {data.sync.pending > 0 && (
          <Button
            variant="primary"
            autoFocus
            aria-disabled={wait !== null}
            onClick={wait === null ? () => void waitAndLeave() : undefined}
          >
            {wait === null ? words.signOutWait : words.signOutWaiting}
          </Button>
        )}
        <Button variant={isAllSent ? 'primary' : 'danger'} onClick={leave}>
          {isAllSent ? shell.signOut : words.signOutAnyway(count)}
        </Button>
        <Button variant="quiet" onClick={close}>
          {common.cancel}
        </Button>
      </div>
    </Dialog>
  )
}
