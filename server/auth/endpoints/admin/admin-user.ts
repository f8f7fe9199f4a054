import * as v from 'valibot'
import { recordEvent } from '../../../log/security-events.ts'
import { parseEmail, parsePhone } from '../../accounts/addresses.ts'
import { parseBanDuration } from '../../accounts/ban-duration.ts'
import { hashPassword, refuseUnfitPassword } from '../../accounts/passwords.ts'
import { isAdministrator } from '../../accounts/provider-staff.ts'
import { refuseLargeMetadata } from '../../accounts/user-metadata.ts'
import { drawUser } from '../../accounts/user-object.ts'
import {
  findUserByEmail,
  findUserById,
  findUserByPhone,
  findUserDeletedOrNot,
  isUuid,
  lockAccount,
  type Queryable,
  type UserRow,
} from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { optionalFlag, optionalObject, optionalText, readJsonBody } from '../../calls/json-body.ts'
import { emailExists, notAnUuid, phoneExists, userNotFound } from '../../calls/refusals.ts'
import { voidChangeLinks } from '../../mails/change-links.ts'
import { givenPasswordMails } from '../../mails/change-mails.ts'
import { changeAddress, changePhone } from '../../sessions/email-change.ts'
import { endSessions } from '../../sessions/ended-sessions.ts'
import { clearTokens } from '../../sessions/one-time-tokens.ts'
import { changePassword } from '../../sessions/password-change.ts'
import { sessionIdsOf } from '../../sessions/sessions.ts'
import { takeBack } from '../../sessions/take-back.ts'
import { type Transaction, transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { refuseUnfitRole } from './admin-users.ts'
import { setBan, softDelete } from './closed-account.ts'
import { requireAdmin } from './require-admin.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'jwt' | 'apiKeys' | 'liveSessions'>

/**
 * The id that the path names, once the caller is known to be an administrator. Throws what `requireAdmin` throws and
 * 404 validation_failed (wire 2.12, administration).
 */
export async function userIdOfPath(c: AuthContext, deps: Deps): Promise<string> {
  await requireAdmin(c, deps)
  const id = c.req.param('userId')
  if (!isUuid(id)) throw notAnUuid('user_id')
  return id
}

/** The account of that id. Throws 404 user_not_found, too. */
export async function userOfPath(c: AuthContext, deps: Deps, find = findUserById): Promise<UserRow> {
  const user = await find(deps.pool, await userIdOfPath(c, deps))
  if (user !== null) return user
  throw userNotFound(404)
}

/** GET /admin/users/{id}: one account, as its owner would see it, also a softly deleted one. */
export async function getUserAsAdmin(c: AuthContext, deps: Deps): Promise<Response> {
  return c.json(drawUser(await userOfPath(c, deps, findUserDeletedOrNot)))
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

/**
 * PUT /admin/users/{id}: everything applies at once, without a mail that asks for it, because the administrator vouches
 * for it. Of another password its owner is told.
 */
export async function updateUserAsAdmin(
  c: AuthContext,
  deps: Deps & Pick<AuthDeps, 'postOffice'>,
): Promise<Response> {
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
  const { updated, mails } = await transaction(deps, async (db) => {
    await lockAccount(db, user.id)
    const before = await findUserById(db, user.id)
    if (before === null) throw userNotFound(404)
    // With an address and a password the administration says whose the account is. An address alone is a correction.
    const voided =
      passwordHash === null ? null : await takeBack(db, user.id, email === null ? null : { notAt: email })
    if (passwordHash !== null && email !== null) await voidChangeLinks(db, user.id)
    if (email !== null)
      await changeAddress(db, user.id, email, { verified: changes.email_confirm, byAdmin: true })
    if (phone !== null) await changePhone(db, user.id, phone, changes.phone_confirm)
    await setFields(db, user.id, changes)
    if (ban !== undefined) await setBan(db, user.id, ban)
    // Tokens that are out name the role that was taken away, and would keep it for the rest of their hour.
    if (isAdministrator(before.role) && changes.role !== '' && changes.role !== before.role)
      await endSessions(db, user.id, { scope: 'all' }, 'signed_out')
    // A ban ends no session, but what is remembered about the account's sessions is outdated by it.
    if (passwordHash === null) db.outdatedSessions.push(...(await sessionIdsOf(db, user.id)))
    else await changePassword(db, user.id, passwordHash, { scope: 'all' }, 'password_reset')
    const now = await findUserById(db, user.id)
    return {
      updated: now,
      mails: voided === null ? [] : await givenPasswordMails(db, deps, before, now?.email ?? null, voided),
    }
  })
  for (const mail of mails) deps.postOffice.post(mail)
  return c.json(drawUser(updated ?? user))
}

async function refuseTaken(
  deps: Deps,
  user: UserRow,
  email: string | null,
  phone: string | null,
): Promise<void> {
  const byEmail = email === null ? null : await findUserByEmail(deps.pool, email)
  if (byEmail !== null && byEmail.id !== user.id) throw emailExists()
  const byPhone = phone === null ? null : await findUserByPhone(deps.pool, phone)
  if (byPhone === null || byPhone.id === user.id) return
  throw phoneExists()
}

/**
 * Writes the role, the confirmations and the metadata, which merges: a key set to null is removed. A change of address
 * or its confirmation voids what was mailed before.
 */
async function setFields(db: Queryable, userId: string, changes: Changes): Promise<void> {
  const data = { ...changes.user_metadata, ...(changes.email_confirm ? { email_verified: true } : {}) }
  const appData = changes.app_metadata ?? {}
  const updated = await db.query<{ bytes: number }>(
    `update auth.users
        set role = coalesce($2, role),
            email_confirmed_at = coalesce(email_confirmed_at, case when $3 then now() end),
            phone_confirmed_at = coalesce(phone_confirmed_at, case when $4 then now() end),
            raw_user_meta_data = (raw_user_meta_data || $5::jsonb) - $6::text[],
            raw_app_meta_data = (raw_app_meta_data || $7::jsonb) - $8::text[], updated_at = now()
      where id = $1 returning octet_length(raw_user_meta_data::text) as bytes`,
    [
      userId,
      changes.role === '' ? null : changes.role,
      changes.email_confirm,
      changes.phone_confirm,
      JSON.stringify(data),
      removedKeys(data),
      JSON.stringify(appData),
      removedKeys(appData),
    ],
  )
  refuseLargeMetadata(updated.rows[0]?.bytes ?? 0)
  if (changes.email !== '' || changes.email_confirm) await clearTokens(db, userId)
}

function removedKeys(data: Record<string, unknown>): string[] {
  return Object.entries(data).flatMap(([key, value]) => (value === null ? [key] : []))
}

const deletionSchema = v.object({ should_soft_delete: optionalFlag })

/**
 * DELETE /admin/users/{id}: deletes the account with all its data or, if asked for softly, only what names the person.
 * What is left of one that was deleted softly can still be deleted for good.
 */
export async function deleteUserAsAdmin(c: AuthContext, deps: Deps): Promise<Response> {
  const user = await userOfPath(c, deps, findUserDeletedOrNot)
  const hasBody =
    Number(c.req.header('content-length') ?? 0) > 0 || c.req.header('transfer-encoding') !== undefined
  const soft = hasBody && (await readJsonBody(c, deletionSchema)).should_soft_delete
  await transaction(deps, (db) => (soft ? hide(db, user) : deleteForGood(db, user.id)))
  return c.json({})
}

async function hide(db: Transaction, user: UserRow): Promise<void> {
  await endSessions(db, user.id, { scope: 'all' }, null)
  if (user.deleted_at === null) await softDelete(db, user)
}

/** Nothing of the account is locked before its counter, with which a family that deletes itself begins. */
async function deleteForGood(db: Transaction, userId: string): Promise<void> {
  db.outdatedSessions.push(...(await sessionIdsOf(db, userId)))
  await db.query('select public.delete_account($1)', [userId])
  await recordEvent(db, 'account_deleted', userId)
}
