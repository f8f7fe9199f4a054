import { type ChangeEvent, type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { givenName } from '../../../core/baby/age.ts'
import { deleteAccount } from '../../account/account.ts'
import { useAccount } from '../../account/use-account.ts'
import { usePlace } from '../../family/use-families.ts'
import { unsentRecords } from '../../local/unsent-records.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { showToast, type ToastMessage } from '../../ui/overlays/toasts.ts'
import type { FailedResult } from '../../wire/failures.ts'
import { account as accountWords, deleteAccount as words } from '../../words/account.es.ts'
import { secondFactor } from '../../words/screens.es.ts'
import { HAS_RECOVERY_CODES, ofRecoveryCode, RecoveryCodeField } from '../login/RecoveryCodeField.tsx'
import { authFailureToast } from '../shared/auth-failure.ts'
import { orGiveBack } from '../shared/while-busy.ts'
import styles from './DeleteAccountDialog.module.css'

/** Says what goes and asks for proof: the email against a slip of the finger, the password against a borrowed phone. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const account = useAccount()
  const said = useWords()
  const { baby, plan, sync } = useBabyData()
  const textId = useId()
  const [proof, setProof] = useState<Proof>({ email: '', password: '', code: '', isRecovery: false })
  const [state, setState] = useState<'asking' | 'busy' | 'wrong-password'>('asking')
  const passwordField = useRef<HTMLInputElement>(null)
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
    const { password, code, isRecovery } = proof
    const deleting = deleteAccount(password, { code: code.trim(), isRecovery })
    const result = await orGiveBack(deleting, () => setState('asking'))
    // Otherwise the login stands there already, and says so.
    if (result.kind === 'failed') showFailure(result)
  }

  function showFailure(result: FailedResult) {
    const isWrong = result.code === 'invalid_credentials'
    setState(isWrong ? 'wrong-password' : 'asking')
    if (isWrong) return passwordField.current?.focus()
    showToast(failureToast(result, proof.isRecovery))
  }

  return (
    <Dialog
      open
      title={said.title}
      alert
      describedBy={textId}
      onClose={() => {
        if (!busy) onClose()
      }}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <p id={textId}>{said.text}</p>
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
            passwordField={passwordField}
            passwordError={state === 'wrong-password' ? words.wrongPassword : null}
          />
          <p className={styles.state} role="status">
            {!sync.online && words.offline}
          </p>
        </div>
        <DialogActions onCancel={onClose} disabled={busy}>
          <Button
            variant="danger"
            type="submit"
            aria-disabled={busy}
            disabled={!busy && !(isComplete && sync.online)}
          >
            {busy ? words.busy : said.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** What goes: of a diary that somebody else lets the account into, only the access. */
function useWords(): { title: string; text: string; confirm: string } {
  const { baby } = useBabyData()
  const isGuest = (usePlace()?.role ?? 'owner') !== 'owner'
  return isGuest ? words.guest : { ...words, text: words.text(baby && givenName(baby)) }
}

/** What the carer typed to prove that the account is theirs. */
interface Proof {
  email: string
  password: string
  code: string
  /** Whether `code` is a recovery code, which are kept on paper, and not one of the authenticator. */
  isRecovery: boolean
}

interface ProofFieldsProps {
  proof: Proof
  onChange: (proof: Proof) => void
  /** The e-mail of the account that is deleted. */
  email: string
  /** Whether the account has a second factor, whose code is asked for too. */
  asksCode: boolean
  readOnly: boolean
  passwordField: RefObject<HTMLInputElement | null>
  passwordError: string | null
}

function ProofFields({
  proof,
  onChange,
  email,
  asksCode,
  readOnly,
  passwordField,
  passwordError,
}: ProofFieldsProps) {
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
      <PasswordField
        ref={passwordField}
        label={words.password}
        name="password"
        autoComplete="current-password"
        readOnly={readOnly}
        error={passwordError}
        value={proof.password}
        onChange={(event) => onChange({ ...proof, password: event.target.value })}
      />
      {asksCode && <ProofOfFactor proof={proof} onChange={onChange} readOnly={readOnly} />}
    </>
  )
}

function ProofOfFactor({
  proof,
  onChange,
  readOnly,
}: Pick<ProofFieldsProps, 'proof' | 'onChange' | 'readOnly'>) {
  const { code, isRecovery } = proof
  const field = {
    readOnly,
    value: code,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ ...proof, code: event.target.value }),
  }
  return (
    <div>
      {isRecovery ? (
        <RecoveryCodeField {...field} />
      ) : (
        <TextField
          label={accountWords.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          {...field}
        />
      )}
      {HAS_RECOVERY_CODES && (
        <TextButton
          disabled={readOnly}
          onClick={() => onChange({ ...proof, code: '', isRecovery: !isRecovery })}
        >
          {isRecovery ? secondFactor.application : secondFactor.recovery}
        </TextButton>
      )}
    </div>
  )
}

function failureToast(result: FailedResult, isRecovery: boolean): ToastMessage {
  if (result.code === 'unanswered') return { ...words.unanswered, tone: 'failure', durationMs: 10_000 }
  if (result.code === 'network') return { title: words.failed, detail: words.offline, tone: 'failure' }
  return authFailureToast(words.failed, isRecovery ? ofRecoveryCode(result) : result)
}
