import type { Queryable, UserRow } from './users.ts'

// Only this file writes auth.users.encrypted_password of an account that exists, so that a change of password is found
// in one place. A new account is inserted together with its first password (accounts.ts).

/**
 * The key of app_metadata that is true as long as the account has a password which an operator chose on the command
 * line, so that the app can ask its owner for another (decision 043).
 */
const PASSWORD_GIVEN = 'password_given'

/**
 * Writes the hash, and takes the mark of a given password away. Nothing else changes, so sessions that the old password
 * opened go on. When somebody asks for another password, `changePassword` (sessions/password-change.ts) is the function
 * to call.
 */
export async function storePassword(db: Queryable, userId: string, hash: string | null): Promise<void> {
  await db.query(
    `update auth.users
        set encrypted_password = $2, raw_app_meta_data = raw_app_meta_data - $3::text, updated_at = now()
      where id = $1`,
    [userId, hash, PASSWORD_GIVEN],
  )
}

/** Marks the password that the account has now as one that its owner didn't choose. The next one hasn't the mark. */
export async function markPasswordAsGiven(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `update auth.users
        set raw_app_meta_data = raw_app_meta_data || jsonb_build_object($2::text, true), updated_at = now()
      where id = $1`,
    [userId, PASSWORD_GIVEN],
  )
}

/** Takes the password away: none opens the account any more. */
export function clearPassword(db: Queryable, userId: string): Promise<void> {
  return storePassword(db, userId, null)
}

type SignInTimes = Pick<UserRow, 'last_sign_in_at' | 'updated_at'>

/**
 * Notes that the password which was checked against `user` let somebody in, and returns the account's new times.
 * `newHash` is the same password by today's parameters; null keeps the stored hash. The answer is undefined when the
 * password was changed meanwhile, or the account banned or deleted.
 */
export async function recordPasswordSignIn(
  db: Queryable,
  user: Pick<UserRow, 'id' | 'encrypted_password'>,
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
