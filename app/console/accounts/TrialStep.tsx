import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { NumberField } from '../../ui/fields/NumberField.tsx'
import { DialogActions } from '../../ui/overlays/Dialog.tsx'
import { accountActions as words } from '../../words/console/accounts.es.ts'
import { prolongedEnd } from './account-status.ts'
import { MOST_TRIAL_DAYS, readTrialDays } from './typed-guest.ts'

interface TrialStepProps {
  trialEndsAt: string | null
  now: number
  busy: boolean
  onCancel: () => void
  onConfirm: (days: number) => void
}

/** Asks for how many days a trial goes on, and says when it would end. */
export function TrialStep({ trialEndsAt, now, busy, onCancel, onConfirm }: TrialStepProps) {
  const hintId = useId()
  const [typed, setTyped] = useState('14')
  const days = readTrialDays(typed)
  const isWrong = typed !== '' && typeof days !== 'number'

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!busy && typeof days === 'number') onConfirm(days)
  }

  return (
    <form noValidate onSubmit={submit}>
      <NumberField
        label={words.trialDays}
        value={typed}
        max={MOST_TRIAL_DAYS}
        invalid={isWrong}
        describedBy={hintId}
        onChange={setTyped}
      />
      <p id={hintId} className="hint">
        {isWrong ? words.trialWrong : words.trialHint}{' '}
        {typeof days === 'number' && words.trialEnd(prolongedEnd(trialEndsAt, days, now))}
      </p>
      <DialogActions onCancel={onCancel} autoFocus disabled={busy}>
        <Button variant="primary" type="submit" aria-disabled={busy || typeof days !== 'number'}>
          {busy ? words.busy : words.trialConfirm}
        </Button>
      </DialogActions>
    </form>
  )
}
