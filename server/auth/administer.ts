import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { AccountLine } from '../administration/accounts.ts'
import { deleteFactor } from './factors/factors.ts'
import { clearTokens } from './one-time-tokens.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { transaction } from './transaction.ts'
import { TRIAL_ENDS_AT } from './trial.ts'
import { findUserByEmail, type Queryable, type UserRow } from './users.ts'

// What the administrator does to an account. False: there is none with that address.

export async function listAccounts(db: Queryable): Promise<AccountLine[]> {
  const found = await db.query<AccountLine>(
    `select coalesce(email, '') as email, created_at, last_sign_in_at,
            coalesce(banned_until > now(), false) as disabled,
            invited_at is not null and email_confirmed_at is null as waiting,
            raw_app_meta_data ->> '${TRIAL_ENDS_AT}' as trial_ends_at
       from auth.users where deleted_at is null order by created_at, id`,
  )
  return found.rows
}

/** Whoever is signed in with the old one is out. */
export async function resetPassword(pool: pg.Pool, email: string, password: string): Promise<boolean> {
  const hash = await hashPassword(password)
  return changeAccount(pool, email, async (db, { id }) => {
    await db.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
      id,
      hash,
    ])
    await clearTokens(db, id)
    await endSessions(db, id, { scope: 'all' })
  })
}

/** The person signs in with the password alone again. */
export async function removeFactors(pool: pg.Pool, email: string): Promise<boolean> {
  return changeAccount(pool, email, async (db, { factors }) => {
    for (const factor of factors) await deleteFactor(db, factor)
  })
}

/** Sign-in, refresh and every call stop; sessions stay, for the day the account is enabled again. */
export async function disableAccount(pool: pg.Pool, email: string): Promise<boolean> {
  return changeAccount(pool, email, async (db, { id }) => {
    await db.query(
      `update auth.users set banned_until = now() + interval '100 years', updated_at = now() where id = $1`,
      [id],
    )
  })
}

export async function enableAccount(pool: pg.Pool, email: string): Promise<boolean> {
  return changeAccount(pool, email, async (db, { id }) => {
    await db.query('update auth.users set banned_until = null, updated_at = now() where id = $1', [id])
  })
}

/** Sign-in, refresh and every call stop for so many milliseconds; null lifts a ban. Sessions stay. */
export async function setBan(db: Queryable, userId: string, milliseconds: number | null): Promise<void> {
  await db.query(
    `update auth.users set banned_until = now() + make_interval(secs => $2::float8 / 1000), updated_at = now()
      where id = $1`,
    [userId, milliseconds],
  )
}

/** Nothing names the person any more, and nobody can sign in; what they logged stays. */
export async function softDelete(db: Queryable, user: UserRow): Promise<void> {
  const hidden = (text: string | null) =>
    text === null || text === '' ? text : createHash('sha256').update(`${user.id}${text}`).digest('base64url')
  await db.query(
    `update auth.users
        set email = $2, phone = $3, email_change = $4, phone_change = $5, encrypted_password = null,
            raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now(), updated_at = now()
      where id = $1`,
    [user.id, hidden(user.email), hidden(user.phone), hidden(user.email_change), hidden(user.phone_change)],
  )
  for (const { id, provider_id: name } of user.identities) {
    await db.query(`update auth.identities set identity_data = '{}', provider_id = $2 where id = $1`, [
      id,
      hidden(name),
    ])
  }
  await db.query('delete from auth.mfa_factors where user_id = $1', [user.id])
  await clearTokens(db, user.id)
}

/** Everything the family logged goes with it. */
export async function deleteAccount(pool: pg.Pool, email: string): Promise<boolean> {
  return changeAccount(pool, email, async (db, { id }) => {
    await db.query('select public.delete_account($1)', [id])
  })
}

export function changeAccount(
  pool: pg.Pool,
  email: string,
  change: (db: Queryable, user: UserRow) => Promise<void>,
): Promise<boolean> {
  return transaction(pool, async (db) => {
    const user = await findUserByEmail(db, email)
    if (user !== null) await change(db, user)
    return user !== null
  })
}
