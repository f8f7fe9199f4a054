import type { Mail } from '../../../mail/mailer.ts'
import { hashPassword, verifyPassword } from '../../accounts/passwords.ts'
import type { UserRow } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { currentPasswordNeeded, reauthenticationNeeded, samePassword } from '../../calls/refusals.ts'
import { changeMails } from '../../mails/change-mails.ts'
import type { Caller } from '../../sessions/authenticate.ts'
import type { WhichSessions } from '../../sessions/ended-sessions.ts'
import { changePassword } from '../../sessions/password-change.ts'
import { isSignInRecent } from '../../sessions/recent-sign-in.ts'
import { takeBack } from '../../sessions/take-back.ts'
import type { Transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { findNonce } from './reauthenticate.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool'>
type CheckDeps = Deps & Pick<AuthDeps, 'limits' | 'oneTimeKey'>

interface PasswordChange {
  /** The new password; null when it stays as it is. */
  password: string | null
  currentPassword: string
  nonce: string
}

/** A new password that passed its checks and can be set. */
export interface CheckedPassword {
  hash: string
  /** The code from the mailbox that has to be used up with the change; null when none is asked for. */
  nonce: string | null
}

/**
 * Checks whether the caller may set a new password, which the caller of this function has found good enough (wire 2.4,
 * the signed-in user); null when there is none. The code comes first: without it nobody learns whether a password is
 * the present one. Throws 400 reauthentication_needed, 422 reauthentication_not_valid, 400 current_password_required or
 * current_password_invalid, 422 same_password.
 */
export async function checkedPassword(
  c: AuthContext,
  deps: CheckDeps,
  caller: Caller,
  { password, currentPassword, nonce }: PasswordChange,
): Promise<CheckedPassword | null> {
  if (password === null) return null
  const { user } = caller
  const asksNonce = !(await isSignInRecent(deps.pool, caller))
  if (asksNonce) {
    if (nonce === '') throw reauthenticationNeeded('Password update')
    await deps.limits.beforeCode(c, user.id)
    await findNonce(deps.pool, deps, user, nonce)
  }
  if (deps.config.auth.currentPassword) await refuseWithoutCurrent(caller, currentPassword)
  if (user.encrypted_password !== null && (await verifyPassword(user.encrypted_password, password))) {
    throw samePassword()
  }
  return { hash: await hashPassword(password), nonce: asksNonce ? nonce : null }
}

/** Whether the caller came by a mail: they may have forgotten the password, or lost it to somebody. */
function cameByMail({ session }: Caller): boolean {
  return session?.amr.some(({ method }) => ['otp', 'magiclink', 'recovery'].includes(method)) === true
}

/** Refuses a change without the current password, but not to those who came by a mail. */
async function refuseWithoutCurrent(caller: Caller, current: string): Promise<void> {
  const { user } = caller
  if (user.encrypted_password === null || cameByMail(caller)) return
  if (current === '') throw currentPasswordNeeded('required')
  if (await verifyPassword(user.encrypted_password, current)) return
  throw currentPasswordNeeded('invalid')
}

/**
 * Whether somebody invited chooses their first password: nobody has signed in since the sign-in that proved the
 * address, which noted both times in one transaction; a client that exchanges a code afterwards (PKCE) notes two, and
 * its owner is told of the password. `invited_at` alone stays for ever, also when a password is taken away.
 */
function isFirst({ encrypted_password, invited_at, email_confirmed_at, last_sign_in_at }: UserRow): boolean {
  return encrypted_password === null && invited_at !== null && last_sign_in_at === email_confirmed_at
}

/**
 * Sets the password and ends the user's other sessions; the one that asked for it stays. Who came by a mail is taking
 * the account back; who knew the password before isn't. Returns the mails that tell the owner of it: none for the first
 * password of somebody who was invited.
 */
export async function setPassword(
  db: Transaction,
  deps: Deps,
  caller: Caller,
  hash: string,
): Promise<Mail[]> {
  const { user, session } = caller
  const ended: WhichSessions =
    session === null ? { scope: 'all' } : { scope: 'all-but', sessionId: session.id }
  await changePassword(db, user.id, hash, ended, 'password_changed')
  if (isFirst(user)) return []
  if (!cameByMail(caller)) return changeMails(db, deps, user, { what: 'password' })
  const voided = await takeBack(db, user.id)
  return changeMails(db, deps, user, { what: 'password-by-mail', voided })
}
