import type { SessionState } from './data/stored-session.ts'
import { startSync } from './data/sync.ts'
import { NewPasswordScreen } from './screens/NewPasswordScreen.tsx'
import { SecondFactorScreen } from './screens/SecondFactorScreen.tsx'
import { Shell } from './shell.tsx'

// The phone's copy is opened while React draws the first screen, which waits for it.
startSync()

/** Everything there is with a session: the app, or what still stands before it. */
export function SignedIn({ session }: { session: Exclude<SessionState, { kind: 'signed-out' }> }) {
  switch (session.kind) {
    case 'second-factor':
      return <SecondFactorScreen factorId={session.factorId} />
    case 'new-password':
      return <NewPasswordScreen due={session.due} email={session.email} />
    case 'signed-in':
      return <Shell />
  }
}
