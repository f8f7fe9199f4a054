import { useSyncExternalStore } from 'react'
import { type StoredSession, storedSession, subscribeSession } from '../session/stored-session.ts'

/** The session as it is stored now, in whichever tab it changed; null when nobody is signed in. */
export function useAccount(): StoredSession | null {
  return useSyncExternalStore(subscribeSession, storedSession, () => null)
}
