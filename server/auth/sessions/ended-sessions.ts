import { recordEvent, traceEvent } from '../../log/security-events.ts'
import { lockAccount, type Queryable } from '../accounts/users.ts'
import { LAST_REFRESH } from './sessions.ts'
import type { Transaction } from './transaction.ts'

/**
 * Why a session was ended from elsewhere: a carer chose another password (password_changed), the administrator set one
 * (password_reset), a carer closed the other sessions (signed_out) or turned the second factor on (second_factor).
 */
export type EndReason = 'password_changed' | 'password_reset' | 'signed_out' | 'second_factor'

/** How long the reason is kept: a phone may lie in a drawer for weeks before it asks. */
const REMEMBERED_DAYS = 90

/** Which of a user's sessions: all, one, all but one, or all but one that lack a second factor. */
export type WhichSessions =
  | { scope: 'all' }
  | { scope: 'only' | 'all-but' | 'all-without-factor-but'; sessionId: string }

/** Conditions on auth.sessions for each scope; $2 is the session that is named, null for none. */
const FILTERS: Readonly<Record<WhichSessions['scope'], string>> = {
  all: '$2::uuid is null',
  only: 'id = $2::uuid',
  'all-but': 'id <> $2::uuid',
  'all-without-factor-but': `id <> $2::uuid and aal < 'aal2'`,
}

/**
 * Ends sessions of a user. Locks the account first: two requests that each end several sessions would otherwise wait
 * for each other's rows.
 * @param reason told to whoever still holds a token of such a session; null when nobody needs to be told.
 */
export async function endSessions(
  db: Transaction,
  userId: string,
  which: WhichSessions,
  reason: EndReason | null,
): Promise<void> {
  await lockAccount(db, userId)
  await deleteSessions(db, userId, which, reason)
  traceEvent('sessions_ended', userId, `${which.scope} ${reason ?? 'no_reason'}`)
}

/**
 * Ends the session of a stolen refresh token without telling anybody why. It needs no lock on the account: it takes a
 * single row and no other lock after it, so it may wait for another request, but no two can wait for each other.
 */
export async function destroySession(
  db: Transaction,
  session: { id: string; user_id: string },
): Promise<void> {
  await deleteSessions(db, session.user_id, { scope: 'only', sessionId: session.id }, null)
  await recordEvent(db, 'refresh_token_reused', session.user_id)
}

/** Ends the sessions of everybody, without telling why: the secret that their tokens were made with is gone too. */
export async function endEverySession(db: Queryable): Promise<void> {
  await db.query('delete from auth.sessions')
}

async function deleteSessions(
  db: Transaction,
  userId: string,
  which: WhichSessions,
  reason: EndReason | null,
): Promise<void> {
  const ended = await db.query<{ id: string }>(
    `with gone as (
       delete from auth.sessions where user_id = $1 and ${FILTERS[which.scope]}
       returning id, user_id, refresh_token_hmac_key
     ), noted as (
       insert into nana.ended_sessions (id, user_id, refresh_token_hmac_key, reason)
       select id, user_id, refresh_token_hmac_key, $3::text from gone
        where $3::text is not null and refresh_token_hmac_key is not null
     ), forgotten as (
       delete from nana.ended_sessions where ended_at < now() - interval '${REMEMBERED_DAYS} days'
     )
     select id from gone`,
    [userId, which.scope === 'all' ? null : which.sessionId, reason],
  )
  db.outdatedSessions.push(...ended.rows.map(({ id }) => id))
}

const PRUNED_AT_ONCE = 500

/**
 * Deletes the rows of sessions that ended by themselves, and the reasons why others were ended, once nobody is likely
 * to ask for them any more. Answers how many sessions are gone.
 */
export async function pruneSessions(
  db: Queryable,
  { sessionMaxDays, sessionIdleDays }: { sessionMaxDays: number; sessionIdleDays: number },
): Promise<number> {
  await db.query(
    `delete from nana.ended_sessions where ended_at < now() - interval '${REMEMBERED_DAYS} days'`,
  )
  for (let pruned = 0; ; ) {
    // Other requests end several sessions too, in an order of their own: what one of them holds waits for another day.
    const { rowCount } = await db.query(
      `delete from auth.sessions where id in (
         select s.id from auth.sessions s
          where s.created_at <= now() - make_interval(days => $1) or ${LAST_REFRESH} <= now() - make_interval(days => $2)
          limit ${PRUNED_AT_ONCE} for update skip locked)`,
      [sessionMaxDays + REMEMBERED_DAYS, sessionIdleDays + REMEMBERED_DAYS],
    )
    pruned += rowCount ?? 0
    if ((rowCount ?? 0) < PRUNED_AT_ONCE) return pruned
  }
}

export interface EndedSession {
  reason: EndReason
  refresh_token_hmac_key: string
}

/**
 * The note about a session that was ended from elsewhere; null when there is none. The caller has to check that whoever
 * asks held the session, before telling the reason.
 */
export async function findEndedSession(db: Queryable, sessionId: string): Promise<EndedSession | null> {
  const found = await db.query<EndedSession>(
    'select reason, refresh_token_hmac_key from nana.ended_sessions where id = $1',
    [sessionId],
  )
  return found.rows[0] ?? null
}

/** A refusal's extra field that names the reason; code and message don't change (wire 1.2, versions and errors). */
export function endedField(reason: EndReason | null): { fields?: Record<string, unknown> } {
  return reason === null ? {} : { fields: { session_ended: reason } }
}
