import * as v from 'valibot'
import { HttpError } from '../errors.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { optionalText, readJsonBody } from './json-body.ts'
import { hashPassword, isOutdatedHash, verifyPassword, weaknessOf } from './passwords.ts'
import { deviceOf, issueTokens, openSession, type SessionRow } from './sessions.ts'
import { transaction } from './transaction.ts'
import { refuseEndedTrial } from './trial.ts'
import { findUserByEmail, isBanned, type Queryable, type UserRow } from './users.ts'

const bodySchema = v.object({ email: optionalText, phone: optionalText, password: optionalText })

/** POST /token?grant_type=password */
export async function passwordGrant(c: AuthContext, deps: AuthDeps): Promise<Response> {
  const { email, phone, password } = await readJsonBody(c, bodySchema)
  refuseUnlessEmail(email, phone)
  const account = email.toLowerCase()
  await deps.limits.beforeGuess(c, account)

  // As it was counted: PostgreSQL reads İ as i, and each spelling would have guesses of its own.
  const user = await findUserByEmail(deps.pool, account)
  if (user?.encrypted_password != null && isBanned(user)) {
    throw new HttpError(400, 'user_banned', 'User is banned')
  }
  const matches = await verifyPassword(user?.encrypted_password ?? null, password)
  if (user === null || !matches) throw invalidCredentials()
  await deps.limits.guessWasRight(c, account)
  if (user.email_confirmed_at === null) {
    throw new HttpError(400, 'email_not_confirmed', 'Email not confirmed')
  }
  refuseEndedTrial(user)

  const newHash = isOutdatedHash(user.encrypted_password ?? '') ? await hashPassword(password) : null
  const opened = await transaction(deps.pool, async (db) => {
    const times = await recordSignIn(db, user, newHash)
    if (times === undefined) return null
    return {
      user: { ...user, ...times },
      session: await openSession(db, user.id, 'password', deviceOf(c, deps)),
    }
  })
  if (opened === null) throw invalidCredentials()
  return answer(c, deps, opened.user, opened.session, password)
}

function refuseUnlessEmail(email: string, phone: string): void {
  if (email !== '' && phone !== '') {
    throw new HttpError(
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on login.',
    )
  }
  if (phone !== '') throw new HttpError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  if (email === '') throw new HttpError(400, 'validation_failed', 'missing email or phone')
}

type SignInTimes = Pick<UserRow, 'last_sign_in_at' | 'updated_at'>

/** Undefined when the password that was checked is no longer the account's, or it was closed meanwhile. */
async function recordSignIn(
  db: Queryable,
  user: UserRow,
  newHash: string | null,
): Promise<SignInTimes | undefined> {
  const updated = await db.query<SignInTimes>(
    `update auth.users
        set last_sign_in_at = now(), updated_at = now(), encrypted_password = coalesce($3, encrypted_password)
      where id = $1 and encrypted_password = $2 and deleted_at is null
        and (banned_until is null or banned_until <= now())
      returning last_sign_in_at, updated_at`,
    [user.id, user.encrypted_password, newHash],
  )
  return updated.rows[0]
}

/** A password weaker than today's rules still signs in, and the client is told. */
async function answer(
  c: AuthContext,
  deps: AuthDeps,
  user: UserRow,
  session: SessionRow,
  password: string,
): Promise<Response> {
  const weakness = weaknessOf(password, deps.config, user.email ?? '')
  const tokens = await issueTokens(deps, user, session)
  return c.json(weakness === null ? tokens : { ...tokens, weak_password: weakness })
}

function invalidCredentials(): HttpError {
  return new HttpError(400, 'invalid_credentials', 'Invalid login credentials')
}
