import * as v from 'valibot'
import { HttpError } from '../errors.ts'
import { emailExists } from './accounts.ts'
import { parseEmail, parsePhone } from './addresses.ts'
import { refuseUnfitRole } from './admin-users.ts'
import { setBan, softDelete } from './administer.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { parseBanDuration } from './ban-duration.ts'
import { changeAddress, changePhone } from './email-change.ts'
import { optionalFlag, optionalObject, optionalText, readJsonBody } from './json-body.ts'
import { clearTokens } from './one-time-tokens.ts'
import { hashPassword, refuseUnfitPassword } from './passwords.ts'
import { requireAdmin } from './require-admin.ts'
import { endSessions } from './sessions.ts'
import { transaction } from './transaction.ts'
import { refuseLargeMetadata } from './user-metadata.ts'
import { drawUser } from './user-object.ts'
import {
  findUserByEmail,
  findUserById,
  findUserByPhone,
  isUuid,
  lockAccount,
  type Queryable,
  type UserRow,
} from './users.ts'

/** The account that the path names, for an administrator. Throws 404, as wire contract 2.12 says. */
export async function userOfPath(c: AuthContext, deps: AuthDeps): Promise<UserRow> {
  await requireAdmin(c, deps)
  const id = c.req.param('userId')
  if (!isUuid(id)) throw new HttpError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await findUserById(deps.pool, id)
  if (user !== null) return user
  throw new HttpError(404, 'user_not_found', 'User not found')
}

/** GET /admin/users/{id} */
export async function getUserAsAdmin(c: AuthContext, deps: AuthDeps): Promise<Response> {
  return c.json(drawUser(await userOfPath(c, deps)))
}

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: v.nullish(v.string()),
  email_confirm: optionalFlag,
  phone_confirm: optionalFlag,
  user_metadata: optionalObject,
  app_metadata: optionalObject,
  role: optionalText,
  ban_duration: optionalText,
})
type Changes = v.InferOutput<typeof bodySchema>

/** PUT /admin/users/{id}: everything applies at once; no mail, no proof. */
export async function updateUserAsAdmin(c: AuthContext, deps: AuthDeps): Promise<Response> {
  const user = await userOfPath(c, deps)
  const changes = await readJsonBody(c, bodySchema)
  const email = changes.email === '' ? null : parseEmail(changes.email)
  const phone = changes.phone === '' ? null : parsePhone(changes.phone)
  const ban = parseBanDuration(changes.ban_duration)
  refuseUnfitRole(changes.role)
  if (changes.password != null) {
    refuseUnfitPassword(changes.password, deps.config, email ?? user.email ?? '')
  }
  await refuseTaken(deps, user, email, phone)
  const passwordHash = changes.password == null ? null : await hashPassword(changes.password)
  const { updated, ended } = await transaction(deps.pool, async (db) => {
    await lockAccount(db, user.id)
    if (email !== null) await changeAddress(db, user.id, email, changes.email_confirm)
    if (phone !== null) await changePhone(db, user.id, phone, changes.phone_confirm)
    await setFields(db, user.id, changes, passwordHash)
    if (ban !== undefined) await setBan(db, user.id, ban)
    // A ban ends no session, but what is remembered about them is old.
    const closed =
      passwordHash === null ? await sessionsOf(db, user.id) : await endSessions(db, user.id, { scope: 'all' })
    return { updated: await findUserById(db, user.id), ended: closed }
  })
  deps.liveSessions.forget(ended)
  return c.json(drawUser(updated ?? user))
}

async function refuseTaken(
  deps: AuthDeps,
  user: UserRow,
  email: string | null,
  phone: string | null,
): Promise<void> {
  const byEmail = email === null ? null : await findUserByEmail(deps.pool, email)
  if (byEmail !== null && byEmail.id !== user.id) throw emailExists()
  const byPhone = phone === null ? null : await findUserByPhone(deps.pool, phone)
  if (byPhone === null || byPhone.id === user.id) return
  throw new HttpError(422, 'phone_exists', 'A user with this phone number has already been registered')
}

/** Metadata merges; a key set to null is removed. */
async function setFields(
  db: Queryable,
  userId: string,
  changes: Changes,
  passwordHash: string | null,
): Promise<void> {
  const data = changes.user_metadata ?? {}
  const appData = changes.app_metadata ?? {}
  const updated = await db.query<{ bytes: number }>(
    `update auth.users
        set role = coalesce($2, role), encrypted_password = coalesce($3, encrypted_password),
            email_confirmed_at = coalesce(email_confirmed_at, case when $4 then now() end),
            phone_confirmed_at = coalesce(phone_confirmed_at, case when $5 then now() end),
            raw_user_meta_data = (raw_user_meta_data || $6::jsonb) - $7::text[],
            raw_app_meta_data = (raw_app_meta_data || $8::jsonb) - $9::text[], updated_at = now()
      where id = $1 returning octet_length(raw_user_meta_data::text) as bytes`,
    [
      userId,
      changes.role === '' ? null : changes.role,
      passwordHash,
      changes.email_confirm,
      changes.phone_confirm,
      JSON.stringify(data),
      removedKeys(data),
      JSON.stringify(appData),
      removedKeys(appData),
    ],
  )
  refuseLargeMetadata(updated.rows[0]?.bytes ?? 0)
  if (passwordHash !== null || changes.email !== '' || changes.email_confirm) await clearTokens(db, userId)
}

function removedKeys(data: Record<string, unknown>): string[] {
  return Object.entries(data).flatMap(([key, value]) => (value === null ? [key] : []))
}

async function sessionsOf(db: Queryable, userId: string): Promise<string[]> {
  const found = await db.query<{ id: string }>('select id from auth.sessions where user_id = $1', [userId])
  return found.rows.map(({ id }) => id)
}

const deletionSchema = v.object({ should_soft_delete: optionalFlag })

/** DELETE /admin/users/{id}: with everything in it, or (soft) only what names the person. */
export async function deleteUserAsAdmin(c: AuthContext, deps: AuthDeps): Promise<Response> {
  const user = await userOfPath(c, deps)
  const hasBody =
    Number(c.req.header('content-length') ?? 0) > 0 || c.req.header('transfer-encoding') !== undefined
  const soft = hasBody && (await readJsonBody(c, deletionSchema)).should_soft_delete
  const ended = await transaction(deps.pool, async (db) => {
    const closed = await endSessions(db, user.id, { scope: 'all' })
    if (soft) await softDelete(db, user)
    else await db.query('select public.delete_account($1)', [user.id])
    return closed
  })
  deps.liveSessions.forget(ended)
  return c.json({})
}
