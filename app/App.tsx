import { lazy, Suspense } from 'react'
import styles from './App.module.css'
import { useSession } from './data/use-session.ts'
import { loadShell } from './load-shell.ts'
import { LoginScreen } from './screens/LoginScreen.tsx'
import { toggleTheme, useTheme } from './theme.ts'
import { Loader } from './ui/Loader.tsx'
import { Toasts } from './ui/Toast.tsx'
import { TopBar } from './ui/TopBar.tsx'

/** The login is small and comes first; the rest of the app follows while the carer types. */
const Shell = lazy(loadShell)

/** The session gate: without a session there is only the login. */
export function App() {
  return (
    <>
      <div className={styles.app}>
        <Gate />
      </div>
      <Toasts />
    </>
  )
}

function Gate() {
  const session = useSession()
  switch (session.kind) {
    case 'loading':
      return <Loader />
    case 'signed-out':
      return (
        <main>
          <LoginScreen topBar={<LoginBar />} />
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

function LoginBar() {
  return <TopBar theme={useTheme()} onToggleTheme={toggleTheme} />
}
