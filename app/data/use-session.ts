import type { SessionState } from './session.ts'

export type { SessionState } from './session.ts'

const signedOut: SessionState = { kind: 'signed-out' }

export function useSession(): SessionState {
  return signedOut
}
