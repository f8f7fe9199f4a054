import { findUserById, type UserRow } from '../../accounts/users.ts'
import { sessionGone, userGone } from '../../calls/refusals.ts'
import { endSessions } from '../../sessions/ended-sessions.ts'
import { SESSION_COLUMNS, type SessionRow } from '../../sessions/sessions.ts'
import type { Transaction } from '../../sessions/transaction.ts'
import type { FactorRow } from './factors.ts'

export interface Raised {
  user: UserRow
  session: SessionRow
}

/**
 * Raises a session to aal2 by a code of the factor, or by one of those that stand in for it, and ends the user's
 * sessions that are below. Its refresh counter goes two further on: the token from before is not the previous one, and
 * only lives out the reuse interval. Later it is taken for stolen and ends the session, also of a phone that has lost
 * the answer to this: whoever holds a copy from before must not get a token that has given the factor.
 */
export async function raiseSession(
  db: Transaction,
  session: SessionRow,
  factor: Pick<FactorRow, 'id' | 'user_id'>,
  method: 'totp' | 'mfa/recovery_code',
): Promise<Raised> {
  await db.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method) select id, $2 from auth.sessions where id = $1
     on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [session.id, method],
  )
  const updated = await db.query<SessionRow>(
    `with raised as (
       update auth.sessions
          set aal = 'aal2', factor_id = $2, refresh_token_counter = refresh_token_counter + 2,
              refreshed_at = clock_timestamp() at time zone 'utc', updated_at = now()
        where id = $1 returning *
     )
     select ${SESSION_COLUMNS} from raised s`,
    [session.id, factor.id],
  )
  const [raised] = updated.rows
  if (raised === undefined) {
    throw sessionGone()
  }
  db.outdatedSessions.push(session.id)
  const others = { scope: 'all-without-factor-but', sessionId: session.id } as const
  await endSessions(db, factor.user_id, others, 'second_factor')
  const user = await findUserById(db, factor.user_id)
  if (user === null) throw userGone()
  return { user, session: raised }
}
