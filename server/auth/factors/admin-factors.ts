import { HttpError } from '../../errors.ts'
import { userOfPath } from '../admin-user.ts'
import type { AuthContext, AuthDeps } from '../auth-deps.ts'
import { transaction } from '../transaction.ts'
import { drawFactor } from '../user-object.ts'
import { isUuid, lockAccount } from '../users.ts'
import { deleteFactor } from './factors.ts'

/** GET /admin/users/{id}/factors */
export async function listFactorsAsAdmin(c: AuthContext, deps: AuthDeps): Promise<Response> {
  const user = await userOfPath(c, deps)
  return c.json(user.factors.map(drawFactor))
}

/** DELETE /admin/users/{id}/factors/{factorId}: for whoever has lost the phone. */
export async function deleteFactorAsAdmin(c: AuthContext, deps: AuthDeps): Promise<Response> {
  const user = await userOfPath(c, deps)
  const id = c.req.param('factorId')
  if (!isUuid(id)) throw new HttpError(404, 'validation_failed', 'factor_id must be an UUID')
  const factor = user.factors.find((one) => one.id === id.toLowerCase())
  if (factor === undefined) throw new HttpError(404, 'mfa_factor_not_found', 'Factor not found')
  await transaction(deps.pool, async (db) => {
    await lockAccount(db, user.id)
    await deleteFactor(db, factor)
  })
  return c.json(drawFactor(factor))
}
