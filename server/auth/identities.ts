import { HttpError } from '../errors.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { authenticate } from './authenticate.ts'

/**
 * GET /user/identities/authorize and DELETE /user/identities/{id}: who a person is with a provider follows from the
 * verified address alone.
 */
export async function linkIdentity(c: AuthContext, deps: AuthDeps): Promise<Response> {
  await authenticate(c, deps)
  throw new HttpError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}
