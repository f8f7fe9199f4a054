import { useState } from 'react'
import { useOnline } from '../../device/network/use-online.ts'
import type { Accepted, NotTaken } from '../../family/access.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { invitation as words } from '../../words/carers/carers.es.ts'
import { authFailureToast } from '../shared/auth-failure.ts'
import { whileBusy } from '../shared/while-busy.ts'
import styles from './Enter.module.css'

interface EnterProps {
  /** Of who is signed in. */
  email: string
  /** What an earlier try came to. */
  failed: Accepted | null
  onAccept: () => Promise<Accepted>
  /** The server says that the invitation can't be taken, or that the family is to be found elsewhere. */
  onSettled: (kind: NotTaken | 'console') => void
}

/** The one press that takes an invitation. What goes wrong is said under it. */
export function Enter({ email, failed, onAccept, onSettled }: EnterProps) {
  const [why, setWhy] = useState(() => whyNot(failed))
  const [busy, setBusy] = useState(false)
  const isOnline = useOnline()

  async function enter() {
    const accepted = await whileBusy(setBusy, onAccept)
    if (accepted.kind === 'ok' || accepted.kind === 'failed') setWhy(whyNot(accepted))
    else onSettled(accepted.kind)
  }

  return (
    <>
      <div className={styles.enter}>
        <Button variant="primary" aria-disabled={busy} onClick={busy ? undefined : () => void enter()}>
          {busy && isOnline ? words.entering : words.enterAs(email)}
        </Button>
      </div>
      <p role="status">{isOnline ? why : words.offline}</p>
    </>
  )
}

function whyNot(accepted: Accepted | null): string {
  if (accepted?.kind !== 'failed') return ''
  const { detail = '' } = authFailureToast('', { code: accepted.code, message: words.again })
  return `${words.notEntered} ${detail}`
}
