import type { ReactNode } from 'react'
import { toggleTheme } from '../../device/theme.ts'
import { signOutOrSay } from '../../leaving/sign-out-or-say.ts'
import { TopBar } from '../../ui/bars/TopBar.tsx'
import { useLedFocus } from '../../ui/layout/focus.ts'
import { ScreenHead, ScreenTitle } from '../../ui/layout/ScreenHead.tsx'
import { shell } from '../../words/entrance.es.ts'
import styles from './EntranceStep.module.css'

interface EntranceStepProps {
  title: string
  text: string
  children: ReactNode
  /** The way back; by default out of the session, whose unsent changes stay on the phone. */
  leave?: { label: string; run: () => void }
}

const SIGN_OUT = { label: shell.signOut, run: () => void signOutOrSay() }

/** A step before the app, with a way back out. */
export function EntranceStep({ title, text, children, leave = SIGN_OUT }: EntranceStepProps) {
  const heading = useLedFocus(title)
  return (
    <main className={styles.entrance}>
      <ScreenHead>
        <TopBar onToggleTheme={toggleTheme} />
        <ScreenTitle title={title} subtitle={text} headingRef={heading} />
      </ScreenHead>
      <div className={styles.body}>
        {children}
        <button type="button" className={styles.leave} onClick={leave.run}>
          {leave.label}
        </button>
      </div>
    </main>
  )
}
