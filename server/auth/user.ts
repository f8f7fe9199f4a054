import * as v from 'valibot'
import { HttpError } from '../errors.ts'
import { parseEmail, parsePhone } from './addresses.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { authenticate, type Caller } from './authenticate.ts'
import { optionalObject, optionalText, readJsonBody } from './json-body.ts'
import { hashPassword, refuseUnfitPassword, verifyPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { transaction } from './transaction.ts'
import { refuseLargeMetadata } from './user-metadata.ts'
import { drawUser } from './user-object.ts'
import { findUserByEmail, findUserById, findUserByPhone, type Queryable, type UserRow } from './users.ts'

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

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: v.nullish(v.string()),
  data: optionalObject,
  app_metadata: optionalObject,
})
type Changes = v.InferOutput<typeof bodySchema>

/** PUT /user */
export async function updateUser(c: AuthContext, deps: AuthDeps): Promise<Response> {
  deps.limits.take(c, 'user')
  const caller = await authenticate(c, deps)
  const changes = await readJsonBody(c, bodySchema)
  await refuseChanges(changes, caller.user, deps)
  const passwordHash = await newPasswordHash(changes, caller.user)
  const { user, ended } = await transaction(deps.pool, async (db) => ({
    ended: passwordHash === null ? [] : await setPassword(db, caller, passwordHash),
    user: await setMetadata(db, caller.user, changes.data ?? null),
  }))
  deps.liveSessions.forget(ended)
  return c.json(drawUser(user))
}

/** Everything that can be refused before the work of hashing. */
async function refuseChanges(changes: Changes, user: UserRow, deps: AuthDeps): Promise<void> {
  const email = changes.email === '' ? null : parseEmail(changes.email)
  const phone = changes.phone === '' ? null : parsePhone(changes.phone)
  if (changes.password != null) {
    refuseUnfitPassword(changes.password, deps.config, changes.email || (user.email ?? ''))
  }
  if (changes.app_metadata != null) {
    throw new HttpError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  const newEmail = email !== null && email !== user.email?.toLowerCase() ? email : null
  const newPhone = phone !== null && phone !== user.phone ? phone : null
  if (user.is_sso_user && (newEmail !== null || newPhone !== null || changes.password != null)) {
    throw new HttpError(
      422,
      'user_sso_managed',
      'Updating email, phone, password of a SSO account only possible via SSO',
    )
  }
  if (newEmail !== null) await refuseNewEmail(newEmail, deps)
  if (newPhone !== null) await refuseNewPhone(newPhone, deps)
}

async function refuseNewEmail(email: string, deps: AuthDeps): Promise<never> {
  if ((await findUserByEmail(deps.pool, email)) !== null) {
    throw new HttpError(422, 'email_exists', 'A user with this email address has already been registered')
  }
  // A new address has to be proved by mail, and this server sends none.
  throw new HttpError(422, 'email_provider_disabled', 'Email changes are disabled')
}

async function refuseNewPhone(phone: string, deps: AuthDeps): Promise<never> {
  if ((await findUserByPhone(deps.pool, phone)) !== null) {
    throw new HttpError(422, 'phone_exists', 'A user with this phone number has already been registered')
  }
  throw new HttpError(422, 'phone_provider_disabled', 'Phone changes are disabled')
}

async function newPasswordHash(changes: Changes, user: UserRow): Promise<string | null> {
  if (changes.password == null) return null
  const same =
    user.encrypted_password !== null && (await verifyPassword(user.encrypted_password, changes.password))
  if (same) {
    throw new HttpError(422, 'same_password', 'New password should be different from the old password.')
  }
  return hashPassword(changes.password)
}

/** A new password ends every other session: whoever knew the old one is out. Returns the sessions that ended. */
async function setPassword(db: Queryable, { user, session }: Caller, hash: string): Promise<string[]> {
  await db.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
    user.id,
    hash,
  ])
  return endSessions(
    db,
    user.id,
    session === null ? { scope: 'all' } : { scope: 'all-but', sessionId: session.id },
  )
}

/** Merges `data`; a key set to null is removed. */
async function setMetadata(
  db: Queryable,
  { id }: UserRow,
  data: Record<string, unknown> | null,
): Promise<UserRow> {
  const removed = Object.entries(data ?? {}).flatMap(([key, value]) => (value === null ? [key] : []))
  const updated = await db.query<{ bytes: number }>(
    `update auth.users
        set raw_user_meta_data = (raw_user_meta_data || $2::jsonb) - $3::text[], updated_at = now()
      where id = $1 returning octet_length(raw_user_meta_data::text) as bytes`,
    [id, JSON.stringify(data ?? {}), removed],
  )
  refuseLargeMetadata(updated.rows[0]?.bytes ?? 0)
  const user = await findUserById(db, id)
  if (user === null) throw new HttpError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  return user
}
