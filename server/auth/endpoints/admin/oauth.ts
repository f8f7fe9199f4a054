import type { AuthContext } from '../../calls/auth-context.ts'
import { oauthServerOff } from '../../calls/refusals.ts'
import { type AdminDeps, requireAdmin } from './require-admin.ts'

/** Anything of /admin/oauth: other programs don't sign in with this server's accounts. */
export async function refuseOAuthServer(c: AuthContext, deps: AdminDeps): Promise<never> {
  await requireAdmin(c, deps)
  throw oauthServerOff()
}
