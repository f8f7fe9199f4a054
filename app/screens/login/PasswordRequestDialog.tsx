import { type FormEvent, useRef, useState } from 'react'
import { common, login, passwordRequest as words } from '../../copy.es.ts'
import type { AuthResult } from '../../data/answers.ts'
import { settings } from '../../data/settings.ts'
import { askForPasswordLink, enterByRecoveryCode } from '../../data/sign-in-methods.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { showToast } from '../../ui/toasts.ts'
import { authFailureToast } from '../auth-failure.ts'
import { CodeField } from './CodeField.tsx'

interface PasswordRequestDialogProps {
  /** What the login's field holds already; null: closed. */
  email: string | null
  onClose: () => void
}

/**
 * Asks for the mail with which a new password is set. Its code can be typed here: on an iPhone the link opens the
 * browser, and an app on the home screen never hears of it.
 */
export function PasswordRequestDialog({ email, onClose }: PasswordRequestDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)

  function close() {
    setSentTo(null)
    onClose()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const typed = field.current?.value.trim() ?? ''
    setBusy(true)
    const result = await (sentTo === null ? askForPasswordLink(typed) : enterByRecoveryCode(sentTo, typed))
    setBusy(false)
    if (result.kind === 'failed') say(result)
    else if (sentTo === null) setSentTo(typed)
    else close()
  }

  function say(failed: Extract<AuthResult, { kind: 'failed' }>) {
    // Left meanwhile.
    if (field.current === null) return
    if (sentTo !== null) field.current.value = ''
    field.current.focus()
    const code = sentTo !== null && failed.code === 'otp_expired' ? 'wrong_code' : failed.code
    showToast(authFailureToast(sentTo === null ? words.failed : words.codeFailed, { ...failed, code }))
  }

  return (
    <Dialog open={email !== null} title={sentTo === null ? words.title : words.sent} onClose={close}>
      <form onSubmit={(event) => void submit(event)}>
        <p>{sentTo === null ? words.text : words.sentText(sentTo, settings.brand.supportEmail)}</p>
        {sentTo === null ? (
          <TextField
            ref={field}
            label={login.email}
            name="email"
            type="email"
            required
            autoComplete="username"
            defaultValue={email ?? ''}
          />
        ) : (
          <CodeField ref={field} label={words.code} readOnly={busy} autoFocus />
        )}
        <DialogActions>
          <Button variant="quiet" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit" variant="primary" aria-disabled={busy}>
            {sentTo === null ? words.submit : words.submitCode}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
