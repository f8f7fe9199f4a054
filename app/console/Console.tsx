import { toggleTheme } from '../device/theme.ts'
import { LoginScreen } from '../screens/LoginScreen.tsx'
import { NewPasswordScreen } from '../screens/NewPasswordScreen.tsx'
import { SecondFactorScreen } from '../screens/SecondFactorScreen.tsx'
import { useSession } from '../session/use-session.ts'
import { TopBar } from '../ui/bars/TopBar.tsx'
import { Toasts } from '../ui/overlays/Toast.tsx'
import { ConsoleFaultBoundary } from './frame/ConsoleFaultBoundary.tsx'
import { Pages } from './Pages.tsx'
import styles from './staff/Column.module.css'
import { StaffGate } from './staff/StaffGate.tsx'

/** The page of the provider's staff, `/consola`: whoever isn't signed in comes in as in the app. */
export function Console() {
  return (
    <>
      <ConsoleFaultBoundary>
        <Entrance />
      </ConsoleFaultBoundary>
      <Toasts />
    </>
  )
}

function Entrance() {
  const session = useSession()
  switch (session.kind) {
    case 'signed-out':
      return (
        <main className={styles.column}>
          <LoginScreen topBar={<TopBar onToggleTheme={toggleTheme} />} />
        </main>
      )
    case 'second-factor':
      return (
        <div className={styles.column}>
          <SecondFactorScreen factorId={session.factorId} />
        </div>
      )
    case 'new-password':
      return (
        <div className={styles.column}>
          <NewPasswordScreen due={session.due} email={session.email} />
        </div>
      )
    case 'signed-in':
      return (
        // Whoever signs in next is another try.
        <ConsoleFaultBoundary key={session.userId}>
          <StaffGate>{(staff) => <Pages staff={staff} />}</StaffGate>
        </ConsoleFaultBoundary>
      )
  }
}
