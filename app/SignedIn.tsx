import { whenRead } from './data/store.ts'
import type { SessionState } from './data/stored-session.ts'
import { startSync } from './data/sync.ts'
import { NewPasswordScreen } from './screens/NewPasswordScreen.tsx'
import { SecondFactorScreen } from './screens/SecondFactorScreen.tsx'
import { Shell } from './shell.tsx'

startSync()

/** Resolves when the phone's copy is there to be drawn. */
export const firstRead = whenRead()

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
