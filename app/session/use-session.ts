import { useSyncExternalStore } from 'react'
import { leavingNote } from './leaving-note.ts'
import {
  endedSession,
  parseUnsentLeft,
  type SessionState,
  SIGNED_OUT,
  sessionState,
  subscribeSession,
  type UnsentLeft,
  unsentLeft,
  whyEndedSession,
} from './stored-session.ts'

export type { SessionState } from './stored-session.ts'

/** The email of who was signed in until the server ended the session. */
export function useEndedSession(): string | null {
  return useSyncExternalStore(subscribeSession, endedSession, () => null)
}

/** Why the server ended the last session: what somebody else did, or the error code; null: it didn't say. */
export function useWhyEnded(): string | null {
  return useSyncExternalStore(subscribeSession, whyEndedSession, () => null)
}

/** What the ended session left on this phone; null: all that there was, or it isn't known yet. */
export function useUnsentLeft(): UnsentLeft | null {
  return parseUnsentLeft(useSyncExternalStore(subscribeSession, unsentLeft, () => null))
}

/**
 * While a session is being left, and its data may still be on the phone: whether what only this phone has stays. Null:
 * none is being left.
 */
export function useLeaving(): boolean | null {
  return useSyncExternalStore(
    subscribeSession,
    () => {
      const note = leavingNote()
      return note && note.givenUp !== note.userId
    },
    () => null,
  )
}

export function useSession(): SessionState {
  // Drawn without a browser, the page shows what a visitor sees first.
  return useSyncExternalStore(subscribeSession, sessionState, () => SIGNED_OUT)
}
