import { clearPassword } from '../accounts/stored-password.ts'
import { findUserById, isBanned, lockAccount, type Queryable, type UserRow } from '../accounts/users.ts'
import { otpExpired, userBanned } from '../calls/refusals.ts'
import { changeAddress } from './email-change.ts'
import { clearTokens, type FoundToken, spendToken, type TokenType } from './one-time-tokens.ts'

const TYPES = new Map<string, readonly TokenType[]>([
  ['signup', ['confirmation_token']],
  ['invite', ['confirmation_token']],
  ['recovery', ['recovery_token']],
  ['magiclink', ['recovery_token']],
  ['email', ['confirmation_token', 'recovery_token']],
  ['email_change', ['email_change_token_current', 'email_change_token_new']],
])

/** The kinds of token that a verification type of the wire can mean; null for a type that no mail has. */
export function tokenTypesOf(type: string): readonly TokenType[] | null {
  return TYPES.get(type) ?? null
}

export const CONFIRM_THE_OTHER =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** Whose token it was. */
interface Proof {
  userId: string
  /** The address that the account had until now, where its second mailbox has just confirmed another. */
  emailBefore: string | null
}

/**
 * Uses a one-time token up and does what it stands for: confirms an address, or changes it. Returns 'half' when the
 * other mailbox has to confirm a change too. Runs in a transaction that a refusal rolls back. Throws 403 otp_expired
 * with `message`, 403 user_banned, 422 email_exists.
 */
export async function prove(
  db: Queryable,
  token: FoundToken | null,
  message: string,
): Promise<'half' | Proof> {
  if (token === null || token.expired) throw otpExpired(message)
  await lockAccount(db, token.userId)
  const user = await findUserById(db, token.userId)
  if (user === null || !isMailboxOf(user, token) || !(await spendToken(db, token))) throw otpExpired(message)
  if (isBanned(user)) throw userBanned()
  switch (token.type) {
    case 'confirmation_token':
      // Somebody else may have signed up with the address before its owner was invited, and chosen a password for it.
      if (user.invited_at !== null) await clearPassword(db, user.id)
      await confirmAddress(db, user)
      break
    case 'recovery_token':
      await confirmByRecovery(db, user)
      break
    case 'email_change_token_current':
    case 'email_change_token_new':
      if (!(await confirmChange(db, user))) return 'half'
      break
    case 'reauthentication_token':
      throw new Error('Un código de reautenticación no abre ninguna sesión.')
  }
  await clearTokens(db, user.id)
  const isChange = token.type === 'email_change_token_current' || token.type === 'email_change_token_new'
  return { userId: user.id, emailBefore: isChange ? user.email : null }
}

/**
 * Whether the token was mailed to a mailbox that it stands for by now. One may have been written as the address was
 * being changed, or be of a change that the administration has put another in place of.
 */
function isMailboxOf({ email, email_change }: UserRow, { type, address }: FoundToken): boolean {
  const mailbox = type === 'email_change_token_new' ? email_change : email
  return mailbox?.toLowerCase() === address
}

/**
 * Notes that the mailbox proved the account's address. The password of a sign-up stays as it is, because it was chosen
 * with the address.
 */
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

/** Confirms the address and clears a password set before: it may be somebody else's, who never saw the mailbox. */
async function confirmByRecovery(db: Queryable, user: UserRow): Promise<void> {
  if (user.email_confirmed_at !== null) return
  await clearPassword(db, user.id)
  await confirmAddress(db, user)
}

/**
 * Notes the first of the two mailboxes to confirm, whichever it is, and returns false; the second one makes the change
 * and returns true. An account without an address has no second mailbox.
 */
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
