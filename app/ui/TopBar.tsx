import type { ComponentProps, ReactNode } from 'react'
import { shell } from '../copy.es.ts'
import { IconButton } from './Button.tsx'
import { Logo } from './Logo.tsx'
import styles from './TopBar.module.css'

interface TopBarProps {
  onToggleTheme: () => void
  /** With a session: the logo in the middle and the way out at the right. */
  session?: ComponentProps<typeof Logo> & { onSignOut: () => void }
  /** Leaves this version of the app for a newer one; shown for as long as it is given. */
  onNewVersion?: (() => void) | null
  /** Lines about the network, under the bar. */
  children?: ReactNode
}

export function TopBar({ onToggleTheme, session, onNewVersion, children }: TopBarProps) {
  return (
    <>
      <div className={styles.bar}>
        <IconButton icon="theme" label={shell.toggleTheme} onClick={onToggleTheme} />
        {onNewVersion ? (
          // In the logo's place: nothing below moves under a thumb.
          <button type="button" className={styles.newVersion} onClick={onNewVersion}>
            {shell.newVersion}
          </button>
        ) : (
          session && <Logo product={session.product} logos={session.logos} className={styles.logo} />
        )}
        {session && <IconButton icon="log-out" label={shell.signOut} onClick={session.onSignOut} />}
      </div>
      <p className="sr" role="status">
        {onNewVersion && shell.newVersionHere}
      </p>
      {children}
    </>
  )
}
