import { createElement, type ReactNode, useEffect, useLayoutEffect } from 'react'
import { toggleTheme } from '../device/theme.ts'
import { LoginScreen } from '../screens/LoginScreen.tsx'
import { useLinkPart } from '../session/links/link-part.ts'
import type { SessionState } from '../session/stored-session.ts'
import { useSession } from '../session/use-session.ts'
import { TopBar } from '../ui/bars/TopBar.tsx'
import { quickenTaps } from '../ui/buttons/quick-taps.ts'
import { Toasts } from '../ui/overlays/Toast.tsx'
import { takeFont } from '../ui/style/font.ts'
import { Loader } from '../ui/waiting/Loader.tsx'
import { useNewVersion } from '../update/new-version.ts'
import styles from './App.module.css'
import { AppFaultBoundary } from './AppFaultBoundary.tsx'
import { signedInPart } from './late/signed-in-part.ts'

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

/** A column as wide as a phone, on whatever screen. */
export function Column({ children }: { children: ReactNode }) {
  useEffect(quickenTaps, [])
  return (
    <div className={styles.app}>
      <AppFaultBoundary>{children}</AppFaultBoundary>
    </div>
  )
}

function VisitorTopBar() {
  return <TopBar onToggleTheme={toggleTheme} onNewVersion={useNewVersion()} />
}

function Gate() {
  const session = useSession()
  const link = useLinkPart()
  if (session.kind === 'signed-out') {
    return (
      link?.element ?? (
        <main>
          <LoginScreen topBar={<VisitorTopBar />} />
        </main>
      )
    )
  }
  return (
    <>
      {/* Whoever signs in next is another try. */}
      <AppFaultBoundary key={session.userId}>
        <WithSession session={session} />
      </AppFaultBoundary>
      {/* A link part that has just opened this session, in the login's place, isn't drawn any more. */}
      {link?.isSheet && link.element}
    </>
  )
}

function WithSession({ session }: { session: Exclude<SessionState, { kind: 'signed-out' }> }) {
  const signedIn = signedInPart.use()
  useLayoutEffect(takeFont, [])
  return signedIn === null ? <Loader /> : createElement(signedIn, { session })
}
