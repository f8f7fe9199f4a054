import { useRef, useState } from 'react'
import { beginSecondFactor, makeRecoveryCodes } from '../../account/account.ts'
import type { NewFactor } from '../../account/remote-account.ts'
import { wantsSignIn } from '../../account/sign-in-again.ts'
import { settings } from '../../device/settings.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import { openLayers } from '../../ui/overlays/layers.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { recoveryCodes as codeWords, account as words } from '../../words/account.es.ts'
import { authFailureToast } from '../shared/auth-failure.ts'
import { changeFailureToast } from '../shared/change-failure.ts'
import { orGiveBack, whileBusy } from '../shared/while-busy.ts'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { SecondFactorDialog } from './SecondFactorDialog.tsx'
import styles from './SecondFactorRow.module.css'
import type { AskFirst } from './SignInAgain.tsx'

/** A hosted project knows none. */
const HAS_CODES = settings.supabaseUrl === ''

interface NewCodes {
  codes: readonly string[]
  /** The factor was turned on a moment ago. */
  areFirst: boolean
}

interface SecondFactorRowProps {
  isOn: boolean
  /**
   * Is called by the switch; the carer is asked whether he means it before anything is turned off. Null: it is only
   * turned on here.
   */
  onTurnOff: (() => void) | null
  /** The server wants a sign-in of just now. */
  onSignInWanted: AskFirst
}

export function SecondFactorRow({ isOn, onTurnOff, onSignInWanted }: SecondFactorRowProps) {
  const [newFactor, setNewFactor] = useState<NewFactor | 'awaited' | null>(null)
  const isMaking = useRef(false)
  const [isAsked, setAsked] = useState(false)
  const [codes, setCodes] = useState<NewCodes | null>(null)

  async function turnOn() {
    // A second one would make the drawing of the first worthless.
    if (newFactor !== null) return
    setNewFactor('awaited')
    const begun = await orGiveBack(beginSecondFactor(), () => setNewFactor(null))
    // Whatever was opened meanwhile stays.
    const isFree = openLayers().length === 0
    setNewFactor(begun.kind === 'ok' && isFree ? begun.factor : null)
    if (begun.kind === 'ok') return
    if (!wantsSignIn(begun)) return showToast(authFailureToast(words.failed, begun))
    if (isFree) onSignInWanted(() => void turnOn())
  }

  function sayTurnedOn() {
    showToast({ title: words.turnedOn, detail: words.turnedOnDetail, durationMs: 10_000 })
  }

  async function offerCodes(areFirst: boolean) {
    // Each set makes the one before worthless: of two taps the second would show codes, and take the first's away.
    if (isMaking.current) return
    const setMaking = (isIt: boolean) => {
      isMaking.current = isIt
    }
    const made = await whileBusy(setMaking, makeRecoveryCodes)
    if (made.kind === 'ok') setCodes({ codes: made.codes, areFirst })
    else if (wantsSignIn(made)) onSignInWanted(() => void offerCodes(areFirst))
    else if (areFirst) {
      // The factor is on all the same: whoever took that for a failure might throw the application's entry away.
      showToast({ title: words.turnedOn, detail: codeWords.notMade, tone: 'failure', durationMs: 10_000 })
    } else showToast(changeFailureToast(words.failed, made, codeWords.unknown))
  }

  return (
    <>
      <div className={styles.row}>
        <div>
          {words.secondFactor}
          <p className="hint">{isOn ? words.secondFactorOn : words.secondFactorOff}</p>
        </div>
        {!(isOn && onTurnOff === null) && (
          <Switch
            label={words.secondFactor}
            checked={isOn}
            onChange={() => (isOn ? onTurnOff?.() : void turnOn())}
          />
        )}
      </div>
      <SecondFactorDialog
        factor={newFactor === 'awaited' ? null : newFactor}
        onClose={() => setNewFactor(null)}
        onTurnedOn={() => {
          if (HAS_CODES) void offerCodes(true)
          else sayTurnedOn()
        }}
      />
      {isOn && HAS_CODES && (
        <Button variant="quiet" onClick={() => setAsked(true)}>
          {codeWords.renew}
        </Button>
      )}
      <ConfirmDialog
        open={isAsked}
        title={codeWords.renewTitle}
        text={codeWords.renewText}
        confirm={codeWords.renewConfirm}
        onConfirm={() => {
          setAsked(false)
          void offerCodes(false)
        }}
        onClose={() => setAsked(false)}
      />
      <RecoveryCodesDialog
        codes={codes?.codes ?? null}
        onClose={() => {
          setCodes(null)
          // Said before, it would lie over the title of the sheet.
          if (codes?.areFirst) sayTurnedOn()
        }}
      />
    </>
  )
}
