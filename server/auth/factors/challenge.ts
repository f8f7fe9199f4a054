import { HttpError } from '../../errors.ts'
import type { AuthContext, AuthDeps } from '../auth-deps.ts'
import { authenticate } from '../authenticate.ts'
import { deviceOf } from '../sessions.ts'
import { CHALLENGE_SECONDS } from './factor-columns.ts'
import { type FactorRow, factorOfPath } from './factors.ts'

/** POST /factors/{id}/challenge. The body says nothing that a TOTP factor needs. */
export async function challengeFactor(c: AuthContext, deps: AuthDeps): Promise<Response> {
  deps.limits.take(c, 'factor-challenge')
  const { user } = await authenticate(c, deps)
  const factor = await factorOfPath(c, deps.pool, user.id)
  refuseUnlessVerifiable(factor, deps)
  const made = await deps.pool.query<{ id: string; expires_at: number }>(
    `with f as (update auth.mfa_factors set last_challenged_at = now() where id = $1),
          old as (delete from auth.mfa_challenges where factor_id = $1 and created_at < now() - interval '1 day')
     insert into auth.mfa_challenges (factor_id, ip_address) values ($1, $2)
     returning id, floor(extract(epoch from created_at))::float8 + $3 as expires_at`,
    [factor.id, deviceOf(c, deps).address, CHALLENGE_SECONDS],
  )
  return c.json({ ...made.rows[0], type: factor.factor_type })
}

/** Only TOTP factors are made here; rows of other kinds can only have been imported. */
export function refuseUnlessVerifiable(factor: FactorRow, deps: AuthDeps): void {
  if (factor.factor_type === 'totp' && deps.config.auth.totp) return
  const name = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }[factor.factor_type]
  const code = `mfa_${factor.factor_type}_verify_not_enabled`
  throw new HttpError(422, code, `MFA verification is disabled for ${name}`)
}
