import type { ComponentProps, ReactNode } from 'react'
import { shell } from '../../words/entrance.es.ts'
import { IconButton } from '../buttons/Button.tsx'
import { Icon, type IconName } from '../icons/Icon.tsx'
import { Logo } from '../icons/Logo.tsx'
import styles from './TopBar.module.css'

interface TopBarProps {
  onToggleTheme: () => void
  /** With a session: the logo in the middle and the way out at the right. */
  session?: ComponentProps<typeof Logo> & { onSignOut: () => void }
  /** In the logo's place. */
  middle?: ReactNode
  /** Leaves this version of the app for a newer one; shown for as long as it is given. */
  onNewVersion?: (() => void) | null
  /** What the network holds back, in few words. */
  status?: { icon: IconName; text: string } | null
  /** Lines about the network, under the bar. */
  children?: ReactNode
}

export function TopBar({
  onToggleTheme,
  session,
  middle,
  onNewVersion,
  status = null,
  children,
}: TopBarProps) {
  return (
    <>
      <div className={styles.bar}>
        <IconButton icon="theme" label={shell.toggleTheme} onClick={onToggleTheme} />
        {/* In the logo's place, so that nothing below moves under a thumb. It stays, to be read out when it speaks. */}
        <p className={status && !middle ? styles.status : 'sr'} role="status" data-of-now>
          {status && <Icon name={status.icon} small />}
          {status ? status.text : onNewVersion && shell.newVersionHere}
        </p>
        {!status && onNewVersion && (
          <button type="button" className={styles.newVersion} onClick={onNewVersion}>
            {shell.newVersion}
          </button>
        )}
        {middle && (status || !onNewVersion) && (
          <div className={styles.middle}>
            {status && <Icon name={status.icon} small />}
            {middle}
          </div>
        )}
        {!status && !onNewVersion && session && !middle && (
          <Logo product={session.product} logos={session.logos} className={styles.logo} />
        )}
        {session && <IconButton icon="log-out" label={shell.signOut} onClick={session.onSignOut} />}
      </div>
      {children}
    </>
  )
}
