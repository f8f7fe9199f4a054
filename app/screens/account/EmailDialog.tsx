import { type FormEvent, useRef, useState } from 'react'
import { common } from '../../copy.es.ts'
import { account as words } from '../../copy-account.es.ts'
import { changeEmail } from '../../data/account.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { showToast } from '../../ui/toasts.ts'
import { authFailureToast } from '../auth-failure.ts'

interface EmailDialogProps {
  open: boolean
  /** The present one. */
  email: string
  onClose: () => void
}

export function EmailDialog({ open, email, onClose }: EmailDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const result = await changeEmail(field.current?.value.trim() ?? '')
    setBusy(false)
    if (result.kind === 'failed') {
      showToast(authFailureToast(words.failed, result))
      return
    }
    onClose()
    showToast({ title: words.emailSent, detail: words.emailSentDetail, durationMs: 10_000 })
  }

  return (
    <Dialog open={open} title={words.email} onClose={onClose}>
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
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" variant="primary" aria-disabled={busy}>
            {words.emailSubmit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
