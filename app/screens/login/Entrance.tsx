import type { ReactNode } from 'react'
import { shell } from '../../copy.es.ts'
import { signOutOrSay } from '../../sign-out.ts'
import { toggleTheme } from '../../theme.ts'
import { Face, ScreenTitle } from '../../ui/Face.tsx'
import { TopBar } from '../../ui/TopBar.tsx'
import styles from './Entrance.module.css'

interface EntranceProps {
  title: string
  text: string
  children: ReactNode
}

/** A step between session and app, with a way back out: what an earlier session couldn't send stays on the phone. */
export function Entrance({ title, text, children }: EntranceProps) {
  return (
    <main className={styles.entrance}>
      <Face>
        <TopBar onToggleTheme={toggleTheme} />
        <ScreenTitle title={title} subtitle={text} />
      </Face>
      <div className={styles.body}>
        {children}
        <button
          type="button"
          className={styles.leave}
          onClick={() => void signOutOrSay({ keepUnsent: true })}
        >
          {shell.signOut}
        </button>
      </div>
    </main>
  )
}
