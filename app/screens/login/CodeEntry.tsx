import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { enterByCode } from '../../session/sign-in-methods.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { useStillOpen } from '../../ui/overlays/use-still-open.ts'
import { passwordRequest as words } from '../../words/entrance.es.ts'
import { authFailureToast } from '../shared/auth-failure.ts'
import { whileBusy } from '../shared/while-busy.ts'
import { CodeField, emptyCode } from './CodeField.tsx'

interface CodeEntryProps {
  /** Where the code was mailed to. */
  email: string
  onEntered: () => void
  /** Stand under the field. */
  children: (busy: boolean) => ReactNode
}

/** The code of a mail instead of its link; a new password is asked for next. */
export function CodeEntry({ email, onEntered, children }: CodeEntryProps) {
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const isStillOpen = useStillOpen()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = field.current?.value
    if (busy || typed === undefined) return
    const result = await whileBusy(setBusy, () => enterByCode(email, typed))
    if (result.kind === 'ok') return onEntered()
    if (!isStillOpen()) return
    emptyCode(field.current)
    const code = result.code === 'otp_expired' ? 'wrong_code' : result.code
    showToast(authFailureToast(words.codeFailed, { ...result, code }))
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <CodeField ref={field} label={words.code} readOnly={busy} autoFocus />
      {children(busy)}
    </form>
  )
}
