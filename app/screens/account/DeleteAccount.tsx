import { useState } from 'react'
import { settings } from '../../device/settings.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { withdrawal, deleteAccount as words } from '../../words/account.es.ts'
import { useLatePart } from '../shared/use-late-part.ts'
import styles from './DeleteAccount.module.css'

const fetchDialog = async () => (await import('./DeleteAccountDialog.tsx')).DeleteAccountDialog

/** The way out of the whole product, last on the last card; so is taking back a consent, where one was asked for. */
export function DeleteAccount() {
  const { Part, open, close } = useLatePart(fetchDialog, () =>
    showToast({ title: words.failed, detail: words.offline, tone: 'failure' }),
  )
  const [isWithdrawing, setWithdrawing] = useState(false)
  return (
    <div className={styles.leave}>
      {settings.brand.privacy !== undefined && (
        <Button variant="quiet" onClick={() => setWithdrawing(true)}>
          {withdrawal.open}
        </Button>
      )}
      <Button variant="quiet" onClick={open}>
        {words.open}
      </Button>
      {Part && <Part onClose={close} />}
      <ConfirmDialog
        open={isWithdrawing}
        title={withdrawal.title}
        text={withdrawal.text}
        confirm={withdrawal.goOn}
        danger
        onConfirm={() => {
          setWithdrawing(false)
          open()
        }}
        onClose={() => setWithdrawing(false)}
      />
    </div>
  )
}
