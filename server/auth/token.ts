import { HttpError } from '../errors.ts'
import type { AuthContext, AuthDeps, Endpoint } from './auth-deps.ts'
import { idTokenGrant } from './token-id-token.ts'
import { passwordGrant } from './token-password.ts'
import { pkceGrant } from './token-pkce.ts'
import { refreshGrant } from './token-refresh.ts'

const GRANTS = new Map<string, Endpoint>([
  ['password', passwordGrant],
  ['refresh_token', refreshGrant],
  ['pkce', pkceGrant],
  ['id_token', idTokenGrant],
])

/** POST /token: every grant takes from the same bucket. */
export async function token(c: AuthContext, deps: AuthDeps): Promise<Response> {
  const grant = GRANTS.get(c.req.query('grant_type') ?? '')
  if (grant === undefined) throw new HttpError(400, 'invalid_credentials', 'unsupported_grant_type')
  deps.limits.take(c, 'token')
  return grant(c, deps)
}
