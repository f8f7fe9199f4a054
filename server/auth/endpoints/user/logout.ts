import { traceEvent } from '../../../log/security-events.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { invalid } from '../../calls/refusals.ts'
import { authenticate } from '../../sessions/authenticate.ts'
import { endSessions } from '../../sessions/ended-sessions.ts'
import { transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'pool' | 'jwt' | 'apiKeys' | 'liveSessions'>

/** POST /logout?scope=global|local|others: ends all of a user's sessions, this one, or all but this one. */
export async function logout(c: AuthContext, deps: Deps): Promise<Response> {
  const { user, session } = await authenticate(c, deps)
  const scope = c.req.query('scope') || 'global'
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw invalid(`Unsupported logout scope "${scope}"`)
  }
  await transaction(deps, async (db) => {
    // A token that names no session can only mean all of them.
    if (session === null) return endSessions(db, user.id, { scope: 'all' }, 'signed_out')
    const { id: sessionId } = session
    if (scope !== 'local') await endSessions(db, user.id, { scope: 'all-but', sessionId }, 'signed_out')
    // No reason is kept for one's own session: whoever signs out knows why.
    if (scope !== 'others') await endSessions(db, user.id, { scope: 'only', sessionId }, null)
  })
  traceEvent('signed_out', user.id, scope)
  return c.body(null, 204)
}
