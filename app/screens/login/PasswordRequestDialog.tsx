import { type FormEvent, useRef, useState } from 'react'
import { settings } from '../../device/settings.ts'
import { askForPasswordLink } from '../../session/sign-in-methods.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { useStillOpen } from '../../ui/overlays/use-still-open.ts'
import { login, passwordRequest as words } from '../../words/entrance.es.ts'
import { authFailureToast } from '../shared/auth-failure.ts'
import { whileBusy } from '../shared/while-busy.ts'
import { CodeEntry } from './CodeEntry.tsx'
import styles from './PasswordRequestDialog.module.css'

interface PasswordRequestDialogProps {
  /** What the login's field holds already; null: closed. */
  email: string | null
  onClose: () => void
}

/** `isAsked`: here and now; else the mail was there before. */
type Mailed = { email: string; isAsked: boolean }

/**
 * Asks for the mail with which a new password is set. Its code can be typed here: on an iPhone the link opens the
 * browser, and an app on the home screen never hears of it.
 */
export function PasswordRequestDialog({ email, onClose }: PasswordRequestDialogProps) {
  const [mailed, setMailed] = useState<Mailed | null>(null)

  function close() {
    setMailed(null)
    onClose()
  }

  return (
    <Dialog
      open={email !== null}
      title={mailed === null ? words.title : mailed.isAsked ? words.sent : words.haveCode}
      onClose={close}
    >
      {mailed === null ? (
        <RequestForm email={email ?? ''} onMailed={setMailed} onClose={close} />
      ) : (
        <>
          <p>
            {mailed.isAsked
              ? words.sentText(mailed.email, settings.brand.supportEmail)
              : words.haveCodeText(mailed.email)}
          </p>
          <CodeEntry email={mailed.email} onEntered={close}>
            {(busy) => (
              <DialogActions onCancel={close}>
                <Button type="submit" variant="primary" aria-disabled={busy}>
                  {words.submitCode}
                </Button>
              </DialogActions>
            )}
          </CodeEntry>
        </>
      )}
    </Dialog>
  )
}

interface RequestFormProps {
  email: string
  onMailed: (mailed: Mailed) => void
  onClose: () => void
}

function RequestForm({ email, onMailed, onClose }: RequestFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const isStillOpen = useStillOpen()
  const typed = () => field.current?.value.trim() ?? ''

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const address = typed()
    const result = await whileBusy(setBusy, () => askForPasswordLink(address))
    if (!isStillOpen()) return
    if (result.kind === 'ok') return onMailed({ email: address, isAsked: true })
    field.current?.focus()
    showToast(authFailureToast(words.failed, result))
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <p>{words.text}</p>
      <TextField
        ref={field}
        label={login.email}
        name="email"
        type="email"
        required
        autoComplete="username"
        defaultValue={email}
      />
      <button
        type="button"
        className={styles.haveCode}
        onClick={() => {
          if (field.current?.reportValidity()) onMailed({ email: typed(), isAsked: false })
        }}
      >
        {words.haveCode}
      </button>
      <DialogActions onCancel={onClose}>
        <Button type="submit" variant="primary" aria-disabled={busy}>
          {words.submit}
        </Button>
      </DialogActions>
    </form>
  )
}
