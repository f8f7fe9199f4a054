import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type SignInAgain as Again,
  beginSignInAgain,
  mailSignInCode,
  type SignInProof,
} from '../../account/sign-in-again.ts'
import { useAccount } from '../../account/use-account.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { DialogActions } from '../../ui/overlays/Dialog.tsx'
import { clearToast, showToast } from '../../ui/overlays/toasts.ts'
import { useStillOpen } from '../../ui/overlays/use-still-open.ts'
import type { FailedResult } from '../../wire/failures.ts'
import { account as accountWords, signInAgain as words } from '../../words/account.es.ts'
import { mailedCode } from '../../words/passwords.es.ts'
import { secondFactor } from '../../words/screens.es.ts'
import { CodeField, emptyCode } from '../login/CodeField.tsx'
import { HAS_RECOVERY_CODES, ofRecoveryCode, RecoveryCodeField } from '../login/RecoveryCodeField.tsx'
import { authFailureToast } from '../shared/auth-failure.ts'
import { orGiveBack, whileBusy } from '../shared/while-busy.ts'
import styles from './SignInAgain.module.css'

interface SignInAgainProps {
  /** The phone's session is a new one. */
  onDone: () => void
  onCancel: () => void
}

/**
 * What is asked for: the password or, for those without one, the code of a mail; then the second factor's code or, for
 * those who lost the application, a recovery code.
 */
type Step = 'password' | 'mailed' | 'factor' | 'recovery'

/** Asks a carer who signed in long ago to do so again, without leaving what they were about to change. */
export function SignInAgain({ onDone, onCancel }: SignInAgainProps) {
  const email = useAccount()?.email ?? ''
  const field = useRef<HTMLInputElement>(null)
  const begun = useRef<Again>(null)
  const [step, setStep] = useState<Step>('password')
  const [busy, setBusy] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const isStillOpen = useStillOpen()

  useEffect(() => () => begun.current?.abandon(), [])

  async function oneAtATime(work: () => Promise<void>) {
    if (busy) return
    clearToast()
    await whileBusy(setBusy, work)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = field.current?.value ?? ''
    await oneAtATime(async () => {
      if (step === 'factor' || step === 'recovery') await finish(typed)
      else await begin(step === 'password' ? { password: typed } : { mailedCode: typed })
    })
  }

  async function begin(proof: SignInProof) {
    // The proof was good already, and a mailed code is good only once: what failed came after it.
    if (begun.current !== null) return finish('')
    const result = await beginSignInAgain(proof)
    if (result.kind === 'failed') return sayFailed(result)
    begun.current = result.again
    if (!isStillOpen()) return result.again.abandon()
    if (result.again.asksCode) setStep('factor')
    else await finish('')
  }

  async function finish(code: string) {
    const isRecovery = step === 'recovery'
    const again = begun.current
    if (again === null) return
    // While it takes the place of the phone's own session it must not be closed, not even when the sheet is left.
    begun.current = null
    const result = await orGiveBack(again.complete({ code, isRecovery }), () => {
      begun.current = again
    })
    if (result.kind === 'ok') {
      if (isStillOpen()) onDone()
    } else if (!isStillOpen()) again.abandon()
    else {
      begun.current = again
      sayFailed(result)
    }
  }

  function sayFailed(failed: FailedResult) {
    if (!isStillOpen()) return
    // A recovery code stays in the field: it has sixteen signs, of which perhaps one is wrong.
    if (step === 'mailed' || step === 'factor') emptyCode(field.current)
    else field.current?.focus()
    if (step === 'password' && failed.code === 'invalid_credentials') return setWrong(true)
    if (step === 'recovery') return showToast(authFailureToast(words.failed, ofRecoveryCode(failed)))
    const code = failed.code === 'otp_expired' ? 'wrong_code' : failed.code
    showToast(authFailureToast(words.failed, { ...failed, code }))
  }

  async function sendCode() {
    await oneAtATime(async () => {
      const result = await mailSignInCode()
      // The server refuses a second mail so soon, and the code of the first one is still good.
      if (result.kind === 'failed' && result.code !== 'over_email_send_rate_limit') {
        showToast(authFailureToast(words.failed, result))
        if (result.code !== 'mails_used_up') return
      }
      setStep('mailed')
    })
  }

  return (
    <form key={step} className={styles.form} onSubmit={(event) => void submit(event)}>
      <p>{words.texts[step]}</p>
      {step === 'password' ? (
        <>
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordField
            ref={field}
            label={words.password}
            name="present-password"
            autoComplete="current-password"
            required
            autoFocus
            readOnly={busy}
            error={isWrong ? words.wrongPassword : null}
            onInput={() => setWrong(false)}
          />
          <button type="button" className={styles.mail} onClick={() => void sendCode()} aria-disabled={busy}>
            {words.byMail}
          </button>
        </>
      ) : step === 'mailed' ? (
        <CodeField
          ref={field}
          label={words.mailedCode}
          hint={mailedCode.perhapsSent(email)}
          autoFocus
          readOnly={busy}
        />
      ) : step === 'factor' ? (
        <CodeField ref={field} label={accountWords.code} autoFocus readOnly={busy} />
      ) : (
        <RecoveryCodeField ref={field} autoFocus readOnly={busy} />
      )}
      {HAS_RECOVERY_CODES && (step === 'factor' || step === 'recovery') && (
        <button
          type="button"
          className={styles.mail}
          aria-disabled={busy}
          onClick={() => !busy && setStep(step === 'factor' ? 'recovery' : 'factor')}
        >
          {step === 'factor' ? secondFactor.recovery : secondFactor.application}
        </button>
      )}
      <DialogActions onCancel={onCancel}>
        <Button type="submit" variant="primary" aria-disabled={busy}>
          {words.submit}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Asks for a sign-in, and goes on once it was made. */
export type AskFirst = (goOn: () => void) => void

/** Shows a dialog's form. While a sign-in is asked for it takes the form's place, and what was typed waits. */
export function SignInFirst({ children }: { children: (askFirst: AskFirst) => ReactNode }) {
  const [asked, setAsked] = useState<{ goOn: () => void; focused: Element | null } | null>(null)

  function goBack() {
    const focused = asked?.focused
    flushSync(() => setAsked(null))
    if (focused instanceof HTMLElement) focused.focus()
  }

  return (
    <>
      <div hidden={asked !== null}>
        {children((goOn) => setAsked({ goOn, focused: document.activeElement }))}
      </div>
      {asked && (
        <SignInAgain
          onDone={() => {
            goBack()
            asked.goOn()
          }}
          onCancel={goBack}
        />
      )}
    </>
  )
}
