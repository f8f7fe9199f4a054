import { useSyncExternalStore } from 'react'
import { type SessionState, SIGNED_OUT, sessionState, subscribeSession } from './stored-session.ts'

export type { SessionState } from './stored-session.ts'

export function useSession(): SessionState {
  // Drawn without a browser, the page is what a visitor sees first.
  return useSyncExternalStore(subscribeSession, sessionState, () => SIGNED_OUT)
}
