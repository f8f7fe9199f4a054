import { type FormEvent, useEffect, useRef, useState } from 'react'
import { giveSecondFactor } from '../account/account.ts'
import { settings } from '../device/settings.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { clearToast, showToast } from '../ui/overlays/toasts.ts'
import { secondFactor } from '../words/screens.es.ts'
import { CodeField } from './login/CodeField.tsx'
import { EntranceStep } from './login/EntranceStep.tsx'
import { HAS_RECOVERY_CODES, ofRecoveryCode, RecoveryCodeField } from './login/RecoveryCodeField.tsx'
import { authFailureToast } from './shared/auth-failure.ts'
import { orGiveBack } from './shared/while-busy.ts'

/** After the password, for accounts with a second factor; the session then goes on by itself. */
export function SecondFactorScreen({ factorId }: { factorId: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [attempt, setAttempt] = useState<'none' | 'running' | 'failed'>('none')
  const [isRecovery, setRecovery] = useState(false)
  const isRunning = attempt === 'running'

  useEffect(() => {
    if (!isRunning) field.current?.focus()
  }, [isRunning])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = field.current?.value ?? ''
    if (isRunning || field.current === null) return
    clearToast()
    setAttempt('running')
    const giving = giveSecondFactor(factorId, code, isRecovery)
    const result = await orGiveBack(giving, () => setAttempt('failed'))
    if (result.kind === 'ok') return
    if (field.current && !isRecovery) field.current.value = ''
    setAttempt('failed')
    showToast(authFailureToast(secondFactor.failed, isRecovery ? ofRecoveryCode(result) : result))
  }

  return (
    <EntranceStep
      title={secondFactor.title}
      text={isRecovery ? secondFactor.recoveryText : secondFactor.text}
    >
      <form onSubmit={(event) => void submit(event)}>
        {isRecovery ? (
          <RecoveryCodeField ref={field} autoFocus readOnly={isRunning} />
        ) : (
          <CodeField ref={field} label={secondFactor.field} autoFocus readOnly={isRunning} />
        )}
        <Button type="submit" variant="primary" disabled={isRunning}>
          {isRunning ? secondFactor.submitting : secondFactor.submit}
        </Button>
        {HAS_RECOVERY_CODES && (
          <Button variant="quiet" disabled={isRunning} onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? secondFactor.application : secondFactor.recovery}
          </Button>
        )}
      </form>
      <p className="hint">{secondFactor.lostAll(settings.brand.supportEmail)}</p>
    </EntranceStep>
  )
}
