import type { HttpError } from '../../http/errors.ts'
import { recordEvent } from '../../log/security-events.ts'
import type { Queryable } from '../accounts/users.ts'
import { emailExists, phoneExists } from '../calls/refusals.ts'
import { clearTokens } from './one-time-tokens.ts'

/**
 * Gives an account and its e-mail identity another address. `verified` says that a mail proved the address, or that an
 * administrator vouches for it. `byAdmin` leaves user_metadata alone: what it holds is the administrator's own to say.
 * Throws 422 email_exists.
 */
export async function changeAddress(
  db: Queryable,
  userId: string,
  email: string,
  { verified = true, byAdmin = false } = {},
): Promise<void> {
  const claims = JSON.stringify({ email, email_verified: verified })
  await unlessTaken(
    db.query(
      `update auth.users
          set email = $2, email_change = null, email_change_confirm_status = 0, updated_at = now(),
              email_confirmed_at = coalesce(email_confirmed_at, case when $4 then now() end),
              is_anonymous = is_anonymous and not $4, raw_user_meta_data = raw_user_meta_data || $3::jsonb
        where id = $1`,
      [userId, email, byAdmin ? '{}' : claims, verified],
    ),
    emailExists(),
  )
  await changeIdentity(db, userId, 'email', claims)
  await recordEvent(db, 'address_changed', userId)
}

/**
 * Withdraws a change of address that waits for its mailboxes: the tokens mailed for it do nothing any more. The time of
 * those mails stays, so that withdrawing is no way around the wait between two mails. Answers whether one waited.
 */
export async function withdrawEmailChange(db: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update auth.users set email_change = null, email_change_confirm_status = 0, updated_at = now()
      where id = $1 and email_change <> ''`,
    [userId],
  )
  await clearTokens(db, userId, ['email_change_token_current', 'email_change_token_new'])
  return rowCount === 1
}

/** Gives an account and its phone identity another number, as parsePhone returns it. Throws 422 phone_exists. */
export async function changePhone(
  db: Queryable,
  userId: string,
  phone: string,
  verified: boolean,
): Promise<void> {
  await unlessTaken(
    db.query(
      `update auth.users
          set phone = $2, phone_confirmed_at = coalesce(phone_confirmed_at, case when $3 then now() end),
              is_anonymous = is_anonymous and not $3, updated_at = now()
        where id = $1`,
      [userId, phone, verified],
    ),
    phoneExists(),
  )
  await changeIdentity(db, userId, 'phone', JSON.stringify({ phone, phone_verified: verified }))
}

async function changeIdentity(
  db: Queryable,
  userId: string,
  provider: 'email' | 'phone',
  claims: string,
): Promise<void> {
  await db.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider)
     values ($1::uuid::text, $1::uuid,
             jsonb_build_object('sub', $1::uuid::text, 'email_verified', false, 'phone_verified', false) || $2::jsonb, $3)
     on conflict (provider_id, provider) do update
        set identity_data = auth.identities.identity_data || $2::jsonb, updated_at = now()`,
    [userId, claims, provider],
  )
}

/** Turns a violated unique index into a refusal: somebody may have registered the address since it was looked up. */
async function unlessTaken(change: Promise<unknown>, taken: HttpError): Promise<void> {
  try {
    await change
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') throw taken
    throw error
  }
}
