import type { AuthContext } from '../../calls/auth-context.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'jwt'>

/** GET /.well-known/jwks.json: the public keys with which clients verify access tokens themselves. */
export function jwks(c: AuthContext, deps: Deps): Response {
  return c.json({ keys: deps.jwt.publicKeys }, 200, { 'Cache-Control': 'public, max-age=600' })
}
