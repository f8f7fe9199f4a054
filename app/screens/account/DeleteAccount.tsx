import { deleteAccount as words } from '../../copy-account.es.ts'
import { Button } from '../../ui/Button.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useLatePart } from '../use-late-part.ts'
import styles from './DeleteAccount.module.css'

const fetchDialog = async () => (await import('./DeleteAccountDialog.tsx')).DeleteAccountDialog

/** The way out of the whole product, last on the last card. */
export function DeleteAccount() {
  const { Part, open, close } = useLatePart(fetchDialog, () =>
    showToast({ title: words.failed, detail: words.offline, tone: 'failure' }),
  )
  return (
    <div className={styles.leave}>
      <Button variant="quiet" onClick={open}>
        {words.open}
      </Button>
      {Part && <Part onClose={close} />}
    </div>
  )
}
