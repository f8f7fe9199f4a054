import * as v from 'valibot'
import type { HttpError } from '../../../http/errors.ts'
import { traceAccount } from '../../../log/security-events.ts'
import { refuseEndedTrial } from '../../accounts/trial.ts'
import { findUserOfSession, isBanned, type Queryable, type UserRow } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { optionalText, readJsonBody } from '../../calls/json-body.ts'
import { badRefreshToken, invalid, refreshConflict } from '../../calls/refusals.ts'
import {
  destroySession,
  type EndReason,
  endedField,
  findEndedSession,
} from '../../sessions/ended-sessions.ts'
import {
  decodeRefreshToken,
  judgeRefresh,
  type RefreshToken,
  type RefreshVerdict,
  signatureHolds,
} from '../../sessions/refresh-tokens.ts'
import {
  type Device,
  deviceOf,
  issueTokens,
  LAST_REFRESH,
  SESSION_COLUMNS,
  SESSION_IDLE,
  SESSION_OVER,
  type SessionRow,
} from '../../sessions/sessions.ts'
import { type Transaction, transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'jwt' | 'liveSessions' | 'pepper' | 'saml'>

const bodySchema = v.object({ refresh_token: optionalText })

type Outcome =
  | { kind: 'unknown'; endedBy: EndReason | null }
  | { kind: 'banned' | 'expired' | 'idle' | 'not-ours' | 'destroyed' }
  | { kind: 'granted'; verdict: RefreshVerdict; user: UserRow; session: SessionRow }

/** POST /token?grant_type=refresh_token: goes on with a session (decision 004). */
export async function refreshGrant(c: AuthContext, deps: Deps): Promise<Response> {
  const { refresh_token: text } = await readJsonBody(c, bodySchema)
  const token = parseToken(text)
  const outcome = await refreshTogether(deps, text, token, deviceOf(c, deps))
  if (outcome.kind === 'unknown') throw unknown(outcome.endedBy)
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
  // Tokens of older versions of the reference have this form: they are well-formed, but none is of this server.
  if (/^[a-z0-9]{12}$/.test(text)) throw unknown(null)
  const token = decodeRefreshToken(text)
  if (token !== undefined) return token
  throw invalid('Refresh token is not valid')
}

/** The refreshes that are under way, by pool (a process may run several servers) and by the token's text. */
const underWay = new WeakMap<Deps['pool'], Map<string, Promise<Outcome>>>()

/**
 * Refreshes a token, or joins the refresh of the same token that is under way: a phone whose tabs wake at once sends it
 * many times, and one trip to the database serves them all. Several servers wait for each other at the session's row.
 */
function refreshTogether(deps: Deps, text: string, token: RefreshToken, device: Device): Promise<Outcome> {
  const own = underWay.get(deps.pool) ?? new Map<string, Promise<Outcome>>()
  underWay.set(deps.pool, own)
  const joined = own.get(text)
  if (joined !== undefined) return joined
  const refreshing = refresh(deps, token, device).finally(() => own.delete(text))
  own.set(text, refreshing)
  return refreshing
}

/**
 * Judges and rotates in one transaction. Refusals are returned instead of thrown, because a throw would roll back the
 * destruction of a session whose token was reused. Throws 409 conflict when the lock isn't won in time.
 */
async function refresh(deps: Deps, token: RefreshToken, device: Device): Promise<Outcome> {
  try {
    return await transaction(deps, (db) => judgeAndRotate(db, deps, token, device))
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw refreshConflict()
  }
}

async function judgeAndRotate(
  db: Transaction,
  deps: Deps,
  token: RefreshToken,
  device: Device,
): Promise<Outcome> {
  // Both queries are sent at once to save a trip; the connection answers them in this order.
  const [session, user] = await Promise.all([
    findSession(db, deps, token.sessionId),
    findUserOfSession(db, token.sessionId),
  ])
  if (session === null || user === null) {
    return { kind: 'unknown', endedBy: await whyEnded(db, deps, token) }
  }
  if (!signatureHolds(token, session.refresh_token_hmac_key, deps.pepper)) {
    return { kind: 'unknown', endedBy: null }
  }
  traceAccount(user.id)
  if (isBanned(user) || deps.saml.isClosedTo(user)) return { kind: 'banned' }
  if (session.expired) return { kind: 'expired' }
  if (session.idle) return { kind: 'idle' }
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
    await destroySession(db, session)
    return { kind: 'destroyed' }
  }
  const rotated = await rotate(db, session, device)
  if (rotated !== null) return { kind: 'granted', verdict, user, session: rotated }
  // Another request held the row. This token is judged again: it is the previous one now, or without a second factor.
  return judgeAndRotate(db, deps, token, device)
}

/** Why a session was ended from elsewhere; told only to whoever proves to hold a token of that session. */
async function whyEnded(db: Queryable, deps: Deps, token: RefreshToken): Promise<EndReason | null> {
  const ended = await findEndedSession(db, token.sessionId)
  if (ended === null || !signatureHolds(token, ended.refresh_token_hmac_key, deps.pepper)) return null
  return ended.reason
}

type FoundSession = SessionRow & { since_refresh_seconds: number; expired: boolean; idle: boolean }

async function findSession(
  db: Queryable,
  { config }: Pick<Deps, 'config'>,
  sessionId: string,
): Promise<FoundSession | null> {
  const found = await db.query<FoundSession>(
    `select ${SESSION_COLUMNS}, ${SESSION_OVER} as expired, ${SESSION_IDLE} as idle,
            extract(epoch from clock_timestamp() - ${LAST_REFRESH})::float8 as since_refresh_seconds
       from auth.sessions s where s.id = $1`,
    [sessionId, config.auth.sessionMaxDays, config.auth.sessionIdleDays],
  )
  return found.rows[0] ?? null
}

/**
 * Moves the session on by one, only from the counter and the level that were judged; null when one of them has changed
 * meanwhile. Waits for whoever holds the row.
 */
async function rotate(db: Queryable, session: SessionRow, device: Device): Promise<SessionRow | null> {
  const updated = await db.query<{ counter: string }>(
    `update auth.sessions
        set refresh_token_counter = refresh_token_counter + 1, updated_at = clock_timestamp(),
            refreshed_at = clock_timestamp() at time zone 'utc', user_agent = $3, ip = $4
      where id = $1 and refresh_token_counter = $2 and aal = $5
      returning refresh_token_counter::text as counter`,
    [session.id, session.refresh_token_counter, device.userAgent, device.address, session.aal],
  )
  const [row] = updated.rows
  return row === undefined ? null : { ...session, refresh_token_counter: row.counter }
}

function unknown(endedBy: EndReason | null): HttpError {
  return badRefreshToken('refresh_token_not_found', 'Refresh Token Not Found', endedField(endedBy))
}

function refusal(kind: Exclude<Outcome['kind'], 'granted' | 'unknown'>): HttpError {
  switch (kind) {
    case 'banned':
      return badRefreshToken('user_banned', 'User Banned')
    case 'expired':
      return badRefreshToken('session_expired', 'Session Expired')
    case 'idle':
      return badRefreshToken('session_expired', 'Session Expired (Inactivity)')
    case 'not-ours':
      return badRefreshToken('validation_failed', 'Not Issued By This Server')
    case 'destroyed':
      return badRefreshToken('refresh_token_already_used', 'Already Used')
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}
