import { emailExists } from './accounts.ts'
import type { Queryable } from './users.ts'

/** Gives an account another address, proved or vouched for, and its identity with it. Throws 422 email_exists. */
export async function changeAddress(db: Queryable, userId: string, email: string): Promise<void> {
  const claims = JSON.stringify({ email, email_verified: true })
  await takeAddress(db, userId, email, claims)
  await db.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider)
     values ($1::uuid::text, $1::uuid,
             jsonb_build_object('sub', $1::uuid::text, 'phone_verified', false) || $2::jsonb, 'email')
     on conflict (provider_id, provider) do update
        set identity_data = auth.identities.identity_data || $2::jsonb, updated_at = now()`,
    [userId, claims],
  )
}

async function takeAddress(db: Queryable, userId: string, email: string, claims: string): Promise<void> {
  try {
    await db.query(
      `update auth.users
          set email = $2, email_change = null, email_change_confirm_status = 0, updated_at = now(),
              email_confirmed_at = coalesce(email_confirmed_at, now()), is_anonymous = false,
              raw_user_meta_data = raw_user_meta_data || $3::jsonb
        where id = $1`,
      [userId, email, claims],
    )
  } catch (error) {
    // Somebody registered it since.
    if (error instanceof Error && 'code' in error && error.code === '23505') throw emailExists()
    throw error
  }
}
