import * as v from 'valibot'
import { HttpError } from '../errors.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { optionalText, readJsonBody } from './json-body.ts'
import {
  decodeRefreshToken,
  judgeRefresh,
  type RefreshToken,
  type RefreshVerdict,
  signatureHolds,
} from './refresh-tokens.ts'
import { type Device, deviceOf, issueTokens, SESSION_COLUMNS, type SessionRow } from './sessions.ts'
import { transaction } from './transaction.ts'
import { findUserById, isBanned, type Queryable, type UserRow } from './users.ts'

const bodySchema = v.object({ refresh_token: optionalText })

/** How long a request waits for others that refresh the same session. */
const LOCK_TIMEOUT = '5s'

type Outcome =
  | { kind: 'unknown' | 'banned' | 'expired' | 'not-ours' | 'destroyed' }
  | { kind: 'granted'; verdict: RefreshVerdict; user: UserRow; session: SessionRow }

/** POST /token?grant_type=refresh_token */
export async function refreshGrant(c: AuthContext, deps: AuthDeps): Promise<Response> {
  const { refresh_token: text } = await readJsonBody(c, bodySchema)
  const token = parseToken(text)
  const outcome = await refresh(deps, token, deviceOf(c, deps))
  if (outcome.kind === 'destroyed') deps.liveSessions.forget([token.sessionId])
  if (outcome.kind !== 'granted') throw refusal(outcome.kind)
  const { user, session, verdict } = outcome
  return c.json(await issueTokens(deps, user, session), 200, {
    'sb-auth-user-id': user.id,
    'sb-auth-session-id': session.id,
    'sb-auth-refresh-token-counter': session.refresh_token_counter,
    'sb-auth-refresh-token-reuse': String(verdict === 'repeat-current'),
  })
}

function parseToken(text: string): RefreshToken {
  // The form of old tokens: well-formed, and none of ours.
  if (/^[a-z0-9]{12}$/.test(text)) throw refusal('unknown')
  const token = decodeRefreshToken(text)
  if (token !== undefined) return token
  throw new HttpError(400, 'validation_failed', 'Refresh token is not valid')
}

/** Returns, never throws, what must be committed: a session destroyed for reuse stays destroyed. */
async function refresh(deps: AuthDeps, token: RefreshToken, device: Device): Promise<Outcome> {
  try {
    return await transaction(deps.pool, (db) => refreshLocked(db, deps, token, device))
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new HttpError(
      409,
      'conflict',
      'Too many concurrent token refresh requests on the same session or refresh token',
    )
  }
}

async function refreshLocked(
  db: Queryable,
  deps: AuthDeps,
  token: RefreshToken,
  device: Device,
): Promise<Outcome> {
  const session = await lockSession(db, token.sessionId)
  if (session === null || !signatureHolds(token, session.refresh_token_hmac_key, deps.pepper)) {
    return { kind: 'unknown' }
  }
  const user = await findUserById(db, session.user_id)
  if (user === null) return { kind: 'unknown' }
  if (isBanned(user)) return { kind: 'banned' }
  if (session.expired) return { kind: 'expired' }

  const verdict = judgeRefresh(
    token.counter,
    BigInt(session.refresh_token_counter),
    session.since_refresh_seconds,
    deps.config.auth.reuseIntervalSeconds,
  )
  if (verdict === 'not-ours') return { kind: 'not-ours' }
  if (verdict === 'reused') {
    await db.query('delete from auth.sessions where id = $1', [session.id])
    return { kind: 'destroyed' }
  }
  if (verdict === 'repeat-current') return { kind: 'granted', verdict, user, session }
  return { kind: 'granted', verdict, user, session: await rotate(db, session, device) }
}

type LockedSession = SessionRow & { since_refresh_seconds: number; expired: boolean }

async function lockSession(db: Queryable, sessionId: string): Promise<LockedSession | null> {
  await db.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
  // clock_timestamp: the transaction's own now() is older than the wait for the lock.
  const found = await db.query<LockedSession>(
    `select ${SESSION_COLUMNS}, coalesce(s.not_after <= clock_timestamp(), false) as expired,
            extract(epoch from clock_timestamp() - coalesce(s.refreshed_at at time zone 'utc', s.created_at)
            )::float8 as since_refresh_seconds
       from auth.sessions s where s.id = $1 for no key update of s`,
    [sessionId],
  )
  return found.rows[0] ?? null
}

async function rotate(db: Queryable, session: SessionRow, device: Device): Promise<SessionRow> {
  const updated = await db.query<{ counter: string }>(
    `update auth.sessions
        set refresh_token_counter = refresh_token_counter + 1, updated_at = clock_timestamp(),
            refreshed_at = clock_timestamp() at time zone 'utc', user_agent = $2, ip = $3
      where id = $1 returning refresh_token_counter::text as counter`,
    [session.id, device.userAgent, device.address],
  )
  return { ...session, refresh_token_counter: updated.rows[0]?.counter ?? session.refresh_token_counter }
}

function refusal(kind: Exclude<Outcome['kind'], 'granted'>): HttpError {
  const invalid = (code: string, why: string) => new HttpError(400, code, `Invalid Refresh Token: ${why}`)
  switch (kind) {
    case 'unknown':
      return invalid('refresh_token_not_found', 'Refresh Token Not Found')
    case 'banned':
      return invalid('user_banned', 'User Banned')
    case 'expired':
      return invalid('session_expired', 'Session Expired')
    case 'not-ours':
      return invalid('validation_failed', 'Not Issued By This Server')
    case 'destroyed':
      return invalid('refresh_token_already_used', 'Already Used')
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}
