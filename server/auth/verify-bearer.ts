import type { Claims } from '../db/as-role.ts'
import { HttpError } from '../errors.ts'
import type { ApiKeys } from './api-key.ts'
import type { Jwt, JwtFailure } from './jwt.ts'

/**
 * Who is asking, for a table request: the claims of the access token, or the role of the key.
 * A bad token is never downgraded to anon: it throws an HttpError(401) with the table API's code.
 * `authorization` and `apikey` are the raw header values (apikey: header or query).
 */
export type VerifyBearer = (authorization: string | undefined, apikey: string | undefined) => Promise<Claims>

/** Upstream's grace for clocks that differ. */
const SKEW_SECONDS = 30

const ROLES = new Set<string>(['anon', 'authenticated', 'service_role'])

/** `sessionEnded` says whether a session named by a token is gone (signed out, banned, deleted). */
export function createVerifyBearer(
  jwt: Jwt,
  apiKeys: ApiKeys,
  sessionEnded: (sessionId: string) => Promise<boolean>,
): VerifyBearer {
  return async (authorization, apikey) => {
    const token = bearerToken(authorization)
    if (token === null) return { role: apiKeys.roleOf(apikey) ?? 'anon' }
    const keyRole = apiKeys.roleOf(token)
    if (keyRole !== null) return { role: keyRole }
    const verified = await jwt.verify(token, SKEW_SECONDS)
    if (verified.kind === 'refused') throw tableFailure(verified.reason)
    const { role, session_id: sessionId } = verified.claims
    if (typeof role !== 'string' || !ROLES.has(role)) {
      throw unauthorized('PGRST301', `role ${JSON.stringify(role ?? '')} does not exist`)
    }
    if (typeof sessionId === 'string' && (await sessionEnded(sessionId))) {
      throw unauthorized('PGRST301', 'Session from session_id claim in JWT does not exist')
    }
    return { ...verified.claims, role: role as Claims['role'] } // in ROLES, checked above
  }
}

/** The token after `Bearer`: scheme in any case, exactly one space; null when no such scheme is used. */
export function bearerToken(authorization: string | undefined): string | null {
  const match = /^bearer(?: (.*))?$/i.exec(authorization ?? '')
  return match === null ? null : (match[1] ?? '')
}

function tableFailure(reason: JwtFailure): HttpError {
  switch (reason.why) {
    case 'empty':
      return unauthorized('PGRST301', 'Empty JWT is sent in Authorization header')
    case 'parts':
      return unauthorized('PGRST301', `Expected 3 parts in JWT; got ${reason.parts}`)
    case 'algorithm':
      return unauthorized('PGRST301', 'Wrong or unsupported encoding algorithm')
    case 'key':
      return unauthorized('PGRST301', 'No suitable key or wrong key type')
    case 'signature':
    case 'malformed':
      return unauthorized('PGRST301', 'JWT cryptographic operation failed')
    case 'expired':
      return unauthorized('PGRST303', 'JWT expired')
    case 'not-yet-valid':
      return unauthorized('PGRST303', 'JWT not yet valid')
    case 'issued-in-future':
      return unauthorized('PGRST303', 'JWT issued at future')
    case 'audience':
      return unauthorized('PGRST303', 'JWT not in audience')
  }
}

function unauthorized(code: string, message: string): HttpError {
  // Quotes and control characters would end the header's quoted string.
  const description = message.replace(/[^\x20-\x7e]|["\\]/g, '')
  return new HttpError(401, code, message, {
    headers: { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${description}"` },
  })
}
