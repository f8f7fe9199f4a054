import { useState } from 'react'
import { whenFree } from '../device/when-idle.ts'
import { holdPageWhile } from '../family/held-page.ts'
import { usePlace } from '../family/use-families.ts'
import { watchLeaving } from '../leaving/sign-out-or-say.ts'
import { store } from '../local/phone-store.ts'
import { isUnsent } from '../local/unsent-records.ts'
import { hasUnsavedInput, subscribeToWriting } from '../navigation/unsaved-input.ts'
import { NewPasswordScreen } from '../screens/NewPasswordScreen.tsx'
import { SecondFactorScreen } from '../screens/SecondFactorScreen.tsx'
import { type SessionState, storedSession } from '../session/stored-session.ts'
import { startSync } from '../sync/phone-sync.ts'
import { AppFaultBoundary } from './AppFaultBoundary.tsx'
import { Consented } from './Consented.tsx'
import { otherScreensPart } from './late/other-screens-part.ts'
import { Shell } from './Shell.tsx'

// An open dialog alone holds nothing: that of the consent goes with the own diary, where another one is to be shown.
holdPageWhile(
  () => hasUnsavedInput() || isUnsent(store.data()),
  (listener) => {
    subscribeToWriting(listener)
    store.subscribe(listener)
  },
)
startSync()
const nothingHalfLeft = watchLeaving()

/** Resolves when the phone's data has been read, or can't be, and nothing of a session that was left is on it. */
export const firstRead = Promise.all([store.whenRead(), nothingHalfLeft])

// Whoever is about to sign in finds all screens here, even if the network goes in between.
if (storedSession() === null) whenFree(() => void otherScreensPart.load())

/** What is shown with a session: the app, or what has to be done before. */
export function SignedIn({ session }: { session: Exclude<SessionState, { kind: 'signed-out' }> }) {
  const familyId = usePlace()?.familyId
  const [startedIn, setStartedIn] = useState(familyId)
  // Whoever comes back to that diary has gone there, too.
  if (familyId !== startedIn && startedIn !== undefined) setStartedIn(undefined)
  switch (session.kind) {
    case 'second-factor':
      return <SecondFactorScreen factorId={session.factorId} />
    case 'new-password':
      return <NewPasswordScreen due={session.due} email={session.email} />
    case 'signed-in':
      return (
        <Consented userId={session.userId}>
          {/* What is typed, or offered to be undone, belongs to the diary in which it was done, as a fault does. */}
          <AppFaultBoundary key={familyId}>
            <Shell isStart={familyId === startedIn} />
          </AppFaultBoundary>
        </Consented>
      )
  }
}
