import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { newPassword } from '../../copy.es.ts'
import { changePassword, mailPasswordCode } from '../../data/account.ts'
import type { FailedResult } from '../../data/answers.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { clearToast, showToast } from '../../ui/toasts.ts'
import { authFailureToast } from '../auth-failure.ts'
import { CodeField } from './CodeField.tsx'
import styles from './NewPasswordForm.module.css'

interface NewPasswordFormProps {
  /** Tells the password manager whose password it is. */
  email: string
  onSaved?: () => void
  /** Stands left of the button that saves. */
  cancel?: ReactNode
}

/** What a server may ask for besides, each in a field of its own. */
interface Asked {
  current: boolean
  code: boolean
}

/** One field that can be looked at, rather than two that can't. */
export function NewPasswordForm({ email, onSaved, cancel }: NewPasswordFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState(false)
  const [asked, setAsked] = useState<Asked>({ current: false, code: false })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const said = new FormData(event.currentTarget)
    const typed = (name: string) => {
      const text = said.get(name)
      return typeof text === 'string' ? text : ''
    }
    clearToast()
    setBusy(true)
    const proof = { current: typed('current-password'), code: typed('code') }
    const result = await changePassword(typed('new-password'), proof)
    if (result.kind === 'failed') await askOrSay(result)
    setBusy(false)
    if (result.kind === 'failed') return
    onSaved?.()
    showToast({ title: newPassword.saved })
  }

  async function askOrSay(failed: FailedResult) {
    if (failed.code === 'current_password_required') setAsked({ ...asked, current: true })
    else if (failed.code === 'reauthentication_needed') {
      const mailed = await mailPasswordCode()
      // One was sent a moment ago: that one counts still.
      const isSent = mailed.kind === 'ok' || mailed.code === 'over_email_send_rate_limit'
      if (isSent) setAsked({ ...asked, code: true })
      else showToast(authFailureToast(newPassword.failed, mailed))
    } else {
      showToast(authFailureToast(newPassword.failed, failed))
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
      {asked.current && (
        <TextField
          label={newPassword.current}
          name="current-password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          required
          autoFocus
          readOnly={busy}
        />
      )}
      {asked.code && (
        <CodeField label={newPassword.code} hint={newPassword.codeSent(email)} autoFocus readOnly={busy} />
      )}
      <div className={styles.actions}>
        {cancel}
        <Button type="submit" variant="primary" aria-disabled={busy}>
          {busy ? newPassword.submitting : newPassword.submit}
        </Button>
      </div>
    </form>
  )
}
