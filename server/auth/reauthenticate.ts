import { HttpError } from '../errors.ts'
import { reauthenticationMail } from './account-mails.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { authenticate } from './authenticate.ts'
import { findByCode, spendToken } from './one-time-tokens.ts'
import { transaction } from './transaction.ts'
import type { Queryable, UserRow } from './users.ts'

/** GET /reauthenticate: a code to the mailbox, for the `nonce` of PUT /user. */
export async function reauthenticate(c: AuthContext, deps: AuthDeps): Promise<Response> {
  const { user } = await authenticate(c, deps)
  if (!user.email && !user.phone) {
    throw new HttpError(
      400,
      'validation_failed',
      'Reauthentication requires the user to have an email or a phone number',
    )
  }
  if (!user.email || user.email_confirmed_at === null) {
    throw new HttpError(422, 'email_not_confirmed', 'Please verify your email first.')
  }
  const mail = await transaction(deps.pool, async (db) => {
    const written = await reauthenticationMail(db, deps, user)
    deps.limits.takeMail()
    return written
  })
  deps.postOffice.post(mail)
  return c.json({})
}

/** Uses the code up. The caller has locked the account. Throws 422 reauthentication_not_valid. */
export async function redeemNonce(
  db: Queryable,
  deps: AuthDeps,
  user: UserRow,
  nonce: string,
): Promise<void> {
  const sent = { address: user.email ?? '', code: nonce }
  const found = await findByCode(db, deps.oneTimeKey, sent, ['reauthentication_token'], deps.config.auth)
  if (found !== null && found.userId === user.id && !found.expired && (await spendToken(db, found))) return
  throw new HttpError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}
