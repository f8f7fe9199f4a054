import { HttpError } from '../errors.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { authenticate } from './authenticate.ts'
import { endSessions } from './sessions.ts'
import { transaction } from './transaction.ts'

/** POST /logout?scope=global|local|others */
export async function logout(c: AuthContext, deps: AuthDeps): Promise<Response> {
  const { user, session } = await authenticate(c, deps)
  const scope = c.req.query('scope') || 'global'
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw new HttpError(400, 'validation_failed', `Unsupported logout scope "${scope}"`)
  }
  // A token that names no session can only mean all of them.
  const which =
    session === null || scope === 'global'
      ? ({ scope: 'all' } as const)
      : ({ scope: scope === 'local' ? 'only' : 'all-but', sessionId: session.id } as const)
  const ended = await transaction(deps.pool, (db) => endSessions(db, user.id, which))
  deps.liveSessions.forget(ended)
  return c.body(null, 204)
}
