import { useState } from 'react'
import { useOnline } from '../../device/network/use-online.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import type { FailedResult } from '../../wire/failures.ts'
import { mailLink as words } from '../../words/mail-link.es.ts'
import { authFailureToast } from '../shared/auth-failure.ts'
import styles from './Press.module.css'

interface PressProps {
  label: string
  /** Spends the link; null: it was good. */
  run: () => Promise<FailedResult | null>
  /** The server says that the link is good for nothing. */
  onDead: () => void
  /** Said while there is no network, and after what failed. */
  texts?: { offline: string; unspent: string }
}

/** The one button of a mail's page. What goes wrong is said under it. */
export function Press({ label, run, onDead, texts = words }: PressProps) {
  const [state, setState] = useState<{ kind: 'idle' | 'busy' } | { kind: 'failed'; why: string }>({
    kind: 'idle',
  })
  const isOnline = useOnline()
  const busy = state.kind === 'busy'

  async function press() {
    setState({ kind: 'busy' })
    const failed = await run()
    if (failed?.code === 'otp_expired') onDead()
    else if (failed !== null) setState({ kind: 'failed', why: authFailureToast('', failed).detail ?? '' })
  }

  return (
    <div className={styles.press}>
      <Button variant="primary" aria-disabled={busy} onClick={busy ? undefined : () => void press()}>
        {busy && isOnline ? words.busy : label}
      </Button>
      <p className={styles.state} role="status">
        {!isOnline ? texts.offline : state.kind === 'failed' && `${state.why} ${texts.unspent}`}
      </p>
    </div>
  )
}
