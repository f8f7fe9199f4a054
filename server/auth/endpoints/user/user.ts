import { drawUser } from '../../accounts/user-object.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { invalid } from '../../calls/refusals.ts'
import { authenticate } from '../../sessions/authenticate.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'pool' | 'jwt' | 'apiKeys'>

/** GET /user: the signed-in user. A client may name the audience that it expects in `X-JWT-AUD`. */
export async function getUser(c: AuthContext, deps: Deps): Promise<Response> {
  const { user, claims } = await authenticate(c, deps)
  const asked = c.req.header('x-jwt-aud')
  const audience = Array.isArray(claims.aud) ? claims.aud[0] : claims.aud
  if (asked !== undefined && asked !== '' && asked !== audience) {
    throw invalid("Token audience doesn't match request audience")
  }
  return c.json(drawUser(user))
}
