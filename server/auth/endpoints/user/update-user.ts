import * as v from 'valibot'
import type { Mail } from '../../../mail/mailer.ts'
import { parseEmail, parsePhone } from '../../accounts/addresses.ts'
import { refuseUnfitPassword } from '../../accounts/passwords.ts'
import { refuseLargeMetadata } from '../../accounts/user-metadata.ts'
import { drawUser } from '../../accounts/user-object.ts'
import {
  findUserByEmail,
  findUserById,
  findUserByPhone,
  lockAccount,
  type Queryable,
  type UserRow,
} from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { optionalObject, optionalText, readJsonBody } from '../../calls/json-body.ts'
import { parseChallenge } from '../../calls/pkce.ts'
import {
  addressNeedsSecondFactor,
  emailExists,
  managedBySso,
  notAdmin,
  phoneExists,
  phoneOff,
  unprocessable,
  userGone,
} from '../../calls/refusals.ts'
import { emailChangeMails } from '../../mails/account-mails.ts'
import type { LinkRequest } from '../../mails/mail-links.ts'
import { redirectTarget } from '../../mails/redirects.ts'
import { authenticate, type Caller, refuseEndedMeanwhile } from '../../sessions/authenticate.ts'
import { changeAddress, withdrawEmailChange } from '../../sessions/email-change.ts'
import { refuseLateSignIn } from '../../sessions/recent-sign-in.ts'
import { transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { checkedPassword, setPassword } from './new-password.ts'
import { redeemNonce } from './reauthenticate.ts'

type Deps = Pick<
  AuthDeps,
  'config' | 'pool' | 'jwt' | 'apiKeys' | 'limits' | 'liveSessions' | 'oneTimeKey' | 'postOffice'
>

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: v.nullish(v.string()),
  current_password: optionalText,
  nonce: optionalText,
  data: optionalObject,
  app_metadata: optionalObject,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})
type Changes = v.InferOutput<typeof bodySchema>

/** PUT /user: changes one's own address, password and metadata, all of it or nothing (wire 2.4, the signed-in user). */
export async function updateUser(c: AuthContext, deps: Deps): Promise<Response> {
  await deps.limits.take(c, 'user')
  const caller = await authenticate(c, deps)
  const changes = await readJsonBody(c, bodySchema)
  const challenge = parseChallenge(changes.code_challenge, changes.code_challenge_method)
  const newEmail = await acceptedEmail(changes, caller, deps)
  const password = await checkedPassword(c, deps, caller, {
    password: changes.password ?? null,
    currentPassword: changes.current_password,
    nonce: changes.nonce,
  })
  const link = { redirectTo: redirectTarget(c, deps), challenge }
  const { user, mails } = await transaction(deps, async (db) => {
    await lockAccount(db, caller.user.id)
    await refuseEndedMeanwhile(db, caller)
    if (password?.nonce != null) await redeemNonce(db, deps, caller.user, password.nonce)
    if (withdrawsChange(changes, caller)) await withdrawEmailChange(db, caller.user.id)
    const notices = password === null ? [] : await setPassword(db, deps, caller, password.hash)
    const asked = newEmail === null ? [] : await beginEmailChange(db, deps, caller.user, newEmail, link)
    const updated = await setMetadata(db, caller.user, changes.data ?? null)
    // Taken last, because a rollback doesn't give the mails back to the server's budget.
    for (const _ of asked) await deps.limits.takeMail({ account: caller.user.id, by: 'owner' })
    return { user: updated, mails: [...notices, ...asked] }
  })
  if (password?.nonce != null) await deps.limits.codeWasRight(c, caller.user.id)
  for (const mail of mails) deps.postOffice.post(mail)
  return c.json(drawUser(user))
}

/**
 * Refuses whatever can be refused before a password is hashed. Returns the address to change to; null when none is
 * asked for, or the present one.
 */
async function acceptedEmail(changes: Changes, caller: Caller, deps: Deps): Promise<string | null> {
  const { user } = caller
  const email = changes.email === '' ? null : parseEmail(changes.email)
  const phone = changes.phone === '' ? null : parsePhone(changes.phone)
  if (changes.password != null) {
    refuseUnfitPassword(changes.password, deps.config, changes.email || (user.email ?? ''))
  }
  if (changes.app_metadata != null) {
    throw notAdmin('Updating app_metadata requires admin privileges')
  }
  const newEmail = email !== null && email !== user.email?.toLowerCase() ? email : null
  const newPhone = phone !== null && phone !== user.phone ? phone : null
  refuseUnlessEntitled(
    changes,
    caller,
    newEmail ?? newPhone ?? (withdrawsChange(changes, caller) ? email : null),
  )
  if (newEmail !== null) {
    await refuseLateSignIn(deps.pool, caller, 'Email update')
    if ((await findUserByEmail(deps.pool, newEmail)) !== null) throw emailExists()
  }
  if (newPhone !== null) await refuseNewPhone(newPhone, deps)
  return newEmail
}

/** Whether a change of address that waits is withdrawn, which is done by asking for the present address. */
function withdrawsChange({ email }: Changes, { user }: Caller): boolean {
  return email !== '' && email.toLowerCase() === user.email?.toLowerCase() && Boolean(user.email_change)
}

function refuseUnlessEntitled(changes: Changes, { user, session }: Caller, newAddress: string | null): void {
  const guarded = user.factors.some(({ status }) => status === 'verified') && session?.aal !== 'aal2'
  if (guarded && (newAddress !== null || changes.password != null)) {
    throw addressNeedsSecondFactor()
  }
  if (user.is_anonymous && changes.password != null && newAddress === null) {
    throw unprocessable('Updating password of an anonymous user without an email or phone is not allowed')
  }
  if (user.is_sso_user && (newAddress !== null || changes.password != null || changes.nonce !== '')) {
    throw managedBySso()
  }
}

async function refuseNewPhone(phone: string, deps: Deps): Promise<never> {
  if ((await findUserByPhone(deps.pool, phone)) !== null) {
    throw phoneExists()
  }
  throw phoneOff(422, 'Phone changes are disabled')
}

/**
 * Writes the mails by which both mailboxes confirm a change of address. An anonymous user gets the address at once
 * where sign-ups need no confirmation either.
 */
async function beginEmailChange(
  db: Queryable,
  deps: Deps,
  user: UserRow,
  email: string,
  link: LinkRequest,
): Promise<Mail[]> {
  if (user.is_anonymous && !deps.config.auth.emailConfirmation) {
    await changeAddress(db, user.id, email)
    return []
  }
  return emailChangeMails(db, deps, user, email, link)
}

/** Merges `data` into user_metadata, where null removes a key, and reads the account anew. */
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
  if (user === null) throw userGone()
  return user
}
