import type { Queryable } from '../accounts/users.ts'
import { isOfLast } from '../calls/clock-skew.ts'
import { reauthenticationNeeded } from '../calls/refusals.ts'
import type { Caller } from './authenticate.ts'

/** What would give accounts away to whoever borrowed a phone, by the words of its refusal. */
export type GuardedChange =
  | 'Password update'
  | 'Email update'
  | 'Factor enrollment'
  | 'Factor removal'
  | 'Recovery code renewal'
  | 'Account administration'

const RECENT_SECONDS = 600

/**
 * Whether somebody proved within ten minutes who they are, by password, mail or provider. Neither a renewal nor a
 * second factor alone does so: whoever holds an unlocked phone has both. The deletion of an account has the same rule
 * in SQL (`delete_my_account`). An anonymous account has no way of signing in again, and nobody it could be taken from.
 */
export async function isSignInRecent(db: Queryable, { user, session }: Caller): Promise<boolean> {
  if (user.is_anonymous) return true
  const found = await db.query(
    `select from auth.mfa_amr_claims
      where session_id = $1 and ${isOfLast(RECENT_SECONDS, 'updated_at')}
        and authentication_method not in ('token_refresh', 'totp')
        and authentication_method not like 'mfa/%'`,
    [session?.id ?? null],
  )
  return found.rowCount !== 0
}

/** Throws 400 reauthentication_needed (wire 1.2, versions and errors). */
export async function refuseLateSignIn(db: Queryable, caller: Caller, change: GuardedChange): Promise<void> {
  if (!(await isSignInRecent(db, caller))) throw reauthenticationNeeded(change)
}
