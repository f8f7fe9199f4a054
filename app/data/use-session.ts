import { useSyncExternalStore } from 'react'
import { type SessionState, sessionState, subscribeSession } from './stored-session.ts'

export type { SessionState } from './stored-session.ts'

/** Where the page is drawn without a browser nobody knows yet. */
const LOADING: SessionState = { kind: 'loading' }

export function useSession(): SessionState {
  return useSyncExternalStore(subscribeSession, sessionState, () => LOADING)
}
