import type { JWTPayload } from 'jose'
import type { Claims } from '../../db/as-role.ts'
import type { HttpError } from '../../http/errors.ts'
import type { ApiKeys } from '../calls/api-key.ts'
import { bearerToken } from '../calls/bearer-token.ts'
import { tableNeedsSecondFactor, tableUnauthorized } from '../calls/refusals.ts'
import type { Jwt, JwtFailure } from './jwt.ts'
import type { LiveSessions, SessionLevel } from './live-sessions.ts'

/**
 * Tells who makes a table request: the claims of the access token, or the role of the API key. A bad token is never
 * taken for an anonymous caller: it throws an HttpError(401) with the table API's code. `authorization` is the raw
 * header; `apikey` comes raw from the header or the query.
 */
export type VerifyBearer = (authorization: string | undefined, apikey: string | undefined) => Promise<Claims>

/** PostgREST forgives clocks that differ by as much. */
const SKEW_SECONDS = 30

const ROLES = new Set<string>(['anon', 'authenticated', 'service_role'])

/** @param levelOf knows the session that a token names, or that it is over: signed out, banned, deleted. */
export function createVerifyBearer(
  jwt: Jwt,
  apiKeys: ApiKeys,
  levelOf: LiveSessions['levelOf'],
): VerifyBearer {
  return async (authorization, apikey) => {
    const token = bearerToken(authorization)
    if (token === null) return { role: apiKeys.roleOf(apikey) ?? 'anon' }
    const keyRole = apiKeys.roleOf(token)
    if (keyRole !== null) return { role: keyRole }
    const verified = await jwt.verify(token, SKEW_SECONDS)
    if (verified.kind === 'refused') throw tableFailure(verified.reason)
    const { claims } = verified
    if (!areOfRole(claims)) {
      throw tableUnauthorized('PGRST301', `role ${JSON.stringify(claims.role ?? '')} does not exist`)
    }
    const { role, session_id: sessionId } = claims
    if (typeof sessionId === 'string') refuseOutdated(await levelOf(sessionId), claims)
    // This role reads everybody's rows. A person who has it signs in, and needs more for it than a password.
    if (role === 'service_role' && sessionId !== undefined && claims.aal !== 'aal2') {
      throw tableNeedsSecondFactor()
    }
    return claims
  }
}

function areOfRole(claims: JWTPayload): claims is JWTPayload & Claims {
  return typeof claims.role === 'string' && ROLES.has(claims.role)
}

/**
 * A token says for the rest of its hour at which level its session was. One whose factor was dropped is refused where
 * the account needs one. Whoever turns the second factor on may lose the answer, and go on with the token from before.
 * The rows are hidden from it, so that a change would find none and be taken for done: it is refused, and the phone
 * keeps the change. Its refresh token is good for the reuse interval; later it ends the session (`raiseSession`), and
 * the change waits until its owner has signed in again.
 */
function refuseOutdated(level: SessionLevel, claims: JWTPayload): void {
  if (level === null) {
    throw tableUnauthorized('PGRST301', 'Session from session_id claim in JWT does not exist')
  }
  if (level === 'aal2' && claims.aal !== 'aal2') {
    throw tableUnauthorized('PGRST301', 'Session from session_id claim in JWT has been raised to aal2')
  }
  if (level === 'short' && claims.aal === 'aal2') {
    throw tableUnauthorized('PGRST301', 'Session from session_id claim in JWT has fallen to aal1')
  }
}

function tableFailure(reason: JwtFailure): HttpError {
  switch (reason.why) {
    case 'empty':
      return tableUnauthorized('PGRST301', 'Empty JWT is sent in Authorization header')
    case 'parts':
      return tableUnauthorized('PGRST301', `Expected 3 parts in JWT; got ${reason.parts}`)
    case 'algorithm':
      return tableUnauthorized('PGRST301', 'Wrong or unsupported encoding algorithm')
    case 'key':
      return tableUnauthorized('PGRST301', 'No suitable key or wrong key type')
    case 'signature':
    case 'malformed':
      return tableUnauthorized('PGRST301', 'JWT cryptographic operation failed')
    case 'expired':
      return tableUnauthorized('PGRST303', 'JWT expired')
    case 'not-yet-valid':
      return tableUnauthorized('PGRST303', 'JWT not yet valid')
    case 'issued-in-future':
      return tableUnauthorized('PGRST303', 'JWT issued at future')
    case 'audience':
      return tableUnauthorized('PGRST303', 'JWT not in audience')
    case 'issuer':
      return tableUnauthorized('PGRST303', 'JWT not from this issuer')
  }
}
