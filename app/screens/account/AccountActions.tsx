import { useState } from 'react'
import { common } from '../../copy.es.ts'
import { account as words } from '../../copy-account.es.ts'
import { endOtherSessions, endSecondFactor } from '../../data/account.ts'
import type { AuthResult } from '../../data/answers.ts'
import { useAccount } from '../../data/use-account.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx'
import { showToast, type ToastMessage } from '../../ui/toasts.ts'
import { authFailureToast } from '../auth-failure.ts'
import { NewPasswordForm } from '../login/NewPasswordForm.tsx'
import styles from './AccountActions.module.css'
import { EmailDialog } from './EmailDialog.tsx'
import { SecondFactorRow } from './SecondFactorRow.tsx'

type Asking = 'nothing' | 'password' | 'email' | 'factor-off' | 'others'

/** What a carer may change about the account. */
export function AccountActions() {
  const account = useAccount()
  const [asking, setAsking] = useState<Asking>('nothing')
  const close = () => setAsking('nothing')
  if (account === null) return null
  const { email, factorId } = account

  async function settle(call: Promise<AuthResult>, done: ToastMessage) {
    close()
    const result = await call
    showToast(result.kind === 'ok' ? done : authFailureToast(words.failed, result))
  }

  return (
    <>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={() => setAsking('password')}>
          {words.password}
        </Button>
        <Button variant="quiet" onClick={() => setAsking('email')}>
          {words.email}
        </Button>
        <SecondFactorRow isOn={factorId !== null} onTurnOff={() => setAsking('factor-off')} />
        <Button variant="quiet" onClick={() => setAsking('others')}>
          {words.others}
        </Button>
      </div>
      <Dialog open={asking === 'password'} title={words.password} onClose={close}>
        <NewPasswordForm
          email={email}
          onSaved={close}
          cancel={
            <Button variant="quiet" onClick={close}>
              {common.cancel}
            </Button>
          }
        />
      </Dialog>
      <EmailDialog open={asking === 'email'} email={email} onClose={close} />
      <ConfirmDialog
        open={asking === 'factor-off'}
        title={words.turnOffTitle}
        text={words.turnOffText}
        cancel={common.cancel}
        confirm={words.turnOff}
        danger
        onConfirm={() => void settle(endSecondFactor(factorId ?? ''), { title: words.turnedOff })}
        onClose={close}
      />
      <ConfirmDialog
        open={asking === 'others'}
        title={words.others}
        text={words.othersText}
        cancel={common.cancel}
        confirm={words.othersConfirm}
        onConfirm={() => void settle(endOtherSessions(), { title: words.othersDone })}
        onClose={close}
      />
    </>
  )
}
