import { type FormEvent, useRef, useState } from 'react'
import { common, login, passwordRequest } from '../../copy.es.ts'
import { settings } from '../../data/settings.ts'
import { askForPasswordLink } from '../../data/sign-in-methods.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { showToast } from '../../ui/toasts.ts'
import { authFailureToast } from '../auth-failure.ts'

interface PasswordRequestDialogProps {
  /** What the login's field holds already; null: closed. */
  email: string | null
  onClose: () => void
}

/** Asks for the mail with which a new password is set. */
export function PasswordRequestDialog({ email, onClose }: PasswordRequestDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const result = await askForPasswordLink(field.current?.value.trim() ?? '')
    setBusy(false)
    if (result.kind === 'failed') {
      showToast(authFailureToast(passwordRequest.failed, result))
      return
    }
    onClose()
    showToast({
      title: passwordRequest.sent,
      detail: passwordRequest.sentDetail(settings.brand.supportEmail),
      durationMs: 10_000,
    })
  }

  return (
    <Dialog open={email !== null} title={passwordRequest.title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <p>{passwordRequest.text}</p>
        <TextField
          ref={field}
          label={login.email}
          name="email"
          type="email"
          required
          autoComplete="username"
          defaultValue={email ?? ''}
        />
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" variant="primary" aria-disabled={busy}>
            {passwordRequest.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
