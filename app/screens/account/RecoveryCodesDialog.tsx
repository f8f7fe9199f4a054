import { useState } from 'react'
import { settings } from '../../device/settings.ts'
import { useUnsavedInput } from '../../navigation/unsaved-input.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog, DialogButtons } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { recoveryCodes as words } from '../../words/account.es.ts'
import styles from './RecoveryCodesDialog.module.css'

interface RecoveryCodesDialogProps {
  /** Null: closed. */
  codes: readonly string[] | null
  onClose: () => void
}

/** Shown once: the server keeps no more of them than it needs to know one. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const [areCopied, setCopied] = useState(false)
  // They may wait for their screen to be back, and a page that is loaded anew would have lost them.
  useUnsavedInput(codes !== null)

  // Said by the button and to screen readers: a toast would lie over the title of a sheet as tall as this.
  async function copy() {
    try {
      await navigator.clipboard.writeText((codes ?? []).join('\n'))
      setCopied(true)
    } catch {
      showToast({ title: words.notCopied, tone: 'failure' })
    }
  }

  function close() {
    setCopied(false)
    onClose()
  }

  return (
    <Dialog open={codes !== null} title={words.title} alert onClose={close}>
      <div className={styles.paper}>
        <p className={styles.head}>{words.head(settings.brand.product)}</p>
        <p>{words.text}</p>
        <ol className={styles.codes}>
          {codes?.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <p className="sr" role="status">
        {areCopied && words.copiedSaid}
      </p>
      <DialogButtons>
        <Button variant="quiet" onClick={() => void copy()}>
          {areCopied ? words.copied : words.copy}
        </Button>
        <Button variant="quiet" onClick={() => window.print()}>
          {words.print}
        </Button>
        <Button variant="primary" onClick={close}>
          {words.done}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
