import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { changePassword, mailPasswordCode } from '../../account/account.ts'
import { wantsSignIn } from '../../account/sign-in-again.ts'
import { useOnline } from '../../device/network/use-online.ts'
import { settings } from '../../device/settings.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { clearToast, showToast } from '../../ui/overlays/toasts.ts'
import { useStillOpen } from '../../ui/overlays/use-still-open.ts'
import type { AuthResult, FailedResult } from '../../wire/failures.ts'
import { mailedCode, passwordRule, passwordUnknown } from '../../words/passwords.es.ts'
import { newPassword } from '../../words/screens.es.ts'
import { sync } from '../../words/sync.es.ts'
import { authFailureToast } from '../shared/auth-failure.ts'
import { changeFailureToast } from '../shared/change-failure.ts'
import { whileBusy } from '../shared/while-busy.ts'
import { CodeField } from './CodeField.tsx'
import styles from './NewPasswordForm.module.css'
import { passwordRefusal } from './password-refusal.ts'

interface NewPasswordFormProps {
  /** Tells the password manager whose password it is. */
  email: string
  /** Is called where this is still on the screen. */
  onSaved?: () => void
  /** Stands left of the button that saves. */
  cancel?: ReactNode
  autoFocus?: boolean
  /** Asks for the sign-in of just now that the server wants; without it the code of a mail is asked for instead. */
  onSignInWanted?: (goOn: () => void) => void
}

/** What a server may ask for besides, each in a field of its own. */
interface Asked {
  current: boolean
  /** Whether one was mailed now; if not, one that was mailed before may be good still. */
  code: 'mailed' | 'mailed-before' | null
}

/** One field that can be looked at, rather than two that can't. The rule stands under it before anything is refused. */
export function NewPasswordForm({ email, onSaved, cancel, autoFocus, onSignInWanted }: NewPasswordFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const isStillOpen = useStillOpen()
  const isOnline = useOnline()
  const [brokenRule, setBrokenRule] = useState<string | null>(null)
  const [asked, setAsked] = useState<Asked>({ current: false, code: null })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const said = new FormData(form)
    const typed = (name: string) => {
      const text = said.get(name)
      return typeof text === 'string' ? text : ''
    }
    clearToast()
    const password = typed('new-password')
    const proof = { current: typed('current-password'), code: typed('code') }
    const asksSignIn = (result: AuthResult) => wantsSignIn(result) && onSignInWanted !== undefined
    const result = await whileBusy(setBusy, async () => {
      const heard = await changePassword(password, proof)
      if (heard.kind === 'failed' && !asksSignIn(heard)) await askOrSay(heard, password)
      return heard
    })
    if (asksSignIn(result)) onSignInWanted?.(() => form.requestSubmit())
    if (result.kind === 'failed') return
    if (isStillOpen()) onSaved?.()
    showToast({ title: newPassword.saved })
  }

  async function askOrSay(failed: FailedResult, password: string) {
    const rule = passwordRefusal(failed, password, settings.minPasswordLength)
    setBrokenRule(rule)
    if (failed.code === 'current_password_required') setAsked({ ...asked, current: true })
    else if (wantsSignIn(failed)) {
      const mailed = await mailPasswordCode()
      // One was sent a moment ago: that one counts still.
      const isSent = mailed.kind === 'ok' || mailed.code === 'over_email_send_rate_limit'
      if (isSent) return setAsked({ ...asked, code: 'mailed' })
      showToast(authFailureToast(newPassword.failed, mailed))
      if (mailed.code === 'mails_used_up') setAsked({ ...asked, code: 'mailed-before' })
    } else {
      if (rule === null) showToast(changeFailureToast(newPassword.failed, failed, passwordUnknown))
      field.current?.focus()
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        ref={field}
        label={newPassword.field}
        hint={passwordRule.hint(settings.minPasswordLength)}
        error={brokenRule}
        name="new-password"
        autoComplete="new-password"
        required
        readOnly={busy}
        autoFocus={autoFocus}
        onInput={() => setBrokenRule(null)}
      />
      {asked.current && (
        <PasswordField
          label={newPassword.current}
          name="current-password"
          autoComplete="current-password"
          required
          autoFocus
          readOnly={busy}
        />
      )}
      {asked.code && (
        <CodeField
          label={newPassword.code}
          hint={asked.code === 'mailed' ? mailedCode.sent(email) : mailedCode.sentBefore(email)}
          // Who has none asks for one by saving again.
          required={asked.code === 'mailed'}
          autoFocus
          readOnly={busy}
        />
      )}
      <div className={styles.actions}>
        {cancel}
        <Button type="submit" variant="primary" aria-disabled={busy}>
          {busy ? (isOnline ? newPassword.submitting : sync.offline) : newPassword.submit}
        </Button>
      </div>
    </form>
  )
}
