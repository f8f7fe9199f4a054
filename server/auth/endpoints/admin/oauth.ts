import type { AuthContext } from '../../calls/auth-context.ts'
import { oauthServerOff } from '../../calls/refusals.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { requireAdmin } from './require-admin.ts'

/** Anything of /admin/oauth: other programs don't sign in with this server's accounts. */
export async function refuseOAuthServer(c: AuthContext, deps: AuthDeps): Promise<never> {
  await requireAdmin(c, deps)
  throw oauthServerOff()
}
