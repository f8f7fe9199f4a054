import { type ReactNode, useState } from 'react'
import { settings } from '../../device/settings.ts'
import { toggleTheme } from '../../device/theme.ts'
import { signOutOrSay } from '../../leaving/sign-out-or-say.ts'
import { IconButton } from '../../ui/buttons/Button.tsx'
import { Logo } from '../../ui/icons/Logo.tsx'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import { signOutQuestion } from '../../words/account.es.ts'
import { consoleFrame as words } from '../../words/console/frame.es.ts'
import { shell } from '../../words/entrance.es.ts'
import { isUnsavedElsewhere, useIsUnsaved } from '../drafts/unsaved.ts'
import { hrefOf, type Route } from '../routes/route.ts'
import type { Staff } from '../staff/staff-role.ts'
import styles from './Frame.module.css'
import { NewVersion } from './NewVersion.tsx'
import { usePageTitle } from './use-page-title.ts'

interface FrameProps {
  staff: Staff
  route: Route
  children: ReactNode
}

/** The bar over every page of the console, and the page under it. */
export function Frame({ staff, route, children }: FrameProps) {
  const [isLeaving, setLeaving] = useState(false)
  /** When it was asked for. */
  const [isElsewhere, setElsewhere] = useState(false)
  const isUnsaved = useIsUnsaved()
  const loses = isUnsaved || isElsewhere
  const title = usePageTitle(route)
  const { page } = route
  const { product, logos } = settings.brand

  async function askToLeave() {
    setElsewhere(await isUnsavedElsewhere())
    setLeaving(true)
  }

  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <a className={styles.home} href={hrefOf({ page: 'families' })}>
          <Logo product={product} logos={logos} className={styles.logo} />
          <span className={styles.name}>{words.name}</span>
        </a>
        <nav className={styles.nav} aria-label={words.pages}>
          <PageLink to="families" isCurrent={page === 'families' || page === 'family'} />
          <PageLink to="templates" isCurrent={page === 'templates'} />
          {staff.role === 'admin' && <PageLink to="accounts" isCurrent={page === 'accounts'} />}
        </nav>
        <NewVersion />
        <p className={styles.who}>{words.who(staff.name, staff.role)}</p>
        <IconButton icon="theme" label={shell.toggleTheme} onClick={toggleTheme} />
        <IconButton icon="log-out" label={shell.signOut} onClick={() => void askToLeave()} />
      </header>
      <p className="sr" aria-live="polite">
        {title}
      </p>
      <main className={styles.page}>{children}</main>
      <ConfirmDialog
        open={isLeaving}
        title={signOutQuestion.title}
        text={loses ? words.losesText(isUnsaved, isElsewhere) : words.leaveText}
        confirm={loses ? words.loses : shell.signOut}
        danger={loses}
        onConfirm={() => {
          setLeaving(false)
          // Nobody was asked about a diary of this account's own on this computer.
          void signOutOrSay()
        }}
        onClose={() => setLeaving(false)}
      />
    </div>
  )
}

function PageLink({ to, isCurrent }: { to: 'families' | 'templates' | 'accounts'; isCurrent: boolean }) {
  return (
    <a href={hrefOf({ page: to })} aria-current={isCurrent ? 'page' : undefined}>
      {words.page[to]}
    </a>
  )
}
