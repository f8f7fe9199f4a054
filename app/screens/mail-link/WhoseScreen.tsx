import type { FailedResult } from '../../wire/failures.ts'
import { whose as words } from '../../words/mail-link.es.ts'
import { LinkPage } from './LinkPage.tsx'
import { Press } from './Press.tsx'

interface WhoseScreenProps {
  /** The email of the account that the link opens. */
  email: string
  /** Opens the account; resolves to null once it is open. */
  onEnter: () => Promise<FailedResult | null>
  onDead: () => void
  onLeave: () => void
}

/** «¿Entrar como …?», before a link opens an account on a phone where nobody is signed in. */
export function WhoseScreen({ email, onEnter, onDead, onLeave }: WhoseScreenProps) {
  return (
    <LinkPage title={words.title(email)} text={words.text} onLeave={onLeave}>
      <Press label={words.enter} run={onEnter} onDead={onDead} texts={words} />
    </LinkPage>
  )
}
