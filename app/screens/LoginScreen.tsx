import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { PRIVACY_PATH, settings } from '../device/settings.ts'
import { useUnsavedInput } from '../navigation/unsaved-input.ts'
import { signIn } from '../session/sign-in.ts'
import { useEndedSession } from '../session/use-session.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { SleepTimeline, type TimelineBar } from '../ui/charts/SleepTimeline.tsx'
import { PasswordField } from '../ui/fields/PasswordField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { Icon } from '../ui/icons/Icon.tsx'
import { Logo } from '../ui/icons/Logo.tsx'
import { ScreenHead } from '../ui/layout/ScreenHead.tsx'
import { clearToast, showToast } from '../ui/overlays/toasts.ts'
import { login, passwordRequest } from '../words/entrance.es.ts'
import styles from './LoginScreen.module.css'
import { OtherSignIn } from './login/OtherSignIn.tsx'
import { PasswordRequestDialog } from './login/PasswordRequestDialog.tsx'
import { SessionEnded } from './login/SessionEnded.tsx'
import { authFailureToast } from './shared/auth-failure.ts'
import { orGiveBack } from './shared/while-busy.ts'
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
      <ScreenHead>
        {topBar}
        <h1 className={styles.hero}>
          <Logo product={product} logos={logos} className={styles.logo} />
        </h1>
        <SleepTimeline label={login.ribbon} bars={SAMPLE_DAY} />
      </ScreenHead>
      <div className={styles.body}>
        <SessionEnded />
        <SignInForm email={email} onForgotten={() => setAsking({ kind: 'password', email: typedEmail() })} />
        <div className={styles.foot}>
          <p className="hint">{login.accountsHint}</p>
          <button type="button" className={styles.link} onClick={() => setAsking({ kind: 'trial' })}>
            {login.requestTrial}
          </button>
          <div className={styles.links}>
            <a className={styles.link} href={links.web} target="_blank" rel="noopener">
              {login.visitWebsite}
              <Icon name="arrow-up-right" small />
            </a>
            <a className={styles.link} href={PRIVACY_PATH} target="_blank" rel="noopener">
              {login.privacy}
            </a>
          </div>
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
  /** Called by whoever has forgotten the password. */
  onForgotten: () => void
}

function SignInForm({ email, onForgotten }: SignInFormProps) {
  const [attempt, setAttempt] = useState<'none' | 'running' | 'failed'>('none')
  const password = useRef<HTMLInputElement>(null)
  const submitting = attempt === 'running'
  const [isTyped, setTyped] = useState(false)
  useUnsavedInput(isTyped)
  const endedEmail = useEndedSession()

  // Whoever comes back is most likely who was here. The browser leaves a value that was typed, but in a field that
  // somebody has just entered the address would mix with what comes.
  useLayoutEffect(() => {
    const field = email.current
    if (field !== null && field !== document.activeElement) field.setAttribute('value', endedEmail ?? '')
  }, [email, endedEmail])

  // The fields lost the focus when they were disabled; after a failure it returns to what is most likely wrong.
  useEffect(() => {
    if (attempt === 'failed') password.current?.focus()
  }, [attempt])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    clearToast()
    setAttempt('running')
    const signingIn = signIn(email.current?.value ?? '', password.current?.value ?? '')
    const result = await orGiveBack(signingIn, () => setAttempt('failed'))
    if (result.kind === 'ok') return
    setAttempt('failed')
    showToast(authFailureToast(login.signInFailed, result))
  }

  return (
    <form
      onSubmit={(event) => void submit(event)}
      onInput={() => setTyped(email.current?.value !== '' || password.current?.value !== '')}
    >
      <div className={styles.fields}>
        <TextField
          ref={email}
          label={login.email}
          name="email"
          type="email"
          required
          autoComplete="username"
          disabled={submitting}
        />
        <PasswordField
          ref={password}
          label={login.password}
          name="password"
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
