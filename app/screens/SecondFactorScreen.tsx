import { type FormEvent, useEffect, useRef, useState } from 'react'
import { secondFactor } from '../copy.es.ts'
import { giveSecondFactor } from '../data/account.ts'
import { Button } from '../ui/Button.tsx'
import { clearToast, showToast } from '../ui/toasts.ts'
import { authFailureToast } from './auth-failure.ts'
import { CodeField } from './login/CodeField.tsx'
import { Entrance } from './login/Entrance.tsx'

/** After the password, for accounts with a second factor; the session then goes on by itself. */
export function SecondFactorScreen({ factorId }: { factorId: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [attempt, setAttempt] = useState<'none' | 'running' | 'failed'>('none')

  useEffect(() => {
    if (attempt !== 'running') field.current?.focus()
  }, [attempt])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = field.current?.value ?? ''
    if (attempt === 'running' || field.current === null) return
    clearToast()
    setAttempt('running')
    const result = await giveSecondFactor(factorId, code)
    if (result.kind === 'ok') return
    if (field.current) field.current.value = ''
    setAttempt('failed')
    showToast(authFailureToast(secondFactor.failed, result))
  }

  return (
    <Entrance title={secondFactor.title} text={secondFactor.text}>
      <form onSubmit={(event) => void submit(event)}>
        <CodeField ref={field} label={secondFactor.field} readOnly={attempt === 'running'} />
        <Button type="submit" variant="primary" disabled={attempt === 'running'}>
          {attempt === 'running' ? secondFactor.submitting : secondFactor.submit}
        </Button>
      </form>
    </Entrance>
  )
}
