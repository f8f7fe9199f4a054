import type { AuthContext } from '../../calls/auth-context.ts'
import { unknownGrant, web3Off } from '../../calls/refusals.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { idTokenGrant } from './token-id-token.ts'
import { passwordGrant } from './token-password.ts'
import { pkceGrant } from './token-pkce.ts'
import { refreshGrant } from './token-refresh.ts'

type Deps = Pick<
  AuthDeps,
  'config' | 'pool' | 'jwt' | 'apiKeys' | 'limits' | 'oidc' | 'saml' | 'liveSessions' | 'pepper'
>
type Grant = (c: AuthContext, deps: Deps) => Promise<Response>

const GRANTS = new Map<string, Grant>([
  ['password', passwordGrant],
  ['refresh_token', refreshGrant],
  ['pkce', pkceGrant],
  ['id_token', idTokenGrant],
  ['web3', () => Promise.reject(web3Off())],
])

/** POST /token: hands over to the grant that the query names. All grants take from the same bucket of calls. */
export async function token(c: AuthContext, deps: Deps): Promise<Response> {
  const grant = GRANTS.get(c.req.query('grant_type') ?? '')
  if (grant === undefined) throw unknownGrant()
  await deps.limits.take(c, 'token')
  return grant(c, deps)
}
