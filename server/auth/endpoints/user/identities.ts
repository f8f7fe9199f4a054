import type { AuthContext } from '../../calls/auth-context.ts'
import { linkingOff } from '../../calls/refusals.ts'
import { authenticate } from '../../sessions/authenticate.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'pool' | 'jwt' | 'apiKeys'>

/**
 * GET /user/identities/authorize and DELETE /user/identities/{id}: always refused. Identities are linked by their
 * verified address alone, when somebody signs in with a provider.
 */
export async function refuseIdentityChange(c: AuthContext, deps: Deps): Promise<Response> {
  await authenticate(c, deps)
  throw linkingOff()
}
