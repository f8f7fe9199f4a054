import * as v from 'valibot'
import { recordEvent } from '../../../log/security-events.ts'
import { clearPassword } from '../../accounts/stored-password.ts'
import { lockAccount } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { optionalText, readJsonBody } from '../../calls/json-body.ts'
import { otpExpired } from '../../calls/refusals.ts'
import { findChangeLink, spendChangeLink } from '../../mails/change-links.ts'
import { endSessions } from '../../sessions/ended-sessions.ts'
import { clearTokens } from '../../sessions/one-time-tokens.ts'
import { takeBack } from '../../sessions/take-back.ts'
import { type Transaction, transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { deleteFactor, type FactorRow } from '../factors/factors.ts'

type Deps = Pick<AuthDeps, 'pool' | 'limits' | 'liveSessions'>

const bodySchema = v.object({ token_hash: optionalText })

/** POST /disown: the owner of an account, by the link of a mail, says that a change of it wasn't theirs. */
export async function disown(c: AuthContext, deps: Deps): Promise<Response> {
  await deps.limits.take(c, 'verify')
  const { token_hash: token } = await readJsonBody(c, bodySchema)
  await transaction(deps, (db) => closeToStranger(db, token))
  return c.body(null, 204)
}

/**
 * Whoever made the change may hold a session, know the password, have a mail under way, or have put a second factor of
 * their own before the owner's way back, with that change or after it, or have come in by a provider since: none of it
 * opens the account any more. Nor do invitations of its family that nobody has taken, which may be the stranger's to
 * themselves. A factor, paper codes and a provider from before the change are the owner's and stay, and so does who is
 * in. The owner chooses a password by mail.
 */
async function closeToStranger(db: Transaction, token: string): Promise<void> {
  const link = await findChangeLink(db, token)
  if (link === null) throw otpExpired('Email link is invalid or has expired')
  await lockAccount(db, link.user_id)
  // The answer to the first press may have got lost: whoever presses again hears the same, and nothing happens twice.
  if (!(await spendChangeLink(db, token))) return
  await recordEvent(db, 'change_disowned', link.user_id)
  const since = [link.user_id, link.created_at]
  // It counts when a factor was turned on: one that was begun before the change can be for ten minutes.
  const factors = await db.query<Pick<FactorRow, 'id' | 'status'>>(
    `select id, status from auth.mfa_factors
      where user_id = $1
        and (created_at >= $2
             or id in (select factor_id from nana.change_links where user_id = $1 and created_at >= $2))`,
    since,
  )
  for (const factor of factors.rows) await deleteFactor(db, link.user_id, factor)
  await db.query(
    `delete from nana.recovery_codes
      where factor_id in (select id from auth.mfa_factors where user_id = $1) and created_at >= $2`,
    since,
  )
  await clearPassword(db, link.user_id)
  await clearTokens(db, link.user_id)
  await takeBack(db, link.user_id, { since: link.created_at })
  await endSessions(db, link.user_id, { scope: 'all' }, 'signed_out')
}
