import { HttpError } from '../errors.ts'
import { type Device, openSession, type SessionRow } from './sessions.ts'
import { refuseEndedTrial } from './trial.ts'
import { findUserById, isBanned, type Queryable, type UserRow } from './users.ts'

/** Whoever has just come in, and the session that was opened. `issueTokens` makes the answer of it. */
export interface SignedIn {
  user: UserRow
  session: SessionRow
}

/**
 * Every way of signing in ends here: opens a session (aal1) for an account that was proved by `method`, one of wire
 * contract 1.5. Runs in the transaction that used up the proof. Throws 403 user_banned, 403 trial_ended.
 */
export async function signIn(
  db: Queryable,
  userId: string,
  method: string,
  device: Device,
): Promise<SignedIn> {
  await db.query('update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1', [userId])
  const user = await findUserById(db, userId)
  if (user === null) throw new HttpError(403, 'user_not_found', 'User not found')
  if (isBanned(user)) throw new HttpError(403, 'user_banned', 'User is banned')
  refuseEndedTrial(user)
  return { user, session: await openSession(db, userId, method, device) }
}
