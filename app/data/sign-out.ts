import { isUnreachable } from './answers.ts'
import { forgetUser } from './forget-user.ts'
import { holdsUnsent } from './local-db.ts'
import { revokeSession } from './remote-auth.ts'
import { authStorage, SESSION_KEY, storedSession } from './stored-session.ts'

export type SignOutResult = { kind: 'ok' } | { kind: 'failed'; message: string }

/** A phone on a dead line must get out of its session all the same. */
const REVOKE_WITHIN_MS = 4_000
/** The session is gone at the server already, or was never known there. */
const ALREADY_OVER = new Set([401, 403, 404])

/**
 * Signs this phone out, offline too, and takes the baby's data off it. What wasn't sent is lost: the caller has
 * asked. Where nobody could be asked, `keepUnsent` leaves such a copy for the next sign-in, as when a session ends by
 * itself. Fails only when the server answers that it couldn't, and then nothing has changed.
 */
export async function signOut({ keepUnsent = false } = {}): Promise<SignOutResult> {
  const session = storedSession()
  if (session === null) return { kind: 'ok' }
  const late = new Promise<null>((resolve) => setTimeout(resolve, REVOKE_WITHIN_MS, null))
  const failed = await Promise.race([revokeSession(session.accessToken), late])
  if (failed !== null && !isUnreachable(failed) && !ALREADY_OVER.has(failed.status)) {
    return { kind: 'failed', message: failed.message }
  }
  if (keepUnsent && (await holdsUnsent(session.userId))) authStorage.removeItem(SESSION_KEY)
  else await forgetUser(session.userId)
  return { kind: 'ok' }
}
