import { randomUUID } from 'node:crypto'
import { HttpError } from '../errors.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { deviceOf, issueTokens, openSession } from './sessions.ts'
import { transaction } from './transaction.ts'
import { refuseLargeMetadata } from './user-metadata.ts'
import { findUserById } from './users.ts'

/** POST /signup with neither an address nor a number: an account that only its tokens know. */
export async function signInAnonymously(
  c: AuthContext,
  deps: AuthDeps,
  data: Record<string, unknown>,
): Promise<Response> {
  if (!deps.config.auth.anonymous) {
    throw new HttpError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  deps.limits.take(c, 'anonymous')
  const metadata = JSON.stringify(data)
  refuseLargeMetadata(Buffer.byteLength(metadata))
  const { user, session } = await transaction(deps.pool, async (db) => {
    const id = randomUUID()
    await db.query(
      `insert into auth.users (id, aud, role, is_anonymous, raw_user_meta_data, last_sign_in_at)
       values ($1, 'authenticated', 'authenticated', true, $2, now())`,
      [id, metadata],
    )
    const made = await findUserById(db, id)
    if (made === null) throw new Error('an account that was just made is not there')
    return { user: made, session: await openSession(db, id, 'anonymous', deviceOf(c, deps)) }
  })
  return c.json(await issueTokens(deps, user, session))
}
