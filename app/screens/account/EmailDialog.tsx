import { type FormEvent, useRef, useState } from 'react'
import { changeEmail } from '../../account/account.ts'
import { wantsSignIn } from '../../account/sign-in-again.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { useStillOpen } from '../../ui/overlays/use-still-open.ts'
import { account as words } from '../../words/account.es.ts'
import { changeFailureToast } from '../shared/change-failure.ts'
import { whileBusy } from '../shared/while-busy.ts'
import { type AskFirst, SignInFirst } from './SignInAgain.tsx'

interface EmailDialogProps {
  open: boolean
  /** The e-mail that the account has now. */
  email: string
  onClose: () => void
  /** Is called once the mails to the old address and to the new one are on their way. */
  onSent: () => void
}

export function EmailDialog({ open, ...form }: EmailDialogProps) {
  return (
    <Dialog open={open} title={words.email} onClose={form.onClose}>
      <SignInFirst>{(askFirst) => <EmailForm {...form} askFirst={askFirst} />}</SignInFirst>
    </Dialog>
  )
}

interface EmailFormProps extends Omit<EmailDialogProps, 'open'> {
  askFirst: AskFirst
}

function EmailForm({ email, askFirst, onClose, onSent }: EmailFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const isStillOpen = useStillOpen()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const newEmail = field.current?.value.trim() ?? ''
    if (newEmail.toLowerCase() === email.toLowerCase()) {
      showToast({ title: words.failed, detail: words.emailSame, tone: 'failure' })
      return
    }
    const result = await whileBusy(setBusy, () => changeEmail(newEmail))
    if (wantsSignIn(result)) {
      askFirst(() => form.requestSubmit())
      return
    }
    if (result.kind === 'failed') {
      showToast(changeFailureToast(words.failed, result, words.unknown))
      return
    }
    if (isStillOpen()) onSent()
    showToast({ title: words.emailSent, detail: words.emailSentDetail, durationMs: 10_000 })
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <p>{words.emailText(email)}</p>
      <TextField
        ref={field}
        label={words.emailField}
        name="new-email"
        type="email"
        autoComplete="email"
        required
        readOnly={busy}
      />
      <DialogActions onCancel={onClose}>
        <Button type="submit" variant="primary" aria-disabled={busy}>
          {words.emailSubmit}
        </Button>
      </DialogActions>
    </form>
  )
}
