import { type FormEvent, useId, useState } from 'react'
import { DEFAULT_BABY_NAME } from '../../../core/age.ts'
import { account as accountWords, common, deleteAccount as words } from '../../copy.es.ts'
import { deleteAccount } from '../../data/account.ts'
import type { FailedResult } from '../../data/answers.ts'
import { useAccount } from '../../data/use-account.ts'
import { useBabyData } from '../../data/use-baby-data.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { showToast, type ToastMessage } from '../../ui/toasts.ts'
import { unsentRecords } from '../../unsent-records.ts'
import { authFailureToast } from '../auth-failure.ts'
import styles from './DeleteAccountDialog.module.css'

/** Says what goes, and asks who one is: the e-mail against a slip of the finger, the password against a borrowed phone. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const account = useAccount()
  const { baby, plan, sync } = useBabyData()
  const textId = useId()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [state, setState] = useState<'asking' | 'busy' | 'wrong-password'>('asking')
  if (account === null) return null

  const busy = state === 'busy'
  const isSame = email.trim().toLowerCase() === account.email.toLowerCase()
  const isComplete = isSame && password !== '' && (account.factorId === null || code.trim() !== '')
  const unsent = unsentRecords({ baby, plan, sync })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy || !isComplete || !sync.online) return
    setState('busy')
    const result = await deleteAccount(password, code.trim())
    // Otherwise the login stands there already, and says so.
    if (result.kind === 'failed') showFailure(result)
  }

  function showFailure(result: FailedResult) {
    const isWrong = result.code === 'invalid_credentials'
    setState(isWrong ? 'wrong-password' : 'asking')
    if (isWrong) return
    showToast(failureToast(result))
  }

  return (
    <Dialog
      open
      title={words.title}
      alert
      describedBy={textId}
      onClose={() => {
        if (!busy) onClose()
      }}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <p id={textId}>{words.text(baby?.name ?? DEFAULT_BABY_NAME)}</p>
        <div className={styles.fields}>
          {sync.pending + sync.refused.length > 0 && (
            <p className={styles.unsent}>{words.unsent(unsent.waiting + unsent.refused)}</p>
          )}
          <TextField
            label={words.email}
            name="confirm-email"
            type="email"
            autoComplete="off"
            hint={account.email}
            readOnly={busy}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <TextField
            label={words.password}
            name="password"
            type="password"
            autoComplete="current-password"
            readOnly={busy}
            error={state === 'wrong-password' ? words.wrongPassword : null}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          {account.factorId !== null && (
            <TextField
              label={accountWords.code}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              readOnly={busy}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
          <p className={styles.state} role="status">
            {!sync.online && words.offline}
          </p>
        </div>
        <DialogActions>
          <Button variant="quiet" onClick={onClose} disabled={busy}>
            {common.cancel}
          </Button>
          <Button variant="danger" type="submit" disabled={busy || !isComplete || !sync.online}>
            {busy ? words.busy : words.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function failureToast(result: FailedResult): ToastMessage {
  if (result.code === 'unanswered') return { ...words.unanswered, tone: 'failure', durationMs: 10_000 }
  if (result.code === 'network') return { title: words.failed, detail: words.offline, tone: 'failure' }
  return authFailureToast(words.failed, result)
}
