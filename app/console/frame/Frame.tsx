import { type ReactNode, useState } from 'react'
import { settings } from '../../device/settings.ts'
import { toggleTheme } from '../../device/theme.ts'
import { SignOutDialog } from '../../leaving/SignOutDialog.tsx'
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
import { usePageTitle } from './use-page-title.ts'

interface FrameProps {
  staff: Staff
  route: Route
  children: ReactNode
}

/** The bar over every page of the console, and the page under it. */
export function Frame({ staff, route, children }: FrameProps) {
  /** `loses`: when it was asked for, something of the console was unsaved, here or in another window. */
  const [leaving, setLeaving] = useState<'asks' | 'loses' | null>(null)
  const [isElsewhere, setElsewhere] = useState(false)
  const isUnsaved = useIsUnsaved()
  const loses = isUnsaved || isElsewhere
  const title = usePageTitle(route)
  const { page } = route
  const { product, logos } = settings.brand

  async function askToLeave() {
    const elsewhere = await isUnsavedElsewhere()
    setElsewhere(elsewhere)
    setLeaving(isUnsaved || elsewhere ? 'loses' : 'asks')
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
        <p className={styles.who}>{words.who(staff.name, staff.role)}</p>
        <IconButton icon="theme" label={shell.toggleTheme} onClick={toggleTheme} />
        <IconButton icon="log-out" label={shell.signOut} onClick={() => void askToLeave()} />
      </header>
      <p className="sr" aria-live="polite">
        {title}
      </p>
      <main className={styles.page}>{children}</main>
      <SignOutDialog open={leaving === 'asks'} onClose={() => setLeaving(null)} />
      <ConfirmDialog
        open={leaving === 'loses'}
        title={signOutQuestion.title}
        text={loses ? words.losesText(isUnsaved, isElsewhere) : signOutQuestion.text}
        confirm={loses ? words.loses : shell.signOut}
        danger={loses}
        onConfirm={() => {
          setLeaving(null)
          // Nobody was asked about a diary of this account's own on this computer.
          void signOutOrSay({ keepUnsent: true })
        }}
        onClose={() => setLeaving(null)}
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
