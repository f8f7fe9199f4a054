import type { JWTPayload } from 'jose'
import { HttpError } from '../errors.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import type { JwtFailure } from './jwt.ts'
import { SESSION_COLUMNS, type SessionRow } from './sessions.ts'
import { findUserById, isBanned, isUuid, type UserRow } from './users.ts'
import { bearerToken } from './verify-bearer.ts'

/** Who calls an endpoint that needs a user. */
export interface Caller {
  user: UserRow
  /** null for a token minted outside, which names none. */
  session: SessionRow | null
  claims: JWTPayload
}

const NO_SESSION = '00000000-0000-0000-0000-000000000000'

/** Throws the failures of wire contract 1.2, in its order. */
export async function authenticate(c: AuthContext, deps: AuthDeps): Promise<Caller> {
  const claims = await verifiedClaims(c, deps)
  if (typeof claims.sub !== 'string' || claims.sub === '')
    throw badJwt(403, 'invalid claim: missing sub claim')
  if (!isUuid(claims.sub)) throw badJwt(400, 'invalid claim: sub claim must be a UUID')
  const user = await findUserById(deps.pool, claims.sub)
  if (user === null) {
    throw new HttpError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  }
  const session = await sessionOf(claims, user, deps)
  if (isBanned(user)) throw new HttpError(403, 'user_banned', 'User is banned')
  return { user, session, claims }
}

/** The claims of the bearer, whoever it is. Throws 401 no_authorization, 403 bad_jwt. */
export async function verifiedClaims(c: AuthContext, deps: AuthDeps): Promise<JWTPayload> {
  const token = bearerToken(c.req.header('authorization'))
  // An opaque key as bearer means that there is no user; a JWT key is a token without one.
  const opaqueKey = token !== null && !token.includes('.') && deps.apiKeys.roleOf(token) !== null
  if (token === null || opaqueKey || !/^\S+$/.test(token)) {
    throw new HttpError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  }
  const verified = await deps.jwt.verify(token, 0)
  if (verified.kind === 'verified') return verified.claims
  throw badJwt(403, `invalid JWT: unable to parse or verify signature, ${explain(verified.reason)}`)
}

async function sessionOf(claims: JWTPayload, user: UserRow, deps: AuthDeps): Promise<SessionRow | null> {
  const id = claims.session_id
  if (id === undefined || id === '' || id === NO_SESSION) return null
  if (!isUuid(id)) throw badJwt(403, 'invalid claim: session_id claim must be a UUID')
  const found = await deps.pool.query<SessionRow>(
    `select ${SESSION_COLUMNS} from auth.sessions s where s.id = $1 and s.user_id = $2`,
    [id, user.id],
  )
  const [session] = found.rows
  if (session !== undefined) return session
  throw new HttpError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}

function badJwt(status: number, message: string): HttpError {
  return new HttpError(status, 'bad_jwt', message)
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
  }
}
