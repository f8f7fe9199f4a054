import { recordEvent } from '../../log/security-events.ts'
import { storePassword } from '../accounts/stored-password.ts'
import { type EndReason, endSessions, type WhichSessions } from './ended-sessions.ts'
import { endFlowsOf } from './flow-state.ts'
import { clearTokens } from './one-time-tokens.ts'
import type { Transaction } from './transaction.ts'

/**
 * Gives an account another password, by its hash. Tokens that were mailed before are voided, and so are the codes that
 * their links brought; the sessions that `ended` names are ended for `reason`: whoever knew the old password is out.
 */
export async function changePassword(
  db: Transaction,
  userId: string,
  hash: string,
  ended: WhichSessions,
  reason: EndReason,
): Promise<void> {
  await storePassword(db, userId, hash)
  await clearTokens(db, userId)
  await endFlowsOf(db, userId)
  await endSessions(db, userId, ended, reason)
  await recordEvent(db, 'password_changed', userId, reason)
}
