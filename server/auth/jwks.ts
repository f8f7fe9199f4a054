import type { AuthContext, AuthDeps } from './auth-deps.ts'

/** GET /.well-known/jwks.json: what clients need to verify an access token themselves. */
export function jwks(c: AuthContext, deps: AuthDeps): Response {
  return c.json({ keys: deps.jwt.publicKeys }, 200, { 'Cache-Control': 'public, max-age=600' })
}
