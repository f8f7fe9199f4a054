import type pg from 'pg'
import { hashPassword } from '../auth/accounts/passwords.ts'
import { markPasswordAsGiven } from '../auth/accounts/stored-password.ts'
import { TRIAL_ENDS_AT } from '../auth/accounts/trial.ts'
import { findUserByEmail, type Queryable, type UserRow } from '../auth/accounts/users.ts'
import { setBan } from '../auth/endpoints/admin/closed-account.ts'
import { deleteFactor } from '../auth/endpoints/factors/factors.ts'
import { changePassword } from '../auth/sessions/password-change.ts'
import { type Transaction, transaction } from '../auth/sessions/transaction.ts'
import { recordEvent } from '../log/security-events.ts'
import type { AccountLine } from './accounts.ts'

// These functions change accounts in this server's own database. They answer false when no account has that address.

/** Lists every account, the oldest first. */
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

/** Ends every session of the account as well, because somebody else may know the old password. */
export async function resetPassword(pool: pg.Pool, email: string, password: string): Promise<boolean> {
  const hash = await hashPassword(password)
  return changeAccount(pool, email, 'reset-password', async (db, { id }) => {
    await changePassword(db, id, hash, { scope: 'all' }, 'password_reset')
    await markPasswordAsGiven(db, id)
  })
}

/** Removes every second factor, after which the password alone is enough to sign in. */
export async function removeFactors(pool: pg.Pool, email: string): Promise<boolean> {
  return changeAccount(pool, email, 'remove-second-factor', async (db, { id, factors }) => {
    for (const factor of factors) await deleteFactor(db, id, factor)
  })
}

const HUNDRED_YEARS_MS = 100 * 365.25 * 86_400_000

/** Makes every sign-in, refresh and call fail. The sessions are kept for the day the account is enabled again. */
export async function disableAccount(pool: pg.Pool, email: string): Promise<boolean> {
  return changeAccount(pool, email, 'disable-user', (db, { id }) => setBan(db, id, HUNDRED_YEARS_MS))
}

/** Lets a disabled account sign in again, and its sessions go on. */
export async function enableAccount(pool: pg.Pool, email: string): Promise<boolean> {
  return changeAccount(pool, email, 'enable-user', (db, { id }) => setBan(db, id, null))
}

/** Deletes the account and every record the family logged. */
export async function deleteAccount(pool: pg.Pool, email: string): Promise<boolean> {
  return changeAccount(pool, email, 'delete-user', async (db, { id }) => {
    await db.query('select public.delete_account($1)', [id])
  })
}

/**
 * Runs `change` on the account with that address in one transaction. Answers false, and runs nothing, when there is
 * none.
 */
export function changeAccount(
  pool: pg.Pool,
  email: string,
  command: string,
  change: (db: Transaction, user: UserRow) => Promise<void>,
): Promise<boolean> {
  return transaction({ pool, liveSessions: null }, async (db) => {
    const user = await findUserByEmail(db, email)
    if (user !== null) {
      await change(db, user)
      await recordEvent(db, 'command', user.id, command)
    }
    return user !== null
  })
}
