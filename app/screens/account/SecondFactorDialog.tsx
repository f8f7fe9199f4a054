import { type FormEvent, useRef, useState } from 'react'
import { giveSecondFactor } from '../../account/account.ts'
import type { NewFactor } from '../../account/remote-account.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { useStillOpen } from '../../ui/overlays/use-still-open.ts'
import { account as words } from '../../words/account.es.ts'
import { CodeField, emptyCode } from '../login/CodeField.tsx'
import { changeFailureToast } from '../shared/change-failure.ts'
import { whileBusy } from '../shared/while-busy.ts'
import styles from './SecondFactorDialog.module.css'

interface SecondFactorDialogProps {
  /** What is to be turned on; null: closed. */
  factor: NewFactor | null
  onClose: () => void
  onTurnedOn: () => void
}

export function SecondFactorDialog({ factor, ...rest }: SecondFactorDialogProps) {
  return (
    <Dialog open={factor !== null} title={words.turnOnTitle} onClose={rest.onClose}>
      {factor && <TurnOnForm {...rest} factor={factor} />}
    </Dialog>
  )
}

interface TurnOnFormProps extends SecondFactorDialogProps {
  factor: NewFactor
}

function TurnOnForm({ factor, onClose, onTurnedOn }: TurnOnFormProps) {
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isStillOpen = useStillOpen()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = field.current?.value
    if (busy || code === undefined) return
    const result = await whileBusy(setBusy, () => giveSecondFactor(factor.id, code))
    if (result.kind === 'ok') {
      // Whichever sheet is open by then: the server knows one factor, and no other drawing counts any more.
      onClose()
      onTurnedOn()
      return
    }
    if (!isStillOpen()) return
    emptyCode(field.current)
    showToast(changeFailureToast(words.failed, result, words.turnOnUnknown))
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <p>{words.turnOnText}</p>
      <img className={styles.qr} src={drawing(factor.qrCode)} alt={words.qrCode} width={192} height={192} />
      <p className={styles.secret}>
        {words.secret} <code>{factor.secret}</code>
      </p>
      <p>
        <a className={styles.open} href={factor.uri}>
          {words.openApp}
        </a>
      </p>
      <CodeField ref={field} label={words.code} readOnly={busy} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" variant="primary" aria-disabled={busy}>
          {words.turnOn}
        </Button>
      </DialogActions>
    </form>
  )
}

function drawing(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
