import { type FormEvent, useId, useState } from 'react'
import { DEFAULT_BABY_NAME } from '../../../core/age.ts'
import { common } from '../../copy.es.ts'
import { account as accountWords, deleteAccount as words } from '../../copy-account.es.ts'
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

/** Says what goes and asks for proof: the email against a slip of the finger, the password against a borrowed phone. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const account = useAccount()
  const { baby, plan, sync } = useBabyData()
  const textId = useId()
  const [proof, setProof] = useState<Proof>({ email: '', password: '', code: '' })
  const [state, setState] = useState<'asking' | 'busy' | 'wrong-password'>('asking')
  if (account === null) return null

  const busy = state === 'busy'
  const asksCode = account.factorId !== null
  const isSame = proof.email.trim().toLowerCase() === account.email.toLowerCase()
  const isComplete = isSame && proof.password !== '' && (!asksCode || proof.code.trim() !== '')
  const unsent = unsentRecords({ baby, plan, sync })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy || !isComplete || !sync.online) return
    setState('busy')
    const result = await deleteAccount(proof.password, proof.code.trim())
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
          <ProofFields
            proof={proof}
            onChange={setProof}
            email={account.email}
            asksCode={asksCode}
            readOnly={busy}
            passwordError={state === 'wrong-password' ? words.wrongPassword : null}
          />
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

/** As typed. */
interface Proof {
  email: string
  password: string
  code: string
}

interface ProofFieldsProps {
  proof: Proof
  onChange: (proof: Proof) => void
  /** The account's. */
  email: string
  /** It has a second factor. */
  asksCode: boolean
  readOnly: boolean
  passwordError: string | null
}

function ProofFields({ proof, onChange, email, asksCode, readOnly, passwordError }: ProofFieldsProps) {
  return (
    <>
      <TextField
        label={words.email}
        name="confirm-email"
        type="email"
        autoComplete="off"
        hint={email}
        readOnly={readOnly}
        value={proof.email}
        onChange={(event) => onChange({ ...proof, email: event.target.value })}
      />
      <TextField
        label={words.password}
        name="password"
        type="password"
        autoComplete="current-password"
        readOnly={readOnly}
        error={passwordError}
        value={proof.password}
        onChange={(event) => onChange({ ...proof, password: event.target.value })}
      />
      {asksCode && (
        <TextField
          label={accountWords.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          readOnly={readOnly}
          value={proof.code}
          onChange={(event) => onChange({ ...proof, code: event.target.value })}
        />
      )}
    </>
  )
}

function failureToast(result: FailedResult): ToastMessage {
  if (result.code === 'unanswered') return { ...words.unanswered, tone: 'failure', durationMs: 10_000 }
  if (result.code === 'network') return { title: words.failed, detail: words.offline, tone: 'failure' }
  return authFailureToast(words.failed, result)
}
