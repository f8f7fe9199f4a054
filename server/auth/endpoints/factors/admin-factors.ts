import { worksForProvider } from '../../accounts/provider-staff.ts'
import { drawFactor } from '../../accounts/user-object.ts'
import { findUserById, isUuid, lockAccount, type UserRow } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { factorNotFound, notAnUuid, userNotFound } from '../../calls/refusals.ts'
import { endSessions } from '../../sessions/ended-sessions.ts'
import { type Transaction, transaction } from '../../sessions/transaction.ts'
import { userIdOfPath, userOfPath } from '../admin/admin-user.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { deleteFactor } from './factors.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'jwt' | 'apiKeys' | 'liveSessions'>

/** GET /admin/users/{id}/factors: a person's factors, without their secrets. */
export async function listFactorsAsAdmin(c: AuthContext, deps: Deps): Promise<Response> {
  const user = await userOfPath(c, deps)
  return c.json(user.factors.map(drawFactor))
}

/** DELETE /admin/users/{id}/factors/{factorId}: takes a factor away from somebody who has lost the phone. */
export async function deleteFactorAsAdmin(c: AuthContext, deps: Deps): Promise<Response> {
  const userId = await userIdOfPath(c, deps)
  const id = c.req.param('factorId')
  const taken = await transaction(deps, async (db) => {
    await lockAccount(db, userId)
    const user = await findUserById(db, userId)
    if (user === null) throw userNotFound(404)
    if (!isUuid(id)) throw notAnUuid('factor_id')
    const factor = user.factors.find((one) => one.id === id.toLowerCase())
    if (factor === undefined) throw factorNotFound()
    await takeFactors(db, user, [factor])
    return factor
  })
  return c.json(drawFactor(taken))
}

/**
 * Deletes factors in an administrator's name. Whoever works for the provider is signed out too: tokens that are out
 * would say for the rest of their hour that the factor was given.
 */
export async function takeFactors(
  db: Transaction,
  user: UserRow,
  factors: UserRow['factors'],
): Promise<void> {
  for (const factor of factors) await deleteFactor(db, user.id, factor)
  const wasGuarded = factors.some(({ status }) => status === 'verified')
  if (wasGuarded && worksForProvider(user)) await endSessions(db, user.id, { scope: 'all' }, 'signed_out')
}
