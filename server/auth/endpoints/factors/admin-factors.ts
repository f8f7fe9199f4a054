import type { Mail } from '../../../mail/mailer.ts'
import { worksForProvider } from '../../accounts/provider-staff.ts'
import { drawFactor } from '../../accounts/user-object.ts'
import { findUserById, isUuid, lockAccount, type UserRow } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { factorNotFound, notAnUuid, userNotFound } from '../../calls/refusals.ts'
import { type ChangeDeps, changeMails } from '../../mails/change-mails.ts'
import { endSessions } from '../../sessions/ended-sessions.ts'
import { type Transaction, transaction } from '../../sessions/transaction.ts'
import { userIdOfPath, userOfPath } from '../admin/admin-user.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { deleteFactor } from './factors.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'jwt' | 'apiKeys' | 'liveSessions' | 'postOffice'>

/** GET /admin/users/{id}/factors: a person's factors, without their secrets. */
export async function listFactorsAsAdmin(c: AuthContext, deps: Deps): Promise<Response> {
  const user = await userOfPath(c, deps)
  return c.json(user.factors.map(drawFactor))
}

/** DELETE /admin/users/{id}/factors/{factorId}: takes a factor away from somebody who has lost the phone. */
export async function deleteFactorAsAdmin(c: AuthContext, deps: Deps): Promise<Response> {
  const userId = await userIdOfPath(c, deps)
  const id = c.req.param('factorId')
  const { factor, mails } = await transaction(deps, async (db) => {
    await lockAccount(db, userId)
    const user = await findUserById(db, userId)
    if (user === null) throw userNotFound(404)
    if (!isUuid(id)) throw notAnUuid('factor_id')
    const factor = user.factors.find((one) => one.id === id.toLowerCase())
    if (factor === undefined) throw factorNotFound()
    return { factor, mails: await takeFactors(db, deps, user, [factor]) }
  })
  for (const mail of mails) deps.postOffice.post(mail)
  return c.json(drawFactor(factor))
}

/**
 * Deletes factors in an administrator's name. Whoever works for the provider is signed out too: tokens that are out
 * would say for the rest of their hour that the factor was given. Returns the mails that tell the owner of it: whoever
 * has the password may have talked the administration into it. @param deps null where no mail leaves.
 */
export async function takeFactors(
  db: Transaction,
  deps: ChangeDeps | null,
  user: UserRow,
  factors: UserRow['factors'],
): Promise<Mail[]> {
  for (const factor of factors) await deleteFactor(db, user.id, factor)
  const wasGuarded = factors.some(({ status }) => status === 'verified')
  if (wasGuarded && worksForProvider(user)) await endSessions(db, user.id, { scope: 'all' }, 'signed_out')
  if (deps === null || !wasGuarded || user.email_confirmed_at === null) return []
  return changeMails(db, deps, user, { what: 'factor-off' })
}
