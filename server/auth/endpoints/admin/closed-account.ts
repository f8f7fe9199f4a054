import { createHash } from 'node:crypto'
import { recordEvent } from '../../../log/security-events.ts'
import { clearPassword } from '../../accounts/stored-password.ts'
import type { Queryable, UserRow } from '../../accounts/users.ts'
import { clearTokens } from '../../sessions/one-time-tokens.ts'

/**
 * Bans an account for so many milliseconds; null lifts the ban. Sign-in, refresh and every call are refused meanwhile,
 * but the sessions stay and go on afterwards.
 */
export async function setBan(db: Queryable, userId: string, milliseconds: number | null): Promise<void> {
  await db.query(
    `update auth.users set banned_until = now() + make_interval(secs => $2::float8 / 1000), updated_at = now()
      where id = $1`,
    [userId, milliseconds],
  )
  await recordEvent(db, milliseconds === null ? 'account_reopened' : 'account_closed', userId)
}

/**
 * Closes an account but keeps what was logged in it. Nothing names the person any more, because addresses become hashes
 * and metadata are emptied, and nobody can sign in.
 */
export async function softDelete(db: Queryable, user: UserRow): Promise<void> {
  const hidden = (text: string | null) =>
    text === null || text === '' ? text : createHash('sha256').update(`${user.id}${text}`).digest('base64url')
  await clearPassword(db, user.id)
  await db.query(
    `update auth.users
        set email = $2, phone = $3, email_change = $4, phone_change = $5,
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
  await recordEvent(db, 'account_deleted', user.id, 'soft')
}
