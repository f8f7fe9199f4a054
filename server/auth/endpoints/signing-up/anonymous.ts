import { randomUUID } from 'node:crypto'
import { refuseLargeMetadata } from '../../accounts/user-metadata.ts'
import { findUserById } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { anonymousOff } from '../../calls/refusals.ts'
import { deviceOf, issueTokens, openSession } from '../../sessions/sessions.ts'
import { transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'jwt' | 'limits' | 'liveSessions' | 'pepper'>

/**
 * POST /signup with neither an address nor a number: makes an account that can only be reached with its tokens. Throws
 * 422 anonymous_provider_disabled unless AUTH_ANONYMOUS is on.
 */
export async function signInAnonymously(
  c: AuthContext,
  deps: Deps,
  data: Record<string, unknown>,
): Promise<Response> {
  if (!deps.config.auth.anonymous) {
    throw anonymousOff()
  }
  await deps.limits.take(c, 'anonymous')
  const metadata = JSON.stringify(data)
  refuseLargeMetadata(Buffer.byteLength(metadata))
  const { user, session } = await transaction(deps, async (db) => {
    const id = randomUUID()
    await db.query(
      `insert into auth.users (id, aud, role, is_anonymous, raw_user_meta_data, last_sign_in_at)
       values ($1, 'authenticated', 'authenticated', true, $2, now())`,
      [id, metadata],
    )
    const made = await findUserById(db, id)
    if (made === null) throw new Error('La cuenta que se acaba de crear no está.')
    return { user: made, session: await openSession(db, id, 'anonymous', deviceOf(c, deps)) }
  })
  return c.json(await issueTokens(deps, user, session))
}
