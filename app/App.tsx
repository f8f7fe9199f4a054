import { lazy, type ReactNode, Suspense } from 'react'
import styles from './App.module.css'
import { useSession } from './data/use-session.ts'
import { loadSignedIn } from './load-signed-in.ts'
import { useNewVersion } from './new-version.ts'
import { LoginScreen } from './screens/LoginScreen.tsx'
import { toggleTheme } from './theme.ts'
import { Loader } from './ui/Loader.tsx'
import { Toasts } from './ui/Toast.tsx'
import { TopBar } from './ui/TopBar.tsx'

/** The login is small and comes first; the rest of the app follows while the carer types. */
const SignedIn = lazy(loadSignedIn)

/** The session gate: without a session there is only the login. */
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
  return (
    <Suspense fallback={<Loader />}>
      <SignedIn key={session.userId} session={session} />
    </Suspense>
  )
}
