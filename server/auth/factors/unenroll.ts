import { HttpError } from '../../errors.ts'
import type { AuthContext, AuthDeps } from '../auth-deps.ts'
import { authenticate } from '../authenticate.ts'
import { transaction } from '../transaction.ts'
import { lockAccount } from '../users.ts'
import { deleteFactor, factorOfPath } from './factors.ts'

/** DELETE /factors/{id} */
export async function unenrollFactor(c: AuthContext, deps: AuthDeps): Promise<Response> {
  const { user, session } = await authenticate(c, deps)
  const factor = await factorOfPath(c, deps.pool, user.id)
  if (factor.status === 'verified' && session?.aal !== 'aal2') {
    throw new HttpError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
  }
  await transaction(deps.pool, async (db) => {
    await lockAccount(db, user.id)
    await deleteFactor(db, factor)
  })
  return c.json({ id: factor.id })
}
