import { type FormEvent, useRef, useState } from 'react'
import { confirmEmailChange, resendEmailChangeMails, withdrawEmailChange } from '../../account/account.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { useStillOpen } from '../../ui/overlays/use-still-open.ts'
import type { FailedResult } from '../../wire/failures.ts'
import { account as words } from '../../words/account.es.ts'
import { common } from '../../words/entrance.es.ts'
import { CodeField, emptyCode } from '../login/CodeField.tsx'
import { changeFailureToast } from '../shared/change-failure.ts'
import { useOneAtATime } from '../shared/use-one-at-a-time.ts'
import styles from './PendingEmailDialog.module.css'

interface PendingEmailDialogProps {
  open: boolean
  /** The present one. */
  email: string
  newEmail: string
  onClose: () => void
}

/** A change of address that waits for its two mailboxes: their codes, the mails again, or not after all. */
export function PendingEmailDialog({ open, ...change }: PendingEmailDialogProps) {
  // One of the codes counts, and what was asked for is on its way, also once the sheet has been closed.
  const [isHalf, setHalf] = useState(false)
  // Of two taps the second would mail once more, or withdraw what is gone.
  const [busy, oneAtATime] = useOneAtATime()
  return (
    <Dialog open={open} title={words.emailPending(change.newEmail)} onClose={change.onClose}>
      <CodesForm {...change} isHalf={isHalf} onHalf={setHalf} busy={busy} oneAtATime={oneAtATime} />
    </Dialog>
  )
}

interface CodesFormProps extends Omit<PendingEmailDialogProps, 'open'> {
  /** One of the two codes has been entered. */
  isHalf: boolean
  onHalf: (isHalf: boolean) => void
  busy: boolean
  oneAtATime: (work: () => Promise<void>) => Promise<void>
}

function CodesForm({ email, newEmail, onClose, isHalf, onHalf, busy, oneAtATime }: CodesFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const isStillOpen = useStillOpen()

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = field.current?.value
    if (code === undefined) return
    await oneAtATime(() => enter(code))
  }

  async function enter(code: string) {
    const result = await confirmEmailChange({ email, newEmail }, code)
    if (result.kind === 'ok') {
      if (isStillOpen()) onClose()
      showToast({ title: words.emailDone })
      return
    }
    if (result.kind === 'half') onHalf(true)
    if (!isStillOpen()) return
    emptyCode(field.current)
    if (result.kind !== 'half') sayFailed(result)
  }

  async function sendAgain() {
    const result = await resendEmailChangeMails(email)
    if (result.kind === 'failed') return sayFailed(result)
    // The new mails have new codes: the one that was entered counts no more.
    onHalf(false)
    showToast({ title: words.emailSent, detail: words.emailSentDetail })
  }

  async function withdraw() {
    const result = await withdrawEmailChange(email)
    if (result.kind === 'failed') return sayFailed(result)
    if (isStillOpen()) onClose()
    showToast({ title: words.emailWithdrawn })
  }

  return (
    <form onSubmit={(event) => void confirm(event)}>
      <p>{words.emailPendingText(newEmail)}</p>
      <div className={styles.choices}>
        <CodeField ref={field} label={words.emailCode} readOnly={busy} />
        <p role="status">{isHalf && words.emailHalf}</p>
        <Button type="submit" variant="primary" aria-disabled={busy}>
          {words.confirmCode}
        </Button>
        <Button variant="quiet" aria-disabled={busy} onClick={() => void oneAtATime(sendAgain)}>
          {words.emailAgain}
        </Button>
        <Button variant="quiet" aria-disabled={busy} onClick={() => void oneAtATime(withdraw)}>
          {words.emailWithdraw}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </form>
  )
}

function sayFailed(failed: FailedResult): void {
  const code = failed.code === 'otp_expired' ? 'wrong_code' : failed.code
  const toast = changeFailureToast(words.failed, { ...failed, code }, words.unknown)
  showToast(code === 'not_withdrawn' ? { ...toast, detail: words.notWithdrawn } : toast)
}
