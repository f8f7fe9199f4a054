import { HttpError } from '../../errors.ts'
import type { AuthContext } from '../auth-deps.ts'
import type { Caller } from '../authenticate.ts'
import type { SessionRow } from '../sessions.ts'
import { isUuid, type Queryable } from '../users.ts'
import { ALIVE } from './factor-columns.ts'

/** A row of auth.mfa_factors. Instants are RFC 3339 text. */
export interface FactorRow {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: 'totp' | 'webauthn' | 'phone'
  status: 'unverified' | 'verified'
  secret: string | null
  last_totp_step: string | null
}

/** The factor of the path, among the user's own. Throws the two 404s of wire contract 2.9. */
export async function factorOfPath(c: AuthContext, db: Queryable, userId: string): Promise<FactorRow> {
  const id = c.req.param('factorId')
  if (!isUuid(id)) throw new HttpError(404, 'validation_failed', 'factor_id must be an UUID')
  const factor = await findFactor(db, userId, id)
  if (factor === null) throw new HttpError(404, 'mfa_factor_not_found', 'Factor not found')
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

export async function deleteExpiredFactors(db: Queryable, userId: string): Promise<void> {
  await db.query(`delete from auth.mfa_factors f where f.user_id = $1 and not ${ALIVE}`, [userId])
}

/** Sessions that a factor raised fall back: their next access token says aal1. */
export async function deleteFactor(db: Queryable, { id }: Pick<FactorRow, 'id'>): Promise<void> {
  await db.query(
    `with fallen as (
       update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = $1
       returning id
     ), forgotten as (
       delete from auth.mfa_amr_claims a using fallen
        where a.session_id = fallen.id and a.authentication_method = 'totp'
     )
     delete from auth.mfa_factors where id = $1`,
    [id],
  )
}

/** Raising a session needs one; a token minted outside has none. */
export function sessionOf({ session }: Caller): SessionRow {
  if (session !== null) return session
  throw new HttpError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}
