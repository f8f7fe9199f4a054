import { CHALLENGE_SECONDS } from '../../accounts/factor-columns.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { factorKindOff } from '../../calls/refusals.ts'
import { authenticate } from '../../sessions/authenticate.ts'
import { deviceOf } from '../../sessions/sessions.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { type FactorRow, factorOfPath } from './factors.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'jwt' | 'apiKeys' | 'limits'>

/**
 * POST /factors/{id}/challenge: opens five minutes for a code. The body isn't read: a TOTP factor needs nothing of it.
 */
export async function challengeFactor(c: AuthContext, deps: Deps): Promise<Response> {
  await deps.limits.take(c, 'factor-challenge')
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

/**
 * Refuses a factor that this server can't verify. Only TOTP factors are made here, so those of other kinds can only
 * have been imported. Throws 422.
 */
export function refuseUnlessVerifiable(
  factor: Pick<FactorRow, 'factor_type'>,
  deps: Pick<AuthDeps, 'config'>,
): void {
  if (factor.factor_type === 'totp' && deps.config.auth.totp) return
  throw factorKindOff('verify', factor.factor_type)
}
