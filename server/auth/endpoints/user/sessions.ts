import { isUuid } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { invalid, secondFactorNeeded } from '../../calls/refusals.ts'
import { authenticate, type Caller } from '../../sessions/authenticate.ts'
import { endSessions } from '../../sessions/ended-sessions.ts'
import { LAST_REFRESH, SESSION_IDLE, SESSION_OVER } from '../../sessions/sessions.ts'
import { transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'

// Where an account is signed in, for its owner: ours, the auth client knows nothing of it (decision 034).

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'jwt' | 'apiKeys' | 'liveSessions'>

/** More than a family's phones and browsers; the latest used are told. */
const MOST_SESSIONS = 100

/** GET /sessions: the account's open sessions, the latest used first. No address of the network is told. */
export async function listSessions(c: AuthContext, deps: Deps): Promise<Response> {
  const caller = await authenticate(c, deps)
  refuseWithoutFactor(caller)
  const { user, session } = caller
  const { sessionMaxDays, sessionIdleDays } = deps.config.auth
  const found = await deps.pool.query(
    `select s.id, s.user_agent, s.created_at, ${LAST_REFRESH} as last_used_at, s.id = $4 as is_current
       from auth.sessions s where s.user_id = $1 and not ${SESSION_OVER} and not ${SESSION_IDLE}
      order by last_used_at desc, s.id limit ${MOST_SESSIONS}`,
    [user.id, sessionMaxDays, sessionIdleDays, session?.id ?? null],
  )
  return c.json({ sessions: found.rows.map((row) => ({ ...row, is_current: row.is_current === true })) })
}

/** DELETE /sessions/{id}: ends one of the account's sessions; one that is gone, or somebody else's, changes nothing. */
export async function endSession(c: AuthContext, deps: Deps): Promise<Response> {
  const caller = await authenticate(c, deps)
  refuseWithoutFactor(caller)
  const { user, session } = caller
  const sessionId = c.req.param('sessionId') ?? ''
  if (!isUuid(sessionId)) throw invalid('session_id must be an UUID')
  // Whoever ends their own knows why, so no reason is kept for it.
  const reason = sessionId === session?.id ? null : 'signed_out'
  await transaction(deps, (db) => endSessions(db, user.id, { scope: 'only', sessionId }, reason))
  return c.body(null, 204)
}

/** Whoever has only the password of an account with a second factor isn't told where its owner is. */
function refuseWithoutFactor({ user, session }: Caller): void {
  const isGuarded = user.factors.some(({ status }) => status === 'verified')
  if (isGuarded && session?.aal !== 'aal2') throw secondFactorNeeded('manage sessions')
}
