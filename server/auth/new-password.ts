import { HttpError } from '../errors.ts'
import type { AuthDeps } from './auth-deps.ts'
import type { Caller } from './authenticate.ts'
import { clearTokens } from './one-time-tokens.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import type { Queryable } from './users.ts'

interface PasswordChange {
  /** null: the password stays. */
  password: string | null
  currentPassword: string
  nonce: string
}

export interface CheckedPassword {
  hash: string
  /** A code from the mailbox that has to be used up with the change; null: none is asked for. */
  nonce: string | null
}

/** The checks of wire contract 2.4 on a new password that is good enough; null when there is none. */
export async function checkedPassword(
  deps: AuthDeps,
  caller: Caller,
  { password, currentPassword, nonce }: PasswordChange,
): Promise<CheckedPassword | null> {
  if (password === null) return null
  const { user } = caller
  const asksNonce = deps.config.auth.passwordReauthentication && !(await isFresh(deps.pool, caller))
  if (asksNonce && nonce === '') {
    throw new HttpError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  }
  if (deps.config.auth.currentPassword) await refuseWithoutCurrent(caller, currentPassword)
  if (user.encrypted_password !== null && (await verifyPassword(user.encrypted_password, password))) {
    throw new HttpError(422, 'same_password', 'New password should be different from the old password.')
  }
  return { hash: await hashPassword(password), nonce: asksNonce ? nonce : null }
}

/** Signed in within the last day. */
async function isFresh(db: Queryable, { session }: Caller): Promise<boolean> {
  const found = await db.query(
    `select from auth.sessions where id = $1 and created_at > now() - interval '24 hours'`,
    [session?.id ?? null],
  )
  return found.rowCount === 1
}

/** Whoever came in through a mail may have forgotten it. */
async function refuseWithoutCurrent({ user, session }: Caller, current: string): Promise<void> {
  const recovering = session?.amr.some(({ method }) => ['otp', 'magiclink', 'recovery'].includes(method))
  if (user.encrypted_password === null || recovering === true) return
  const message = 'Current password required when setting new password.'
  if (current === '') throw new HttpError(400, 'current_password_required', message)
  if (await verifyPassword(user.encrypted_password, current)) return
  throw new HttpError(400, 'current_password_invalid', message)
}

/**
 * A new password ends every other session, and nothing that was mailed before opens the account: whoever knew the old
 * one is out. Returns the sessions that ended.
 */
export async function setPassword(db: Queryable, { user, session }: Caller, hash: string): Promise<string[]> {
  await db.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
    user.id,
    hash,
  ])
  await clearTokens(db, user.id)
  return endSessions(
    db,
    user.id,
    session === null ? { scope: 'all' } : { scope: 'all-but', sessionId: session.id },
  )
}
