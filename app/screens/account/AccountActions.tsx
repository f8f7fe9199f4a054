import { useState } from 'react'
import { endOtherSessions, endSecondFactor } from '../../account/account.ts'
import { wantsSignIn } from '../../account/sign-in-again.ts'
import { useAccount } from '../../account/use-account.ts'
import { settings } from '../../device/settings.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/overlays/Dialog.tsx'
import { showToast, type ToastMessage } from '../../ui/overlays/toasts.ts'
import type { AuthResult } from '../../wire/failures.ts'
import { givenPassword, account as words } from '../../words/account.es.ts'
import { changeFailureToast } from '../shared/change-failure.ts'
import styles from './AccountActions.module.css'
import { EmailDialog } from './EmailDialog.tsx'
import { OpenSessions } from './OpenSessions.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { PendingEmailDialog } from './PendingEmailDialog.tsx'
import { SecondFactorRow } from './SecondFactorRow.tsx'
import { SignInAgain } from './SignInAgain.tsx'

type Asking = 'nothing' | 'password' | 'email' | 'email-pending' | 'factor-off' | 'others'

/** A hosted project doesn't tell of them. */
const HAS_LIST = settings.supabaseUrl === ''

/** A change that waits for a sign-in of just now. */
interface WantedSignIn {
  title: string
  goOn: () => void
}

/** What a carer may change about the account. */
export function AccountActions() {
  const account = useAccount()
  const [asking, setAsking] = useState<Asking>('nothing')
  const [wanted, setWanted] = useState<WantedSignIn | null>(null)
  const close = () => setAsking('nothing')
  if (account === null) return null
  const { email, newEmail, factorId, isPasswordGiven } = account

  function settle(result: AuthResult, done: ToastMessage) {
    showToast(result.kind === 'ok' ? done : changeFailureToast(words.failed, result, words.unknown))
  }

  async function turnOff() {
    close()
    const result = await endSecondFactor(factorId ?? '')
    if (wantsSignIn(result)) setWanted({ title: words.turnOffTitle, goOn: () => void turnOff() })
    else settle(result, { title: words.turnedOff })
  }

  async function closeOthers() {
    close()
    settle(await endOtherSessions(), { title: words.othersDone })
  }

  return (
    <>
      <div className={styles.actions}>
        <div>
          <Button variant="quiet" onClick={() => setAsking('password')}>
            {words.password}
          </Button>
          {isPasswordGiven && <p className={styles.pending}>{givenPassword.inAccount}</p>}
        </div>
        <div>
          <Button variant="quiet" onClick={() => setAsking(newEmail === null ? 'email' : 'email-pending')}>
            {words.email}
          </Button>
          {newEmail !== null && <p className={styles.pending}>{words.emailPending(newEmail)}</p>}
        </div>
        <SecondFactorRow
          isOn={factorId !== null}
          onTurnOff={() => setAsking('factor-off')}
          onSignInWanted={(goOn) => setWanted({ title: words.turnOnTitle, goOn })}
        />
        {HAS_LIST && <OpenSessions />}
        <Button variant="quiet" onClick={() => setAsking('others')}>
          {words.others}
        </Button>
      </div>
      <PasswordDialog open={asking === 'password'} title={words.password} email={email} onClose={close} />
      <EmailDialog
        open={asking === 'email'}
        email={email}
        onClose={close}
        onSent={() => setAsking('email-pending')}
      />
      {newEmail !== null && (
        <PendingEmailDialog
          open={asking === 'email-pending'}
          email={email}
          newEmail={newEmail}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={asking === 'factor-off'}
        title={words.turnOffTitle}
        text={words.turnOffText}
        confirm={words.turnOff}
        danger
        onConfirm={() => void turnOff()}
        onClose={close}
      />
      <ConfirmDialog
        open={asking === 'others'}
        title={words.others}
        text={words.othersText}
        confirm={words.othersConfirm}
        onConfirm={() => void closeOthers()}
        onClose={close}
      />
      <Dialog open={wanted !== null} title={wanted?.title ?? ''} onClose={() => setWanted(null)}>
        <SignInAgain
          onDone={() => {
            setWanted(null)
            wanted?.goOn()
          }}
          onCancel={() => setWanted(null)}
        />
      </Dialog>
    </>
  )
}
