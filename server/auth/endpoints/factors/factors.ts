import { recordEvent } from '../../../log/security-events.ts'
import { ALIVE } from '../../accounts/factor-columns.ts'
import { isUuid, type Queryable } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { factorNotFound, notAnUuid, sessionGone } from '../../calls/refusals.ts'
import type { Caller } from '../../sessions/authenticate.ts'
import type { SessionRow } from '../../sessions/sessions.ts'
import type { Transaction } from '../../sessions/transaction.ts'

/** A row of auth.mfa_factors; `secret` is sealed and `last_totp_step` a 64-bit number as text. */
export interface FactorRow {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: 'totp' | 'webauthn' | 'phone'
  status: 'unverified' | 'verified'
  secret: string | null
  last_totp_step: string | null
}

/** The user's own factor that the path names. Throws 404 validation_failed, 404 mfa_factor_not_found. */
export async function factorOfPath(c: AuthContext, db: Queryable, userId: string): Promise<FactorRow> {
  const id = c.req.param('factorId')
  if (!isUuid(id)) throw notAnUuid('factor_id')
  const factor = await findFactor(db, userId, id)
  if (factor === null) throw factorNotFound()
  return factor
}

async function findFactor(db: Queryable, userId: string, id: string): Promise<FactorRow | null> {
  const found = await db.query<FactorRow>(
    `select f.id, f.user_id, f.friendly_name, f.factor_type, f.status, f.secret, f.last_totp_step::text
       from auth.mfa_factors f where f.id = $1 and f.user_id = $2 and ${ALIVE}`,
    [id, userId],
  )
  return found.rows[0] ?? null
}

/** Deletes a user's factors that were never verified and can't be any more. */
export async function deleteExpiredFactors(db: Queryable, userId: string): Promise<void> {
  await db.query(`delete from auth.mfa_factors f where f.user_id = $1 and not ${ALIVE}`, [userId])
}

/** Deletes a factor. The sessions that it raised fall back: their next access token says aal1. */
export async function deleteFactor(
  db: Transaction,
  userId: string,
  { id, status }: Pick<FactorRow, 'id' | 'status'>,
): Promise<void> {
  const gone = await db.query<{ fallen: string[]; is_gone: boolean }>(
    `with fallen as (
       update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = $1
       returning id
     ), forgotten as (
       delete from auth.mfa_amr_claims a using fallen
        where a.session_id = fallen.id and a.authentication_method in ('totp', 'mfa/recovery_code')
     ), gone as (
       delete from auth.mfa_factors where id = $1 returning id
     )
     select array(select id::text from fallen) as fallen, exists (select from gone) as is_gone`,
    [id],
  )
  const { fallen = [], is_gone: isGone = false } = gone.rows[0] ?? {}
  db.outdatedSessions.push(...fallen)
  // A factor that was never used guarded nothing.
  if (status === 'verified' && isGone) await recordEvent(db, 'factor_removed', userId)
}

/** The caller's session, which a factor can raise. Throws 403 session_not_found for a token that names none. */
export function sessionOf({ session }: Caller): SessionRow {
  if (session !== null) return session
  throw sessionGone()
}
