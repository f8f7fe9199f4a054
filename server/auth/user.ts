import { HttpError } from '../errors.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { authenticate } from './authenticate.ts'
import { drawUser } from './user-object.ts'

/** GET /user */
export async function getUser(c: AuthContext, deps: AuthDeps): Promise<Response> {
  const { user, claims } = await authenticate(c, deps)
  const asked = c.req.header('x-jwt-aud')
  const audience = Array.isArray(claims.aud) ? claims.aud[0] : claims.aud
  if (asked !== undefined && asked !== '' && asked !== audience) {
    throw new HttpError(400, 'validation_failed', "Token audience doesn't match request audience")
  }
  return c.json(drawUser(user))
}
