import { useState } from 'react'
import { settings } from '../../device/settings.ts'
import { useUnsavedInput } from '../../navigation/unsaved-input.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { CopyButton } from '../../ui/overlays/CopyButton.tsx'
import { ConfirmDialog, Dialog, DialogButtons } from '../../ui/overlays/Dialog.tsx'
import { recoveryCodes as words } from '../../words/account.es.ts'
import styles from './RecoveryCodesDialog.module.css'

interface RecoveryCodesDialogProps {
  /** Null: closed. */
  codes: readonly string[] | null
  onClose: () => void
}

/**
 * Shown once: the server keeps no more of them than it needs to know one. So who goes back and has neither copied nor
 * printed them is asked once more.
 */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  // Those on paper, or copied, also as a text that was held down. It may be heard late, when others are shown.
  const [taken, setTaken] = useState<typeof codes>(null)
  const [isLeaving, setLeaving] = useState(false)
  // They may wait for their screen to be back, and a page that is loaded anew would have lost them.
  useUnsavedInput(codes !== null)

  function print() {
    setTaken(codes)
    window.print()
  }

  function leave() {
    setLeaving(false)
    onClose()
  }

  function close() {
    if (taken === codes) leave()
    else setLeaving(true)
  }

  return (
    <Dialog open={codes !== null} title={words.title} alert onClose={close}>
      <div className={styles.paper}>
        <p className={styles.head}>{words.head(settings.brand.product)}</p>
        <p>{words.text}</p>
        <ol className={styles.codes} onCopy={() => setTaken(codes)}>
          {codes?.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <DialogButtons>
        <CopyButton text={(codes ?? []).join('\n')} words={words} onCopied={() => setTaken(codes)} />
        <Button variant="quiet" onClick={print}>
          {words.print}
        </Button>
        <Button variant="primary" onClick={leave}>
          {words.done}
        </Button>
      </DialogButtons>
      <ConfirmDialog
        open={isLeaving}
        title={words.lostTitle}
        text={words.lostText}
        confirm={words.lose}
        onConfirm={leave}
        onClose={() => setLeaving(false)}
      />
    </Dialog>
  )
}
