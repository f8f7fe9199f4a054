import { useState } from 'react'
import { useOnline } from '../../device/network/use-online.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import type { FailedResult } from '../../wire/failures.ts'
import { mailLink as words } from '../../words/mail-link.es.ts'
import { authFailureToast } from '../shared/auth-failure.ts'
import { orGiveBack } from '../shared/while-busy.ts'
import styles from './Press.module.css'

interface PressProps {
  label: string
  /** Spends the link; null: it was good. */
  run: () => Promise<FailedResult | null>
  /** The server says that the link is good for nothing. */
  onDead: () => void
  /** Said while there is no network, after what the server refused, and after what nobody answered. */
  texts?: { offline: string; unspent: string; unsure: string }
}

type State = { kind: 'idle' | 'busy' } | { kind: 'failed'; why: string; isUnsure: boolean }

/** The one button of a mail's page. What goes wrong is said under it. */
export function Press({ label, run, onDead, texts = words }: PressProps) {
  const [state, setState] = useState<State>({ kind: 'idle' })
  const isOnline = useOnline()
  const busy = state.kind === 'busy'

  async function press() {
    setState({ kind: 'busy' })
    const failed = await orGiveBack(run(), () => setState({ kind: 'idle' }))
    if (failed?.code === 'otp_expired') onDead()
    else if (failed !== null) {
      const why = authFailureToast('', failed).detail ?? ''
      // What left the phone may have reached the server, whose answer got lost.
      setState({ kind: 'failed', why, isUnsure: failed.code === 'network' && isOnline })
    }
  }

  return (
    <div className={styles.press}>
      <Button variant="primary" aria-disabled={busy} onClick={busy ? undefined : () => void press()}>
        {busy && isOnline ? words.busy : label}
      </Button>
      <p className={styles.state} role="status">
        {said(state, isOnline, texts)}
      </p>
    </div>
  )
}

function said(state: State, isOnline: boolean, texts: NonNullable<PressProps['texts']>): string {
  if (state.kind === 'failed' && state.isUnsure) return `${state.why} ${texts.unsure}`
  if (!isOnline) return texts.offline
  return state.kind === 'failed' ? `${state.why} ${texts.unspent}` : ''
}
