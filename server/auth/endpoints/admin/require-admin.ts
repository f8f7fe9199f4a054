import { isAdministrator } from '../../accounts/provider-staff.ts'
import { findUserOfSession, isBanned, isUuid } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { bearerToken } from '../../calls/bearer-token.ts'
import { notAdmin, secondFactorNeeded, sessionGone, userBanned } from '../../calls/refusals.ts'
import { verifiedClaims } from '../../sessions/authenticate.ts'
import type { AuthDeps } from '../auth-deps.ts'

/** What it takes to know who may administer. */
export type AdminDeps = Pick<AuthDeps, 'pool' | 'jwt' | 'apiKeys'>

/**
 * Lets through the secret key and the tokens of administrators (wire 2.12, administration). A session that the token
 * names has to stand with a second factor, and its user mustn't be banned. Throws 401 no_authorization, 403 bad_jwt,
 * not_admin, session_not_found, user_banned or insufficient_aal.
 */
export async function requireAdmin(c: AuthContext, deps: AdminDeps): Promise<void> {
  const keyRole = deps.apiKeys.roleOf(bearerToken(c.req.header('authorization')) ?? undefined)
  if (keyRole === 'service_role') return
  if (keyRole === 'anon') throw notAdmin()
  const claims = await verifiedClaims(c, deps)
  if (!isAdministrator(claims.role)) throw notAdmin()
  const sessionId = claims.session_id
  if (sessionId === undefined || sessionId === '') return
  const user = isUuid(sessionId) ? await findUserOfSession(deps.pool, sessionId) : null
  if (user === null) {
    throw sessionGone()
  }
  if (isBanned(user)) throw userBanned()
  // Who signs in is a person, whose password alone mustn't open everybody's account. The session falls back when its
  // factor is given up, while a token that is out still names it. LiveSessions isn't asked, although it knows the
  // level: it may be half a minute behind and doesn't say why a session is over. What opens everybody's account goes by
  // the database each time, as all of /auth/v1 does.
  const raised = await deps.pool.query(`select from auth.sessions where id = $1 and aal = 'aal2'`, [
    sessionId,
  ])
  if (claims.aal !== 'aal2' || raised.rowCount === 0) throw secondFactorNeeded('administer accounts')
}
