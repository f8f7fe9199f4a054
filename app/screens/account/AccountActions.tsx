import { useState } from 'react'
import { common, account as words } from '../../copy.es.ts'
import { beginSecondFactor, endOtherSessions, endSecondFactor } from '../../data/account.ts'
import type { AuthResult } from '../../data/answers.ts'
import type { NewFactor } from '../../data/remote-account.ts'
import { useAccount } from '../../data/use-account.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { showToast, type ToastMessage } from '../../ui/toasts.ts'
import { authFailureToast } from '../auth-failure.ts'
import { NewPasswordForm } from '../login/NewPasswordForm.tsx'
import styles from './AccountActions.module.css'
import { EmailDialog } from './EmailDialog.tsx'
import { SecondFactorDialog } from './SecondFactorDialog.tsx'

type Asking = 'nothing' | 'password' | 'email' | 'factor-off' | 'others'

/** What a carer may change about the account. */
export function AccountActions() {
  const account = useAccount()
  const [asking, setAsking] = useState<Asking>('nothing')
  const [newFactor, setNewFactor] = useState<NewFactor | null>(null)
  const close = () => setAsking('nothing')
  if (account === null) return null
  const { email, factorId } = account

  async function settle(call: Promise<AuthResult>, done: ToastMessage) {
    close()
    const result = await call
    showToast(result.kind === 'ok' ? done : authFailureToast(words.failed, result))
  }

  async function turnOn() {
    const begun = await beginSecondFactor()
    if (begun.kind === 'ok') setNewFactor(begun.factor)
    else showToast(authFailureToast(words.failed, begun))
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
        <div className={styles.row}>
          <div>
            {words.secondFactor}
            <p className={styles.state}>{factorId ? words.secondFactorOn : words.secondFactorOff}</p>
          </div>
          <Switch
            label={words.secondFactor}
            checked={factorId !== null}
            onChange={() => (factorId ? setAsking('factor-off') : void turnOn())}
          />
        </div>
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
      <SecondFactorDialog factor={newFactor} onClose={() => setNewFactor(null)} />
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
