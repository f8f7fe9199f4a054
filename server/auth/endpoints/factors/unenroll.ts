import { lockAccount } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { secondFactorNeeded } from '../../calls/refusals.ts'
import { changeMails } from '../../mails/change-mails.ts'
import { authenticate, refuseEndedMeanwhile } from '../../sessions/authenticate.ts'
import { refuseLateSignIn } from '../../sessions/recent-sign-in.ts'
import { transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { deleteFactor, factorOfPath } from './factors.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'jwt' | 'apiKeys' | 'liveSessions' | 'postOffice'>

/**
 * DELETE /factors/{id}: gives a factor up. A verified one can only be given up by a session that has proved it (aal2).
 */
export async function unenrollFactor(c: AuthContext, deps: Deps): Promise<Response> {
  const caller = await authenticate(c, deps)
  const { user, session } = caller
  const { id, mails } = await transaction(deps, async (db) => {
    await lockAccount(db, user.id)
    // It is read once nobody else can change it, so that of two requests at once one finds it gone.
    const factor = await factorOfPath(c, db, user.id)
    if (factor.status !== 'verified') {
      await deleteFactor(db, user.id, factor)
      return { id: factor.id, mails: [] }
    }
    if (session?.aal !== 'aal2') {
      throw secondFactorNeeded('unenroll verified factor', 422)
    }
    await refuseEndedMeanwhile(db, caller)
    await refuseLateSignIn(db, caller, 'Factor removal')
    await deleteFactor(db, user.id, factor)
    return { id: factor.id, mails: await changeMails(db, deps, user, { what: 'factor-off' }) }
  })
  for (const mail of mails) deps.postOffice.post(mail)
  return c.json({ id })
}
