import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAccount } from '../../account/use-account.ts'
import { SecondFactorRow } from '../../screens/account/SecondFactorRow.tsx'
import { SignInFirst } from '../../screens/account/SignInAgain.tsx'
import { EntranceStep } from '../../screens/login/EntranceStep.tsx'
import { storedSession } from '../../session/stored-session.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Spinner } from '../../ui/waiting/Spinner.tsx'
import { staffGate as words } from '../../words/console/frame.es.ts'
import { leadToPage } from '../shared/lead-to-page.ts'
import { useRetry } from '../shared/use-retry.ts'
import styles from './Column.module.css'
import { readStaffRole, type Staff, type StaffRole } from './staff-role.ts'

type Known = StaffRole | 'asking' | 'unheard'

/** Lets in whoever works for the provider, with their second factor; says to everybody else what is missing. */
export function StaffGate({ children }: { children: (staff: Staff) => ReactNode }) {
  const accountId = storedSession()?.userId ?? ''
  const [known, setKnown] = useState<Known>('asking')
  const ask = useCallback(async () => {
    const { data } = await readStaffRole(accountId)
    flushSync(() => setKnown(data ?? 'unheard'))
  }, [accountId])
  useEffect(() => void ask(), [ask])

  async function askAgain() {
    await ask()
    leadToPage()
  }

  // Turned off elsewhere while a page is open: what was typed there stays in memory meanwhile.
  const isFactorGone = useAccount()?.isSecondFactorGiven === false
  if (isFactorGone && typeof known === 'object' && known.is_second_factor_given) {
    setKnown({ ...known, is_second_factor_given: false })
  }

  if (known === 'asking') return <Spinner label={words.asking} />
  if (known === 'unheard') return <Unheard ask={askAgain} />
  if (known.role === null) {
    return (
      <Step title={words.notStaff} text={words.notStaffText(storedSession()?.email ?? '')}>
        <a href="/">{words.toDiary}</a>
      </Step>
    )
  }
  if (!known.is_second_factor_given) return <FactorFirst onDone={() => void askAgain()} />
  return children({ accountId, role: known.role, name: known.name })
}

/** The server didn't say. */
function Unheard({ ask }: { ask: () => Promise<void> }) {
  const { again, isAsking, said } = useRetry(ask)
  return (
    <Step title={words.unheard} text={words.unheardText}>
      <Button variant="primary" aria-disabled={isAsking} onClick={again}>
        {words.again}
      </Button>
      <p role="status">{said}</p>
    </Step>
  )
}

/** Turning it on makes this session one that may work; its recovery codes are shown before anything else. */
function FactorFirst({ onDone }: { onDone: () => void }) {
  const isOn = (useAccount()?.factorId ?? null) !== null
  return (
    <Step title={words.factorFirst} text={words.factorFirstText}>
      <SignInFirst>
        {(askFirst) => <SecondFactorRow isOn={isOn} onTurnOff={null} onSignInWanted={askFirst} />}
      </SignInFirst>
      {isOn && (
        <Button variant="primary" onClick={onDone}>
          {words.enter}
        </Button>
      )}
    </Step>
  )
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={styles.column}>
      <EntranceStep title={title} text={text}>
        {children}
      </EntranceStep>
    </div>
  )
}
