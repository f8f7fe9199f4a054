import { lazy, type ReactNode, Suspense } from 'react'
import styles from './App.module.css'
import { useSession } from './data/use-session.ts'
import { loadShell } from './load-shell.ts'
import { LoginScreen } from './screens/LoginScreen.tsx'
import { toggleTheme } from './theme.ts'
import { Loader } from './ui/Loader.tsx'
import { Toasts } from './ui/Toast.tsx'
import { TopBar } from './ui/TopBar.tsx'

/** The login is small and comes first; the rest of the app follows while the carer types. */
const Shell = lazy(loadShell)

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

function Gate() {
  const session = useSession()
  switch (session.kind) {
    case 'signed-out':
      return (
        <main>
          <LoginScreen topBar={<TopBar onToggleTheme={toggleTheme} />} />
        </main>
      )
    case 'signed-in':
      return (
        <Suspense fallback={<Loader />}>
          <Shell key={session.userId} />
        </Suspense>
      )
  }
}
