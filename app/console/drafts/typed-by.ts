import { isLeaving } from '../../session/leaving-note.ts'
import { endedSession, storedSession } from '../../session/stored-session.ts'

/**
 * Whether what an account has typed stays in memory. It does while the account is signed in, and after a session that
 * it didn't end itself, until it is back. Who signs out has been asked, and leaves nothing to whoever comes next.
 */
export function staysTypedBy(accountId: string): boolean {
  const session = storedSession()
  return session === null ? endedSession() !== null && !isLeaving() : session.userId === accountId
}
