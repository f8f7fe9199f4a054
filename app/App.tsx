import { createElement, type ReactNode } from 'react'
import styles from './App.module.css'
import type { SessionState } from './data/stored-session.ts'
import { useSession } from './data/use-session.ts'
import { useSignedIn } from './load-signed-in.ts'
import { useNewVersion } from './new-version.ts'
import { LoginScreen } from './screens/LoginScreen.tsx'
import { toggleTheme } from './theme.ts'
import { Loader } from './ui/Loader.tsx'
import { Toasts } from './ui/Toast.tsx'
import { TopBar } from './ui/TopBar.tsx'

/** The session gate: without a session only the login, small and first; the rest follows while the carer types. */
export function App() {
  return (
    <>
      <Column>
        <Gate />
      </Column>
      <Toasts />
    </>
  )
}

/** As wide as a phone, on whatever screen. */
export function Column({ children }: { children: ReactNode }) {
  return <div className={styles.app}>{children}</div>
}

function VisitorTopBar() {
  return <TopBar onToggleTheme={toggleTheme} onNewVersion={useNewVersion()} />
}

function Gate() {
  const session = useSession()
  if (session.kind === 'signed-out') {
    return (
      <main>
        <LoginScreen topBar={<VisitorTopBar />} />
      </main>
    )
  }
  return <WithSession session={session} />
}

function WithSession({ session }: { session: Exclude<SessionState, { kind: 'signed-out' }> }) {
  const signedIn = useSignedIn()
  return signedIn === null ? <Loader /> : createElement(signedIn, { key: session.userId, session })
}
