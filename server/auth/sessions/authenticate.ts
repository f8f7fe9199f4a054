import type { JWTPayload } from 'jose'
import type { HttpError } from '../../http/errors.ts'
import { traceAccount } from '../../log/security-events.ts'
import { findUserById, isBanned, isUuid, type Queryable, type UserRow } from '../accounts/users.ts'
import type { ApiKeys } from '../calls/api-key.ts'
import type { AuthContext } from '../calls/auth-context.ts'
import { bearerToken } from '../calls/bearer-token.ts'
import { badJwt, noBearerToken, sessionGone, userBanned, userGone } from '../calls/refusals.ts'
import { endedField, findEndedSession } from './ended-sessions.ts'
import type { Jwt, JwtFailure } from './jwt.ts'
import { SESSION_COLUMNS, type SessionRow } from './sessions.ts'

/** What is needed to tell whose token a request carries. */
interface TokenCheck {
  jwt: Pick<Jwt, 'verify'>
  apiKeys: ApiKeys
}

/** What is needed to tell who calls: the token check, and the database that knows accounts and sessions. */
export interface CallerCheck extends TokenCheck {
  pool: Queryable
}

/** The caller of an endpoint that needs a signed-in user. */
export interface Caller {
  user: UserRow
  /** null when the token names no session, as one minted by another program does. */
  session: SessionRow | null
  claims: JWTPayload
}

const NO_SESSION = '00000000-0000-0000-0000-000000000000'

/**
 * Finds the caller by the request's bearer token. Its signature and times are checked first, then the user, the session
 * and the ban; the first that fails is thrown as an HttpError (wire 1.2, versions and errors).
 */
export async function authenticate(c: AuthContext, deps: CallerCheck): Promise<Caller> {
  const claims = await verifiedClaims(c, deps)
  if (typeof claims.sub !== 'string' || claims.sub === '') throw badJwt('invalid claim: missing sub claim')
  if (!isUuid(claims.sub)) throw badJwt('invalid claim: sub claim must be a UUID', 400)
  const user = await findUserById(deps.pool, claims.sub)
  if (user === null) {
    throw userGone()
  }
  traceAccount(user.id)
  const session = await sessionOf(claims, user, deps)
  if (isBanned(user)) throw userBanned()
  return { user, session, claims }
}

/**
 * The claims of the request's bearer token, without asking whether its user or session still exists. Throws 401
 * no_authorization, 403 bad_jwt.
 */
export async function verifiedClaims(c: AuthContext, deps: TokenCheck): Promise<JWTPayload> {
  const token = bearerToken(c.req.header('authorization'))
  // An opaque API key as bearer means that nobody is signed in. A JWT key passes here: it is a token without a user.
  const opaqueKey = token !== null && !token.includes('.') && deps.apiKeys.roleOf(token) !== null
  if (token === null || opaqueKey || !/^\S+$/.test(token)) {
    throw noBearerToken()
  }
  const verified = await deps.jwt.verify(token, 0)
  if (verified.kind === 'verified') return verified.claims
  throw badJwt(`invalid JWT: unable to parse or verify signature, ${explain(verified.reason)}`)
}

async function sessionOf(
  claims: JWTPayload,
  user: UserRow,
  { pool }: CallerCheck,
): Promise<SessionRow | null> {
  const id = claims.session_id
  if (id === undefined || id === '' || id === NO_SESSION) return null
  if (!isUuid(id)) throw badJwt('invalid claim: session_id claim must be a UUID')
  const found = await pool.query<SessionRow>(
    `select ${SESSION_COLUMNS} from auth.sessions s where s.id = $1 and s.user_id = $2`,
    [id, user.id],
  )
  const [session] = found.rows
  // A token of before a second factor raised its session stays below: a copy of it opens nothing that the factor has.
  if (session !== undefined) return { ...session, aal: claims.aal === session.aal ? session.aal : 'aal1' }
  throw await endedSession(pool, id)
}

/**
 * Refuses a caller whose session was ended while the request was at work, as by an owner who has just closed the
 * account to a stranger. The caller of this function holds the account's lock. Throws 403 session_not_found.
 */
export async function refuseEndedMeanwhile(db: Queryable, { session }: Caller): Promise<void> {
  if (session === null) return
  const found = await db.query('select from auth.sessions where id = $1', [session.id])
  if (found.rowCount === 0) throw await endedSession(db, session.id)
}

async function endedSession(db: Queryable, id: string): Promise<HttpError> {
  const ended = await findEndedSession(db, id)
  return sessionGone(endedField(ended?.reason ?? null))
}

function explain(reason: JwtFailure): string {
  switch (reason.why) {
    case 'empty':
    case 'parts':
      return 'token is malformed: token contains an invalid number of segments'
    case 'malformed':
      return 'token is malformed'
    case 'algorithm':
      return 'token signature is invalid: signing method is invalid'
    case 'key':
      return 'token is unverifiable: unrecognized JWT kid'
    case 'signature':
      return 'token signature is invalid'
    case 'expired':
      return 'token has invalid claims: token is expired'
    case 'not-yet-valid':
      return 'token has invalid claims: token is not valid yet'
    case 'issued-in-future':
      return 'token has invalid claims: token used before issued'
    case 'audience':
      return 'token has invalid claims: token has invalid audience'
    case 'issuer':
      return 'token has invalid claims: token has invalid issuer'
  }
}
