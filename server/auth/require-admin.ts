import { HttpError } from '../errors.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { verifiedClaims } from './authenticate.ts'
import { findUserOfSession, isBanned, isUuid } from './users.ts'
import { bearerToken } from './verify-bearer.ts'

const ADMIN_ROLES: readonly unknown[] = ['service_role', 'supabase_admin']

/** Lets through the secret key, and administrators' tokens whose session still stands (wire contract 2.12). */
export async function requireAdmin(c: AuthContext, deps: AuthDeps): Promise<void> {
  const keyRole = deps.apiKeys.roleOf(bearerToken(c.req.header('authorization')) ?? undefined)
  if (keyRole === 'service_role') return
  if (keyRole === 'anon') throw notAdmin()
  const claims = await verifiedClaims(c, deps)
  if (!ADMIN_ROLES.includes(claims.role)) throw notAdmin()
  const sessionId = claims.session_id
  if (sessionId === undefined || sessionId === '') return
  const user = isUuid(sessionId) ? await findUserOfSession(deps.pool, sessionId) : null
  if (user === null) {
    throw new HttpError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  if (isBanned(user)) throw new HttpError(403, 'user_banned', 'User is banned')
}

function notAdmin(): HttpError {
  return new HttpError(403, 'not_admin', 'User not allowed')
}
