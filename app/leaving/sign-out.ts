import { keepOnlyUnsent } from '../local/local-db.ts'
import { revokeSession } from '../session/remote-auth.ts'
import { authStorage, forgetEndedSession, SESSION_KEY, storedSession } from '../session/stored-session.ts'
import { isUnreachable } from '../wire/failures.ts'
import { forgetUser } from './forget-user.ts'

export type SignOutResult = { kind: 'ok' } | { kind: 'failed'; message: string }

/** How long a sign-out waits for the server: it must work without an answer, too. */
const REVOKE_WITHIN_MS = 4_000
/** Statuses that say that the server doesn't know the session, so there is nothing left to end there. */
const ALREADY_OVER = new Set([401, 403, 404])

/**
 * Signs this phone out, offline too, and wipes the user's replica. Changes that weren't sent are gone with it: the
 * caller has asked the carer. Where nobody could be asked, `keepUnsent` leaves what only this phone has for the next
 * sign-in. Fails only when the server answers that it couldn't end the session, and then nothing has changed.
 */
export async function signOut({ keepUnsent = false } = {}): Promise<SignOutResult> {
  const session = storedSession()
  if (session === null) return { kind: 'ok' }
  const late = new Promise<null>((resolve) => setTimeout(resolve, REVOKE_WITHIN_MS, null))
  const failed = await Promise.race([revokeSession(session.accessToken), late])
  if (failed !== null && !isUnreachable(failed) && !ALREADY_OVER.has(failed.status)) {
    return { kind: 'failed', message: failed.message }
  }
  if (keepUnsent) await leaveUnsent(session.userId)
  else await forgetUser(session.userId)
  return { kind: 'ok' }
}

/** One transaction decides what stays, so that nothing which another tab stores meanwhile goes unseen. */
async function leaveUnsent(userId: string): Promise<void> {
  const kept = await keepOnlyUnsent(userId).catch((reason: unknown) => {
    // The phone refuses: all of it stays.
    console.warn(reason)
    return null
  })
  authStorage.removeItem(SESSION_KEY)
  // The login says that something waits here; else it has nothing to explain.
  if (kept === 0) forgetEndedSession()
}
