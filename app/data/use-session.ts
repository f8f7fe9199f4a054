import { useSyncExternalStore } from 'react'
import {
  endedSession,
  type SessionState,
  SIGNED_OUT,
  sessionState,
  subscribeSession,
} from './stored-session.ts'

export type { SessionState } from './stored-session.ts'

/** The email of who was signed in until the server ended the session. */
export function useEndedSession(): string | null {
  return useSyncExternalStore(subscribeSession, endedSession, () => null)
}

export function useSession(): SessionState {
  // Drawn without a browser, the page is what a visitor sees first.
  return useSyncExternalStore(subscribeSession, sessionState, () => SIGNED_OUT)
}
