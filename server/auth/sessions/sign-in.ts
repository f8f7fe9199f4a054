import { refuseEndedTrial } from '../accounts/trial.ts'
import { findUserById, isBanned, type Queryable, type UserRow } from '../accounts/users.ts'
import { userBanned, userNotFound } from '../calls/refusals.ts'
import { type Device, openSession, type SessionRow } from './sessions.ts'

/** A user who has just signed in, and the session that was opened. `issueTokens` makes the answer from both. */
export interface SignedIn {
  user: UserRow
  session: SessionRow
}

/**
 * Opens a session (aal1) for an account whose owner proved themselves by `method`, one of those in wire 1.5, token
 * response. Runs in the transaction that used up the proof, so that a refusal leaves the proof as it was. Throws 403
 * user_not_found, 403 user_banned, 403 trial_ended.
 */
export async function signIn(
  db: Queryable,
  userId: string,
  method: string,
  device: Device,
): Promise<SignedIn> {
  await db.query('update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1', [userId])
  const user = await findUserById(db, userId)
  if (user === null) throw userNotFound(403)
  if (isBanned(user)) throw userBanned()
  refuseEndedTrial(user)
  return { user, session: await openSession(db, userId, method, device) }
}
