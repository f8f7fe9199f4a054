import { type FormEvent, useRef, useState } from 'react'
import { common } from '../../copy.es.ts'
import { account as words } from '../../copy-account.es.ts'
import { giveSecondFactor } from '../../data/account.ts'
import type { NewFactor } from '../../data/remote-account.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/toasts.ts'
import { authFailureToast } from '../auth-failure.ts'
import { CodeField } from '../login/CodeField.tsx'
import styles from './SecondFactorDialog.module.css'

interface SecondFactorDialogProps {
  /** What is to be turned on; null: closed. */
  factor: NewFactor | null
  onClose: () => void
}

export function SecondFactorDialog({ factor, onClose }: SecondFactorDialogProps) {
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy || factor === null || field.current === null) return
    setBusy(true)
    const result = await giveSecondFactor(factor.id, field.current.value)
    setBusy(false)
    if (result.kind === 'ok') {
      onClose()
      showToast({ title: words.turnedOn, detail: words.turnedOnDetail, durationMs: 10_000 })
      return
    }
    // Left meanwhile.
    if (field.current === null) return
    field.current.value = ''
    field.current.focus()
    showToast(authFailureToast(words.failed, result))
  }

  return (
    <Dialog open={factor !== null} title={words.turnOnTitle} onClose={onClose}>
      {factor && (
        <form onSubmit={(event) => void submit(event)}>
          <p>{words.turnOnText}</p>
          <img
            className={styles.qr}
            src={drawing(factor.qrCode)}
            alt={words.qrCode}
            width={192}
            height={192}
          />
          <p className={styles.secret}>
            {words.secret} <code>{factor.secret}</code>
          </p>
          <p>
            <a className={styles.open} href={factor.uri}>
              {words.openApp}
            </a>
          </p>
          <CodeField ref={field} label={words.code} readOnly={busy} />
          <DialogActions>
            <Button variant="quiet" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" variant="primary" aria-disabled={busy}>
              {words.turnOn}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}

function drawing(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
