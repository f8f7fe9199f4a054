import { useId, useState } from 'react'
import { useNow } from '../../device/use-now.ts'
import { type AskFirst, SignInFirst } from '../../screens/account/SignInAgain.tsx'
import { whileBusy } from '../../screens/shared/while-busy.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { mayBeDone } from '../../wire/failures.ts'
import { accountFacts as facts, inviting, accountActions as words } from '../../words/console/accounts.es.ts'
import type { UnknownWords } from '../shared/unknown-toast.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { ASKED, type AskedChoice, AskFirstStep } from './AskFirstStep.tsx'
import { changeFailureToast } from './calls/failure-toast.ts'
import { mailedToast } from './calls/mailed-toast.ts'
import {
  type Account,
  type Accounts,
  type Answered,
  type InviteOutcome,
  nameOf,
} from './calls/remote-accounts.ts'
import type { MenuChoice } from './menu-choices.ts'
import type { Told } from './ToldOnceDialog.tsx'
import { TrialStep } from './TrialStep.tsx'

interface AccountDialogProps {
  account: Account
  isOwn: boolean
  calls: Accounts
  /** null: it is deleted. */
  onChanged: (account: Account | null) => void
  /** The account isn't as it is shown here any more. */
  onOutdated: () => void
  /** It takes this dialog's place. */
  onTold: (told: Told) => void
  onClose: () => void
}

type Step =
  | { kind: 'menu' }
  | { kind: 'trial' }
  /** `isLost`: it may have been done, and nobody has heard the answer. */
  | { kind: 'asking'; choice: AskedChoice; isLost: boolean }

/** What an administrator does with one account. What can't be undone asks first, and wants a sign-in of just now. */
export function AccountDialog(props: AccountDialogProps) {
  const { account, isOwn, calls, onChanged, onOutdated, onTold, onClose } = props
  const textId = useId()
  const [step, setStep] = useState<Step>({ kind: 'menu' })
  /** The menu is another one after each change, so that whoever pressed what has gone is led to what is there. */
  const [doneCount, setDoneCount] = useState(0)
  const [busy, setBusy] = useState(false)
  const now = useNow()
  const { id } = account

  /** Does it once, after a sign-in where the server wants one. */
  async function run<T>(
    askFirst: AskFirst,
    work: () => Promise<Answered<T>>,
    onDone: (data: T) => void,
    unknown: UnknownWords = words,
  ) {
    if (busy) return
    const { data, failure } = await whileBusy(setBusy, work)
    if (failure === null) return onDone(data)
    if (failure.code === 'reauthentication_needed') {
      return askFirst(() => void run(askFirst, work, onDone, unknown))
    }
    showToast(changeFailureToast(failure, unknown))
    if (mayBeDone(failure)) setStep((asked) => (asked.kind === 'asking' ? { ...asked, isLost: true } : asked))
    if (failure.code === 'trial_changed') onOutdated()
    if (failure.status === 404 && failure.code === 'user_not_found') leaveDeleted()
  }

  function leaveDeleted() {
    onChanged(null)
    onClose()
  }

  /** An account that somebody else has deleted meanwhile is gone from the list too. */
  function changed(to: Account | null, title: string, detail?: string | null) {
    showToast({ title, ...(detail && { detail }) })
    if (to === null) return leaveDeleted()
    onChanged(to)
    setDoneCount((count) => count + 1)
    setStep({ kind: 'menu' })
  }

  function choose(choice: MenuChoice, askFirst: AskFirst) {
    if (busy) return
    if (choice === 'trial') return setStep({ kind: 'trial' })
    if (choice !== 'enable') return setStep({ kind: 'asking', choice, isLost: false })
    void run(
      askFirst,
      () => calls.change(id, 'enable'),
      ({ account: to }) => changed(to, words.enableDone),
    )
  }

  function confirm(choice: AskedChoice, typed: string, askFirst: AskFirst) {
    if (choice === 'delete') {
      return void run(
        askFirst,
        () => calls.delete(id, typed),
        () => changed(null, words.removeDone),
      )
    }
    if (choice === 'invite-again') {
      const guest = { email: account.email, trialDays: null }
      return void run(askFirst, () => calls.invite(guest, true), invited, inviting)
    }
    void run(
      askFirst,
      () => calls.change(id, choice),
      ({ account: to, password }) => {
        if (password === undefined) return changed(to, DONE[choice])
        if (to !== null) onChanged(to)
        onTold({ kind: 'password', name: nameOf(account), password })
      },
      choice === 'reset-password' ? words.resetUnknown : words,
    )
  }

  function invited(outcome: InviteOutcome) {
    if (outcome.result !== 'invited') {
      showToast({ title: inviting.existsTitle, detail: inviting.exists(outcome.email), tone: 'failure' })
      // It is another account than the list shows: it has a password by now.
      if (outcome.result === 'exists') onChanged(outcome.account)
      return setStep({ kind: 'menu' })
    }
    if (outcome.account !== null) onChanged(outcome.account)
    if (outcome.mail.kind === 'unsent') return onTold(outcome.mail)
    showToast(mailedToast(outcome.mail.kind, outcome.email))
    setStep({ kind: 'menu' })
  }

  const isAlert = step.kind === 'asking'
  // The answer may be a password: it is waited for.
  const close = () => {
    if (!busy) onClose()
  }

  return (
    <Dialog
      open
      title={titleOf(step, account)}
      alert={isAlert}
      {...(isAlert && { describedBy: textId })}
      onClose={close}
    >
      <SignInFirst>
        {(askFirst) => (
          <>
            {step.kind === 'menu' && (
              <AccountMenu
                key={doneCount}
                account={account}
                isOwn={isOwn}
                busy={busy}
                onChoose={(choice) => choose(choice, askFirst)}
                onClose={close}
              />
            )}
            {step.kind === 'trial' && (
              <TrialStep
                trialEndsAt={account.trial_ends_at}
                now={now}
                busy={busy}
                onCancel={() => setStep({ kind: 'menu' })}
                onConfirm={(days) =>
                  void run(
                    askFirst,
                    () => calls.prolongTrial(id, days, account.trial_ends_at),
                    ({ account: to }) =>
                      changed(to, words.trialDone, to?.trial_ends_at && facts.trial(to.trial_ends_at)),
                  )
                }
              />
            )}
            {step.kind === 'asking' && (
              <AskFirstStep
                choice={step.choice}
                isLost={step.isLost}
                account={account}
                textId={textId}
                busy={busy}
                onCancel={() => setStep({ kind: 'menu' })}
                onConfirm={(typed) => confirm(step.choice, typed, askFirst)}
              />
            )}
          </>
        )}
      </SignInFirst>
    </Dialog>
  )
}

const DONE = {
  full: words.fullDone,
  disable: words.disableDone,
  'remove-second-factor': words.factorDone,
  'reset-password': words.password,
}

function titleOf(step: Step, account: Account): string {
  switch (step.kind) {
    case 'menu':
      return nameOf(account)
    case 'trial':
      return words.trial
    case 'asking':
      return ASKED[step.choice].title
  }
}
