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
import { refuseEndedTrial } from './trial.ts'
import { findUserOfSession, isBanned, type Queryable, type UserRow } from './users.ts'

const bodySchema = v.object({ refresh_token: optionalText })

type Outcome =
  | { kind: 'unknown' | 'banned' | 'expired' | 'not-ours' | 'destroyed' }
  | { kind: 'granted'; verdict: RefreshVerdict; user: UserRow; session: SessionRow }

/** POST /token?grant_type=refresh_token */
export async function refreshGrant(c: AuthContext, deps: AuthDeps): Promise<Response> {
  const { refresh_token: text } = await readJsonBody(c, bodySchema)
  const token = parseToken(text)
  const outcome = await refreshTogether(deps, text, token, deviceOf(c, deps))
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

const underWay = new WeakMap<AuthDeps['pool'], Map<string, Promise<Outcome>>>()

/**
 * A phone whose tabs wake at once sends the same token many times: this server asks the database once for all of them.
 * Several servers meet at the session's row.
 */
function refreshTogether(
  deps: AuthDeps,
  text: string,
  token: RefreshToken,
  device: Device,
): Promise<Outcome> {
  const own = underWay.get(deps.pool) ?? new Map<string, Promise<Outcome>>()
  underWay.set(deps.pool, own)
  const joined = own.get(text)
  if (joined !== undefined) return joined
  const refreshing = refresh(deps, token, device).finally(() => own.delete(text))
  own.set(text, refreshing)
  return refreshing
}

/** Returns, never throws, what must be committed: a session destroyed for reuse stays destroyed. */
async function refresh(deps: AuthDeps, token: RefreshToken, device: Device): Promise<Outcome> {
  try {
    return await transaction(deps.pool, (db) => judgeAndRotate(db, deps, token, device))
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new HttpError(
      409,
      'conflict',
      'Too many concurrent token refresh requests on the same session or refresh token',
    )
  }
}

async function judgeAndRotate(
  db: Queryable,
  deps: AuthDeps,
  token: RefreshToken,
  device: Device,
): Promise<Outcome> {
  // Sent together, answered in this order.
  const [session, user] = await Promise.all([
    findSession(db, token.sessionId),
    findUserOfSession(db, token.sessionId),
  ])
  if (session === null || user === null) return { kind: 'unknown' }
  if (!signatureHolds(token, session.refresh_token_hmac_key, deps.pepper)) return { kind: 'unknown' }
  if (isBanned(user)) return { kind: 'banned' }
  if (session.expired) return { kind: 'expired' }
  refuseEndedTrial(user)

  const verdict = judgeRefresh(
    token.counter,
    BigInt(session.refresh_token_counter),
    session.since_refresh_seconds,
    deps.config.auth.reuseIntervalSeconds,
  )
  if (verdict === 'not-ours') return { kind: 'not-ours' }
  if (verdict === 'repeat-current') return { kind: 'granted', verdict, user, session }
  if (verdict === 'reused') {
    await db.query('delete from auth.sessions where id = $1', [session.id])
    return { kind: 'destroyed' }
  }
  const rotated = await rotate(db, session, device)
  if (rotated !== null) return { kind: 'granted', verdict, user, session: rotated }
  // Another request held the row and rotated first: this token is the previous one now.
  return judgeAndRotate(db, deps, token, device)
}

type FoundSession = SessionRow & { since_refresh_seconds: number; expired: boolean }

async function findSession(db: Queryable, sessionId: string): Promise<FoundSession | null> {
  // clock_timestamp: the transaction's own now() is older than a wait for the row.
  const found = await db.query<FoundSession>(
    `select ${SESSION_COLUMNS}, coalesce(s.not_after <= clock_timestamp(), false) as expired,
            extract(epoch from clock_timestamp() - coalesce(s.refreshed_at at time zone 'utc', s.created_at)
            )::float8 as since_refresh_seconds
       from auth.sessions s where s.id = $1`,
    [sessionId],
  )
  return found.rows[0] ?? null
}

/** Only from the counter that was judged; null when it has moved on. Waits for whoever holds the row. */
async function rotate(db: Queryable, session: SessionRow, device: Device): Promise<SessionRow | null> {
  const updated = await db.query<{ counter: string }>(
    `update auth.sessions
        set refresh_token_counter = refresh_token_counter + 1, updated_at = clock_timestamp(),
            refreshed_at = clock_timestamp() at time zone 'utc', user_agent = $3, ip = $4
      where id = $1 and refresh_token_counter = $2 returning refresh_token_counter::text as counter`,
    [session.id, session.refresh_token_counter, device.userAgent, device.address],
  )
  const [row] = updated.rows
  return row === undefined ? null : { ...session, refresh_token_counter: row.counter }
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
