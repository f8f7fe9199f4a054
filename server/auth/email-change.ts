import { HttpError } from '../errors.ts'
import { emailExists } from './accounts.ts'
import type { Queryable } from './users.ts'

/**
 * Gives an account another address, and its identity with it. `verified`: proved by mail, or vouched for. Throws 422
 * email_exists.
 */
export async function changeAddress(
  db: Queryable,
  userId: string,
  email: string,
  verified = true,
): Promise<void> {
  const claims = JSON.stringify({ email, email_verified: verified })
  await unlessTaken(
    db.query(
      `update auth.users
          set email = $2, email_change = null, email_change_confirm_status = 0, updated_at = now(),
              email_confirmed_at = coalesce(email_confirmed_at, case when $4 then now() end),
              is_anonymous = is_anonymous and not $4, raw_user_meta_data = raw_user_meta_data || $3::jsonb
        where id = $1`,
      [userId, email, claims, verified],
    ),
    emailExists(),
  )
  await changeIdentity(db, userId, 'email', claims)
}

/** The same for a number. Throws 422 phone_exists. */
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
    new HttpError(422, 'phone_exists', 'A user with this phone number has already been registered'),
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

/** Somebody may have registered it since it was looked up. */
async function unlessTaken(change: Promise<unknown>, taken: HttpError): Promise<void> {
  try {
    await change
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') throw taken
    throw error
  }
}
