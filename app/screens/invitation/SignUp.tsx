import { type FormEvent, useRef, useState } from 'react'
import { useOnline } from '../../device/network/use-online.ts'
import { settings } from '../../device/settings.ts'
import { signUpInvited } from '../../session/sign-up.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { clearToast, showToast } from '../../ui/overlays/toasts.ts'
import type { FailedResult } from '../../wire/failures.ts'
import { signingUp as words } from '../../words/carers/carers.es.ts'
import { login } from '../../words/entrance.es.ts'
import { mailLink } from '../../words/mail-link.es.ts'
import { passwordRule } from '../../words/passwords.es.ts'
import { sync } from '../../words/sync.es.ts'
import { EntranceStep } from '../login/EntranceStep.tsx'
import { passwordRefusal } from '../login/password-refusal.ts'
import { authFailureToast } from '../shared/auth-failure.ts'
import { whileBusy } from '../shared/while-busy.ts'
import { keepInvitation, keepUntilConfirmed, notePressed } from './kept-invitation.ts'

interface SignUpProps {
  token: string
  onBack: () => void
  /** Called by who leaves to look for the mail. */
  onMailed: () => void
}

/** Makes an account for whoever was invited and has none. The session that begins with it takes the invitation. */
export function SignUp({ token, onBack, onMailed }: SignUpProps) {
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  if (mailedTo !== null) {
    return (
      <EntranceStep
        title={words.mailed}
        text={words.mailedText(mailedTo)}
        leave={{ label: mailLink.toLogin, run: onMailed }}
      >
        {null}
      </EntranceStep>
    )
  }
  return (
    <EntranceStep title={words.title} text={words.text} leave={{ label: words.back, run: onBack }}>
      <SignUpForm
        token={token}
        onMailed={(email) => {
          keepUntilConfirmed(token, email)
          setMailedTo(email)
        }}
      />
    </EntranceStep>
  )
}

function SignUpForm({ token, onMailed }: { token: string; onMailed: (email: string) => void }) {
  const [email, password] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const [busy, setBusy] = useState(false)
  const [brokenRule, setBrokenRule] = useState<string | null>(null)
  const isOnline = useOnline()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const address = email.current?.value.trim() ?? ''
    const chosen = password.current?.value ?? ''
    clearToast()
    // Before there is a session, which takes the invitation as soon as it begins.
    notePressed(token)
    const result = await whileBusy(setBusy, () => signUpInvited(address, chosen, token))
    if (result.kind === 'confirm') onMailed(address)
    if (result.kind === 'failed') {
      keepInvitation(token)
      say(result, chosen)
    }
  }

  function say(failed: FailedResult, chosen: string) {
    const rule = passwordRefusal(failed, chosen, settings.minPasswordLength)
    setBrokenRule(rule)
    if (rule === null) showToast(signUpFailure(failed))
    ;(rule === null ? email : password).current?.focus()
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <TextField
        ref={email}
        label={words.email}
        name="email"
        type="email"
        required
        autoComplete="username"
        autoFocus
        readOnly={busy}
      />
      <PasswordField
        ref={password}
        label={words.password}
        hint={passwordRule.hint(settings.minPasswordLength)}
        error={brokenRule}
        name="new-password"
        autoComplete="new-password"
        required
        readOnly={busy}
        onInput={() => setBrokenRule(null)}
      />
      <Button type="submit" variant="primary" aria-disabled={busy}>
        {busy ? (isOnline ? words.submitting : sync.offline) : words.submit}
      </Button>
    </form>
  )
}

const REFUSALS: Readonly<Record<string, string>> = words.refusals

function signUpFailure({ code, message }: FailedResult) {
  const own = REFUSALS[code ?? '']
  return authFailureToast(
    login.signUpFailed,
    own === undefined ? { code, message } : { code: null, message: own },
  )
}
