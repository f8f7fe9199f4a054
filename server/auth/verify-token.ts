import { HttpError } from '../errors.ts'
import { changeAddress } from './email-change.ts'
import { clearTokens, type FoundToken, spendToken, type TokenType } from './one-time-tokens.ts'
import { findUserById, isBanned, lockAccount, type Queryable, type UserRow } from './users.ts'

const TYPES = new Map<string, readonly TokenType[]>([
  ['signup', ['confirmation_token']],
  ['invite', ['confirmation_token']],
  ['recovery', ['recovery_token']],
  ['magiclink', ['recovery_token']],
  ['email', ['confirmation_token', 'recovery_token']],
  ['email_change', ['email_change_token_current', 'email_change_token_new']],
])

/** The tokens that a verification type of the wire can mean; null for a type that no mail has. */
export function tokenTypesOf(type: string): readonly TokenType[] | null {
  return TYPES.get(type) ?? null
}

export const CONFIRM_THE_OTHER =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/**
 * Uses a token up and does what it stands for: confirms an address, or changes it. 'half' when the other mailbox has to
 * confirm too. Throws 403 otp_expired with `message`, 403 user_banned.
 */
export async function prove(
  db: Queryable,
  token: FoundToken | null,
  message: string,
): Promise<'half' | { userId: string }> {
  if (token === null || token.expired) throw new HttpError(403, 'otp_expired', message)
  await lockAccount(db, token.userId)
  const user = await findUserById(db, token.userId)
  if (user === null || !(await spendToken(db, token))) throw new HttpError(403, 'otp_expired', message)
  if (isBanned(user)) throw new HttpError(403, 'user_banned', 'User is banned')
  switch (token.type) {
    case 'confirmation_token':
      await confirmAddress(db, user)
      break
    case 'recovery_token':
      await takeBack(db, user)
      break
    case 'email_change_token_current':
    case 'email_change_token_new':
      if (!(await confirmChange(db, user))) return 'half'
      break
    case 'reauthentication_token':
      throw new Error('a reauthentication code opens no session')
  }
  await clearTokens(db, user.id)
  return { userId: user.id }
}

/** An invited person has no password yet, and nobody can sign in with one until they set it. */
async function confirmAddress(db: Queryable, user: UserRow): Promise<void> {
  await db.query(
    `update auth.users
        set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
            raw_user_meta_data = raw_user_meta_data || '{"email_verified":true}'
      where id = $1`,
    [user.id],
  )
  await db.query(
    `update auth.identities
        set identity_data = identity_data || '{"email_verified":true}', updated_at = now()
      where user_id = $1 and email = $2`,
    [user.id, user.email?.toLowerCase() ?? ''],
  )
}

/** Whoever set a password before the address was proved may be somebody else: that password opens nothing. */
async function takeBack(db: Queryable, user: UserRow): Promise<void> {
  if (user.email_confirmed_at !== null) return
  await db.query('update auth.users set encrypted_password = null where id = $1', [user.id])
  await confirmAddress(db, user)
}

/** The first of the two mailboxes is noted (false), whichever it is; the second makes the change. */
async function confirmChange(db: Queryable, user: UserRow): Promise<boolean> {
  if (user.email) {
    const first = await db.query(
      `update auth.users set email_change_confirm_status = 1, updated_at = now()
        where id = $1 and email_change_confirm_status = 0`,
      [user.id],
    )
    if (first.rowCount === 1) return false
  }
  await changeAddress(db, user.id, user.email_change ?? '')
  return true
}
