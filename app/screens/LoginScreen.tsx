import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { login, passwordRequest } from '../copy.es.ts'
import { signIn } from '../data/session.ts'
import { settings } from '../data/settings.ts'
import { useEndedSession } from '../data/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { Face } from '../ui/Face.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Logo } from '../ui/Logo.tsx'
import { SleepTimeline, type TimelineBar } from '../ui/SleepTimeline.tsx'
import { TextField } from '../ui/TextField.tsx'
import { clearToast, showToast } from '../ui/toasts.ts'
import { useUnsavedInput } from '../unsaved-input.ts'
import { authFailureToast } from './auth-failure.ts'
import styles from './LoginScreen.module.css'
import { OtherSignIn } from './login/OtherSignIn.tsx'
import { PasswordRequestDialog } from './login/PasswordRequestDialog.tsx'
import { TrialDialog } from './TrialDialog.tsx'

/** A day as it could be: three naps and a night, as fractions of the tape. */
const SAMPLE_DAY: readonly TimelineBar[] = [
  { kind: 'siesta', start: 0.0694, end: 0.125 },
  { kind: 'siesta', start: 0.2222, end: 0.2916 },
  { kind: 'siesta', start: 0.3993, end: 0.4271 },
  { kind: 'noche', start: 0.5208, end: 0.9652 },
]

/** `email`: what was typed already. */
type Question = { kind: 'trial' } | { kind: 'password'; email: string }

export function LoginScreen({ topBar }: { topBar: ReactNode }) {
  const [asking, setAsking] = useState<Question | null>(null)
  const email = useRef<HTMLInputElement>(null)
  const typedEmail = () => email.current?.value.trim() ?? ''
  const stopAsking = () => setAsking(null)
  const { product, logos, links } = settings.brand
  return (
    <div className={styles.login}>
      <Face>
        {topBar}
        <h1 className={styles.hero}>
          <Logo product={product} logos={logos} className={styles.logo} />
        </h1>
        <SleepTimeline label={login.ribbon} bars={SAMPLE_DAY} />
      </Face>
      <div className={styles.body}>
        <SignInForm email={email} onForgotten={() => setAsking({ kind: 'password', email: typedEmail() })} />
        <div className={styles.foot}>
          <p className={styles.note}>{login.accountsNote}</p>
          <button type="button" className={styles.link} onClick={() => setAsking({ kind: 'trial' })}>
            {login.requestTrial}
          </button>
          <a className={styles.link} href={links.web} target="_blank" rel="noopener">
            {login.visitWebsite}
            <Icon name="arrow-up-right" small />
          </a>
        </div>
        <OtherSignIn email={typedEmail} />
      </div>
      <PasswordRequestDialog email={asking?.kind === 'password' ? asking.email : null} onClose={stopAsking} />
      <TrialDialog open={asking?.kind === 'trial'} onClose={stopAsking} />
    </div>
  )
}

interface SignInFormProps {
  email: RefObject<HTMLInputElement | null>
  /** The password is. */
  onForgotten: () => void
}

function SignInForm({ email, onForgotten }: SignInFormProps) {
  const [attempt, setAttempt] = useState<'none' | 'running' | 'failed'>('none')
  const password = useRef<HTMLInputElement>(null)
  const submitting = attempt === 'running'
  const [isTyped, setTyped] = useState(false)
  useUnsavedInput(isTyped)
  const endedEmail = useEndedSession()

  // The fields lost the focus when they were disabled; after a failure it returns to what is most likely wrong.
  useEffect(() => {
    if (attempt === 'failed') password.current?.focus()
  }, [attempt])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    clearToast()
    setAttempt('running')
    const result = await signIn(email.current?.value ?? '', password.current?.value ?? '')
    if (result.kind === 'ok') return
    setAttempt('failed')
    showToast(authFailureToast(login.signInFailed, result))
  }

  return (
    <form
      onSubmit={(event) => void submit(event)}
      onInput={() => setTyped(email.current?.value !== '' || password.current?.value !== '')}
    >
      {endedEmail !== null && (
        <p className={styles.ended} role="status">
          {login.sessionEnded}
        </p>
      )}
      <div className={styles.fields}>
        <TextField
          ref={email}
          label={login.email}
          name="email"
          type="email"
          // Whoever comes back is most likely who was here.
          defaultValue={endedEmail ?? ''}
          required
          autoComplete="username"
          disabled={submitting}
        />
        <TextField
          ref={password}
          label={login.password}
          name="password"
          type="password"
          required
          autoComplete="current-password"
          disabled={submitting}
        />
        <button type="button" className={`${styles.link} ${styles.forgotten}`} onClick={onForgotten}>
          {passwordRequest.link}
        </button>
        <Button type="submit" variant="primary" disabled={submitting}>
          {submitting ? login.submitting : login.submit}
        </Button>
      </div>
    </form>
  )
}
