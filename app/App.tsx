import styles from './App.module.css'
import { useSession } from './data/use-session.ts'
import { LoginScreen } from './screens/LoginScreen.tsx'
import { Shell } from './shell.tsx'
import { toggleTheme, useTheme } from './theme.ts'
import { Loader } from './ui/Loader.tsx'
import { Toasts } from './ui/Toast.tsx'
import { TopBar } from './ui/TopBar.tsx'

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
      return <Shell key={session.userId} />
  }
}

function LoginBar() {
  return <TopBar theme={useTheme()} onToggleTheme={toggleTheme} />
}
