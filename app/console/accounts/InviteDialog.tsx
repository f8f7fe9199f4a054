import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { NumberField } from '../../ui/fields/NumberField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog, DialogActions, DialogButtons } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { accountActions, inviting as words } from '../../words/console/accounts.es.ts'
import styles from './Accounts.module.css'
import { CopyButton } from './CopyButton.tsx'
import { accountFailureToast } from './failure-toast.ts'
import { isAddress, readTrialDays } from './invite-preview.ts'
import { type InviteOutcome, inviteOne } from './remote-accounts.ts'

/** Invites one person, and shows the mail where the server has no way to send it. */
export function InviteDialog({ onInvited, onClose }: { onInvited: () => void; onClose: () => void }) {
  const hintId = useId()
  const [email, setEmail] = useState('')
  const [days, setDays] = useState('')
  const [isTried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<InviteOutcome | null>(null)
  const trialDays = readTrialDays(days)
  const isEmail = isAddress(email.trim())

  async function invite(again: boolean) {
    setTried(true)
    if (busy || !isEmail || trialDays === undefined) return
    setBusy(true)
    const { data, failure } = await inviteOne({ email: email.trim(), trialDays }, again)
    setBusy(false)
    if (failure !== null) return showToast(accountFailureToast(failure))
    if (data.result === 'invited') onInvited()
    if (data.result !== 'invited' || data.mail.kind === 'unsent') return setOutcome(data)
    showToast({ title: words.sent, detail: data.email })
    onClose()
  }

  if (outcome?.result === 'invited' && outcome.mail.kind === 'unsent') {
    return (
      // The mail is told this once: a key pressed too many mustn't take it away.
      <Dialog open title={words.unsentTitle} alert onClose={() => {}}>
        <p>{words.unsentText}</p>
        <pre className={styles.mail}>{outcome.mail.text}</pre>
        <DialogButtons>
          <CopyButton text={`${outcome.mail.subject}\n\n${outcome.mail.text}`} />
          <Button variant="primary" onClick={onClose}>
            {accountActions.done}
          </Button>
        </DialogButtons>
      </Dialog>
    )
  }
  if (outcome?.result === 'exists') {
    return (
      <Dialog open title={words.existsTitle} onClose={onClose}>
        <p>{outcome.can_invite_again ? words.existsWaiting(outcome.email) : words.exists(outcome.email)}</p>
        <DialogActions cancel={words.close} onCancel={onClose} autoFocus>
          {outcome.can_invite_again && (
            <Button variant="primary" aria-disabled={busy} onClick={() => void invite(true)}>
              {words.submitAgain}
            </Button>
          )}
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog open title={words.title} onClose={onClose}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void invite(false)
        }}
      >
        <TextField
          label={words.email}
          type="email"
          autoComplete="off"
          autoFocus
          readOnly={busy}
          value={email}
          error={isTried && !isEmail ? words.emailWrong : null}
          onChange={(event) => setEmail(event.target.value)}
        />
        <div>
          <NumberField
            label={words.days}
            value={days}
            max={3650}
            invalid={trialDays === undefined}
            describedBy={hintId}
            onChange={setDays}
          />
          <p id={hintId} className={`hint ${styles.under}`}>
            {trialDays === undefined ? accountActions.trialWrong : words.daysHint}
          </p>
        </div>
        <DialogActions onCancel={onClose}>
          <Button variant="primary" type="submit" aria-disabled={busy}>
            {busy ? accountActions.busy : words.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
