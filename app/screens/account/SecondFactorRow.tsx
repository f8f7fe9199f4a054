import { useState } from 'react'
import { account as words } from '../../copy-account.es.ts'
import { beginSecondFactor } from '../../data/account.ts'
import type { NewFactor } from '../../data/remote-account.ts'
import { Switch } from '../../ui/Switch.tsx'
import { showToast } from '../../ui/toasts.ts'
import { authFailureToast } from '../auth-failure.ts'
import { SecondFactorDialog } from './SecondFactorDialog.tsx'
import styles from './SecondFactorRow.module.css'

interface SecondFactorRowProps {
  isOn: boolean
  /** Asks first. */
  onTurnOff: () => void
}

export function SecondFactorRow({ isOn, onTurnOff }: SecondFactorRowProps) {
  const [newFactor, setNewFactor] = useState<NewFactor | 'awaited' | null>(null)

  async function turnOn() {
    // A second one would make the drawing of the first worthless.
    if (newFactor !== null) return
    setNewFactor('awaited')
    const begun = await beginSecondFactor()
    setNewFactor(begun.kind === 'ok' ? begun.factor : null)
    if (begun.kind === 'failed') showToast(authFailureToast(words.failed, begun))
  }

  return (
    <>
      <div className={styles.row}>
        <div>
          {words.secondFactor}
          <p className={styles.state}>{isOn ? words.secondFactorOn : words.secondFactorOff}</p>
        </div>
        <Switch
          label={words.secondFactor}
          checked={isOn}
          onChange={() => (isOn ? onTurnOff() : void turnOn())}
        />
      </div>
      <SecondFactorDialog
        factor={newFactor === 'awaited' ? null : newFactor}
        onClose={() => setNewFactor(null)}
      />
    </>
  )
}
