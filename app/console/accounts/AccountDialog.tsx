import { useState } from 'react'
import { type AskFirst, SignInFirst } from '../../screens/account/SignInAgain.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog, DialogButtons } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { accountActions as words } from '../../words/console/accounts.es.ts'
import { AccountMenu, type MenuChoice } from './AccountMenu.tsx'
import styles from './Accounts.module.css'
import { AskFirstStep } from './AskFirstStep.tsx'
import { CopyButton } from './CopyButton.tsx'
import { accountFailureToast } from './failure-toast.ts'
import { type Account, type Answered, changeAccount, deleteAccount, prolongTrial } from './remote-accounts.ts'
import { TrialStep } from './TrialStep.tsx'

interface AccountDialogProps {
  account: Account
  isOwn: boolean
  /** null: it is deleted. */
  onChanged: (account: Account | null) => void
  onClose: () => void
}

type Step =
  | { kind: 'menu' }
  | { kind: 'trial' }
  | { kind: 'asking'; choice: MenuChoice }
  | { kind: 'password'; password: string }

/** What an administrator does with one account. What can't be undone asks first, and wants a sign-in of just now. */
export function AccountDialog({ account, isOwn, onChanged, onClose }: AccountDialogProps) {
  const [step, setStep] = useState<Step>({ kind: 'menu' })
  const [busy, setBusy] = useState(false)

  /** Does it once, after a sign-in where the server wants one. */
  async function run<T>(askFirst: AskFirst, work: () => Promise<Answered<T>>, onDone: (data: T) => void) {
    if (busy) return
    setBusy(true)
    const { data, failure } = await work()
    setBusy(false)
    if (failure === null) return onDone(data)
    if (failure.code === 'reauthentication_needed') {
      return askFirst(() => void run(askFirst, work, onDone))
    }
    showToast(accountFailureToast(failure))
  }

  /** An account that somebody else has deleted meanwhile is gone from the list too. */
  function changed(to: Account | null, title: string) {
    onChanged(to)
    setStep({ kind: 'menu' })
    showToast({ title })
    if (to === null) onClose()
  }

  function choose(choice: MenuChoice, askFirst: AskFirst) {
    if (choice === 'trial') return setStep({ kind: 'trial' })
    if (choice !== 'full' && choice !== 'enable') return setStep({ kind: 'asking', choice })
    const done = choice === 'full' ? words.fullDone : words.enableDone
    void run(
      askFirst,
      () => changeAccount(account.id, choice),
      ({ account: to }) => changed(to, done),
    )
  }

  function confirm(choice: MenuChoice, askFirst: AskFirst) {
    if (choice === 'delete') {
      return void run(
        askFirst,
        () => deleteAccount(account),
        () => changed(null, words.removeDone),
      )
    }
    if (choice === 'trial') return
    void run(
      askFirst,
      () => changeAccount(account.id, choice),
      ({ account: to, password }) => {
        if (password === undefined)
          return changed(to, choice === 'disable' ? words.disableDone : words.factorDone)
        if (to !== null) onChanged(to)
        setStep({ kind: 'password', password })
      },
    )
  }

  return (
    <Dialog
      open
      title={titleOf(step, account)}
      alert={step.kind !== 'menu'}
      onClose={() => {
        // The password is shown this once: a key pressed too many mustn't take it away.
        if (step.kind !== 'password') onClose()
      }}
    >
      <SignInFirst>
        {(askFirst) => (
          <>
            {step.kind === 'menu' && (
              <AccountMenu
                account={account}
                isOwn={isOwn}
                busy={busy}
                onChoose={(choice) => choose(choice, askFirst)}
                onClose={onClose}
              />
            )}
            {step.kind === 'trial' && (
              <TrialStep
                busy={busy}
                onCancel={() => setStep({ kind: 'menu' })}
                onConfirm={(days) =>
                  void run(
                    askFirst,
                    () => prolongTrial(account.id, days),
                    ({ account: to }) => changed(to, words.trialDone),
                  )
                }
              />
            )}
            {step.kind === 'asking' && (
              <AskFirstStep
                choice={step.choice}
                account={account}
                busy={busy}
                onCancel={() => setStep({ kind: 'menu' })}
                onConfirm={() => confirm(step.choice, askFirst)}
              />
            )}
            {step.kind === 'password' && (
              <>
                <p>{words.passwordText(account.email)}</p>
                <code className={styles.password}>{step.password}</code>
                <DialogButtons>
                  <CopyButton text={step.password} />
                  <Button variant="primary" onClick={onClose}>
                    {words.done}
                  </Button>
                </DialogButtons>
              </>
            )}
          </>
        )}
      </SignInFirst>
    </Dialog>
  )
}

function titleOf(step: Step, account: Account): string {
  if (step.kind === 'password') return words.password
  if (step.kind === 'trial') return words.trial
  if (step.kind === 'menu') return account.email
  switch (step.choice) {
    case 'disable':
      return words.disableTitle
    case 'reset-password':
      return words.resetTitle
    case 'remove-second-factor':
      return words.factorTitle
    default:
      return words.removeTitle
  }
}
