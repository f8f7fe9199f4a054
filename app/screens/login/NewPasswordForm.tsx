import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { newPassword } from '../../copy.es.ts'
import { changePassword } from '../../data/account.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { clearToast, showToast } from '../../ui/toasts.ts'
import { authFailureToast } from '../auth-failure.ts'
import styles from './NewPasswordForm.module.css'

interface NewPasswordFormProps {
  /** Tells the password manager whose password it is. */
  email: string
  onSaved?: () => void
  /** Stands left of the button that saves. */
  cancel?: ReactNode
}

/** One field that can be looked at, rather than two that can't. */
export function NewPasswordForm({ email, onSaved, cancel }: NewPasswordFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    clearToast()
    setBusy(true)
    const result = await changePassword(field.current?.value ?? '')
    setBusy(false)
    if (result.kind === 'ok') {
      onSaved?.()
      showToast({ title: newPassword.saved })
    } else {
      showToast(authFailureToast(newPassword.failed, result))
      field.current?.focus()
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField
        ref={field}
        label={newPassword.field}
        hint={newPassword.hint}
        name="new-password"
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        required
        readOnly={busy}
      />
      <label className={styles.show}>
        <input type="checkbox" checked={shown} onChange={() => setShown(!shown)} />
        {newPassword.show}
      </label>
      <div className={styles.actions}>
        {cancel}
        <Button type="submit" variant="primary" aria-disabled={busy}>
          {busy ? newPassword.submitting : newPassword.submit}
        </Button>
      </div>
    </form>
  )
}
