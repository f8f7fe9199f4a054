import type { Queryable, UserRow } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { badNonce, emailNotConfirmed, invalid } from '../../calls/refusals.ts'
import { reauthenticationMail } from '../../mails/account-mails.ts'
import { authenticate } from '../../sessions/authenticate.ts'
import { type FoundToken, findByCode, spendToken } from '../../sessions/one-time-tokens.ts'
import { transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<
  AuthDeps,
  'config' | 'pool' | 'jwt' | 'apiKeys' | 'limits' | 'liveSessions' | 'oneTimeKey' | 'postOffice'
>

/** GET /reauthenticate: mails a code, which PUT /user takes as `nonce`. */
export async function reauthenticate(c: AuthContext, deps: Deps): Promise<Response> {
  const { user } = await authenticate(c, deps)
  if (!user.email && !user.phone) {
    throw invalid('Reauthentication requires the user to have an email or a phone number')
  }
  if (!user.email || user.email_confirmed_at === null) {
    throw emailNotConfirmed(422, 'Please verify your email first.')
  }
  const mail = await transaction(deps, async (db) => {
    const written = await reauthenticationMail(db, deps, user)
    await deps.limits.takeMail({ account: user.id, by: 'owner' })
    return written
  })
  deps.postOffice.post(mail)
  return c.json({})
}

type NonceDeps = Pick<Deps, 'config' | 'oneTimeKey'>

/** Finds a reauthentication code, which stays as it is. Throws 422 reauthentication_not_valid. */
export async function findNonce(
  db: Queryable,
  deps: NonceDeps,
  user: UserRow,
  nonce: string,
): Promise<FoundToken> {
  const sent = { address: user.email ?? '', code: nonce }
  const found = await findByCode(db, deps.oneTimeKey, sent, ['reauthentication_token'], deps.config.auth)
  if (found === null || found.userId !== user.id || found.expired) throw badNonce()
  return found
}

/** Uses a reauthentication code up. The caller has locked the account. Throws 422 reauthentication_not_valid. */
export async function redeemNonce(
  db: Queryable,
  deps: NonceDeps,
  user: UserRow,
  nonce: string,
): Promise<void> {
  if (!(await spendToken(db, await findNonce(db, deps, user, nonce)))) throw badNonce()
}
