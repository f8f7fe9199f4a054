import * as v from 'valibot'
import { HttpError } from '../errors.ts'
import type { Mail } from '../mail/mailer.ts'
import { emailChangeMails, type LinkRequest } from './account-mails.ts'
import { emailExists } from './accounts.ts'
import { parseEmail, parsePhone } from './addresses.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { authenticate, type Caller } from './authenticate.ts'
import { changeAddress } from './email-change.ts'
import { optionalObject, optionalText, readJsonBody } from './json-body.ts'
import { checkedPassword, setPassword } from './new-password.ts'
import { refuseUnfitPassword } from './passwords.ts'
import { parseChallenge } from './pkce.ts'
import { redeemNonce } from './reauthenticate.ts'
import { redirectTarget } from './redirects.ts'
import { transaction } from './transaction.ts'
import { refuseLargeMetadata } from './user-metadata.ts'
import { drawUser } from './user-object.ts'
import {
  findUserByEmail,
  findUserById,
  findUserByPhone,
  lockAccount,
  type Queryable,
  type UserRow,
} from './users.ts'

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

/** PUT /user */
export async function updateUser(c: AuthContext, deps: AuthDeps): Promise<Response> {
  deps.limits.take(c, 'user')
  const caller = await authenticate(c, deps)
  const changes = await readJsonBody(c, bodySchema)
  const challenge = parseChallenge(changes.code_challenge, changes.code_challenge_method)
  const newEmail = await acceptedEmail(changes, caller, deps)
  const password = await checkedPassword(deps, caller, {
    password: changes.password ?? null,
    currentPassword: changes.current_password,
    nonce: changes.nonce,
  })
  const link = { redirectTo: redirectTarget(c, deps), challenge }
  if (password?.nonce != null) await deps.limits.beforeCode(c, caller.user.id)
  const { user, ended, mails } = await transaction(deps.pool, async (db) => {
    await lockAccount(db, caller.user.id)
    if (password?.nonce != null) await redeemNonce(db, deps, caller.user, password.nonce)
    return {
      ended: password === null ? [] : await setPassword(db, caller, password.hash),
      mails: newEmail === null ? [] : await beginEmailChange(db, deps, caller.user, newEmail, link),
      user: await setMetadata(db, caller.user, changes.data ?? null),
    }
  })
  if (password?.nonce != null) await deps.limits.codeWasRight(c, caller.user.id)
  deps.liveSessions.forget(ended)
  for (const mail of mails) deps.postOffice.post(mail)
  return c.json(drawUser(user))
}

/** Refuses what can be refused before the work of hashing. Returns the address to change to, if it is another one. */
async function acceptedEmail(changes: Changes, caller: Caller, deps: AuthDeps): Promise<string | null> {
  const { user } = caller
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
  refuseUnlessEntitled(changes, caller, newEmail ?? newPhone)
  if (newEmail !== null && (await findUserByEmail(deps.pool, newEmail)) !== null) throw emailExists()
  if (newPhone !== null) await refuseNewPhone(newPhone, deps)
  return newEmail
}

function refuseUnlessEntitled(changes: Changes, { user, session }: Caller, newAddress: string | null): void {
  const guarded = user.factors.some(({ status }) => status === 'verified') && session?.aal !== 'aal2'
  if (guarded && (newAddress !== null || changes.password != null)) {
    throw new HttpError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    )
  }
  if (user.is_anonymous && changes.password != null && newAddress === null) {
    throw new HttpError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  }
  if (user.is_sso_user && (newAddress !== null || changes.password != null || changes.nonce !== '')) {
    throw new HttpError(
      422,
      'user_sso_managed',
      'Updating email, phone, password of a SSO account only possible via SSO',
    )
  }
}

async function refuseNewPhone(phone: string, deps: AuthDeps): Promise<never> {
  if ((await findUserByPhone(deps.pool, phone)) !== null) {
    throw new HttpError(422, 'phone_exists', 'A user with this phone number has already been registered')
  }
  throw new HttpError(422, 'phone_provider_disabled', 'Phone changes are disabled')
}

/** Both mailboxes have to confirm. Someone without any becomes an account at once where sign-ups do. */
async function beginEmailChange(
  db: Queryable,
  deps: AuthDeps,
  user: UserRow,
  email: string,
  link: LinkRequest,
): Promise<Mail[]> {
  if (user.is_anonymous && !deps.config.auth.emailConfirmation) {
    await changeAddress(db, user.id, email)
    return []
  }
  const mails = await emailChangeMails(db, deps, user, email, link)
  deps.limits.takeMail()
  return mails
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
