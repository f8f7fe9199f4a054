import { type FormEvent, useRef, useState } from 'react'
import { useOnline } from '../../device/network/use-online.ts'
import { type MailLink, resendMailLink } from '../../session/auth-link.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { login } from '../../words/entrance.es.ts'
import { mailLink as words } from '../../words/mail-link.es.ts'
import { authFailureToast } from '../shared/auth-failure.ts'
import { whileBusy } from '../shared/while-busy.ts'
import styles from './Press.module.css'

interface AnotherMailProps {
  /** The type of the mail whose link died. */
  type: MailLink['type']
  /** Where the next one goes; null: it has to be asked. */
  email: string | null
  label?: string
  onMailed: (email: string) => void
}

/** One tap where the address is known. Whoever has it, the answer is the same. */
export function AnotherMail({ type, email, label = words.again, onMailed }: AnotherMailProps) {
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const isOnline = useOnline()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const address = email ?? field.current?.value.trim() ?? ''
    setFailed('')
    const result = await whileBusy(setBusy, () => resendMailLink(type, address))
    if (result.kind === 'ok') onMailed(address)
    else setFailed(authFailureToast('', result).detail ?? '')
  }

  return (
    <form className={styles.press} onSubmit={(event) => void submit(event)}>
      {email === null ? (
        <TextField
          ref={field}
          label={login.email}
          name="email"
          type="email"
          required
          autoComplete="username"
        />
      ) : (
        <p>{words.againTo(email)}</p>
      )}
      <Button type="submit" variant="primary" aria-disabled={busy}>
        {label}
      </Button>
      <p className={styles.state} role="status">
        {isOnline ? failed : words.offlineAgain}
      </p>
    </form>
  )
}
