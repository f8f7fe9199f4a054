import type { ComponentProps, ReactNode } from 'react'
import { shell } from '../copy.es.ts'
import { IconButton } from './Button.tsx'
import { Logo } from './Logo.tsx'
import styles from './TopBar.module.css'

interface TopBarProps {
  onToggleTheme: () => void
  /** With a session: the logo in the middle and the way out at the right. */
  session?: ComponentProps<typeof Logo> & { onSignOut: () => void }
  /** Lines about the network, under the bar. */
  children?: ReactNode
}

export function TopBar({ onToggleTheme, session, children }: TopBarProps) {
  return (
    <>
      <div className={styles.bar}>
        <IconButton icon="theme" label={shell.toggleTheme} onClick={onToggleTheme} />
        {session && (
          <>
            <Logo product={session.product} logos={session.logos} className={styles.logo} />
            <IconButton icon="log-out" label={shell.signOut} onClick={session.onSignOut} />
          </>
        )}
      </div>
      {children}
    </>
  )
}
