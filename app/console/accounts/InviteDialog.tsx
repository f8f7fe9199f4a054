import { type FormEvent, useId, useState } from 'react'
import { clock } from '../../device/clock.ts'
import { whileBusy } from '../../screens/shared/while-busy.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { NumberField } from '../../ui/fields/NumberField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { accountActions, inviting as words } from '../../words/console/accounts.es.ts'
import { focusWrongField } from '../shared/focus-wrong-field.ts'
import styles from './Accounts.module.css'
import { changeFailureToast } from './calls/failure-toast.ts'
import { mailedToast } from './calls/mailed-toast.ts'
import type { Account, Accounts, InviteOutcome } from './calls/remote-accounts.ts'
import { mayEnter } from './menu-choices.ts'
import type { Told } from './ToldOnceDialog.tsx'
import { foreignLetters, isAddress, MOST_TRIAL_DAYS, readTrialDays } from './typed-guest.ts'

interface InviteDialogProps {
  calls: Accounts
  /** null: it was deleted meanwhile. */
  onInvited: (account: Account | null) => void
  /** It takes this dialog's place. */
  onTold: (told: Told) => void
  onClose: () => void
}

type Existing = Extract<InviteOutcome, { result: 'exists' }>

/** Invites one person. */
export function InviteDialog({ calls, onInvited, onTold, onClose }: InviteDialogProps) {
  const textId = useId()
  const hintId = useId()
  const [email, setEmail] = useState('')
  const [days, setDays] = useState('')
  const [isTried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [existing, setExisting] = useState<Existing | null>(null)
  const trialDays = readTrialDays(days)
  const isEmail = isAddress(email.trim())

  async function invite(again: boolean) {
    if (busy || !isEmail || trialDays === undefined) return
    // Whoever is invited already keeps the days that they were given.
    const guest = { email: email.trim(), trialDays: again ? null : trialDays }
    const { data, failure } = await whileBusy(setBusy, () => calls.invite(guest, again))
    if (failure !== null) return showToast(changeFailureToast(failure, words))
    if (data.result === 'exists') {
      // It may be newer than the list.
      if (data.account !== null) onInvited(data.account)
      return setExisting(data)
    }
    if (data.result !== 'invited') return
    onInvited(data.account)
    if (data.mail.kind === 'unsent') return onTold(data.mail)
    showToast(mailedToast(data.mail.kind, data.email))
    onClose()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (!isEmail || trialDays === undefined) return focusWrongField(event.currentTarget)
    void invite(false)
  }

  // The answer may be a mail that is told only now: it is waited for.
  const close = () => {
    if (!busy) onClose()
  }

  if (existing !== null) {
    const { account, can_invite_again } = existing
    const mayInvite = can_invite_again && (account === null || mayEnter(account, clock.now()))
    return (
      <Dialog open title={words.existsTitle} describedBy={textId} onClose={close}>
        <p id={textId}>{mayInvite ? words.existsWaiting(existing.email) : words.exists(existing.email)}</p>
        <DialogActions cancel={words.close} onCancel={close} autoFocus>
          {mayInvite && (
            <Button variant="primary" aria-disabled={busy} onClick={() => void invite(true)}>
              {busy ? accountActions.busy : words.submitAgain}
            </Button>
          )}
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog open title={words.title} onClose={close}>
      <form noValidate className={styles.form} onSubmit={submit}>
        <TextField
          label={words.email}
          type="email"
          autoComplete="off"
          autoFocus
          readOnly={busy}
          value={email}
          error={isTried && !isEmail ? words.emailWrong(foreignLetters(email.trim())) : null}
          onChange={(event) => setEmail(event.target.value)}
        />
        <div>
          <NumberField
            label={words.days}
            value={days}
            max={MOST_TRIAL_DAYS}
            invalid={trialDays === undefined}
            describedBy={hintId}
            onChange={setDays}
          />
          <p id={hintId} className={`hint ${styles.under}`}>
            {trialDays === undefined ? accountActions.trialWrong : words.daysHint}
          </p>
        </div>
        <DialogActions onCancel={close}>
          <Button variant="primary" type="submit" aria-disabled={busy}>
            {busy ? accountActions.busy : words.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
