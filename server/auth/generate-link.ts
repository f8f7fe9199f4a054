import * as v from 'valibot'
import { HttpError } from '../errors.ts'
import { linkFor } from './account-mails.ts'
import { emailExists, insertUser } from './accounts.ts'
import { parseEmail } from './addresses.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { optionalObject, optionalText, readJsonBody } from './json-body.ts'
import { keepToken, newSecret, type TokenType } from './one-time-tokens.ts'
import { hashPassword, refuseUnfitPassword } from './passwords.ts'
import { redirectTarget } from './redirects.ts'
import { requireAdmin } from './require-admin.ts'
import { transaction } from './transaction.ts'
import { refuseLargeMetadata } from './user-metadata.ts'
import { drawUser } from './user-object.ts'
import { findUserByEmail, findUserById, type Queryable, type UserRow } from './users.ts'

const bodySchema = v.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: optionalObject,
  redirect_to: optionalText,
})
type Request = v.InferOutput<typeof bodySchema>

interface LinkKind {
  token: TokenType
  /** What is noted about the account when its link is made. */
  noted: string
  /** The type in the link itself. */
  verifies: string
}

const CHANGE = 'email_change = $2, email_change_sent_at = now(), email_change_confirm_status = 0'
const KINDS = new Map<string, LinkKind>([
  ['signup', kind('confirmation_token', 'confirmation_sent_at = now()', 'signup')],
  ['invite', kind('confirmation_token', 'confirmation_sent_at = now(), invited_at = now()', 'invite')],
  ['magiclink', kind('recovery_token', 'recovery_sent_at = now()', 'magiclink')],
  ['recovery', kind('recovery_token', 'recovery_sent_at = now()', 'recovery')],
  ['email_change_current', kind('email_change_token_current', CHANGE, 'email_change')],
  ['email_change_new', kind('email_change_token_new', CHANGE, 'email_change')],
])

function kind(token: TokenType, noted: string, verifies: string): LinkKind {
  return { token, noted, verifies }
}

/** POST /admin/generate_link: what a mail would say, for whoever sends it another way. The answer is a credential. */
export async function generateLink(c: AuthContext, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps)
  const request = await readJsonBody(c, bodySchema)
  const email = parseEmail(request.email)
  const redirectTo = redirectTarget(c, deps, request.redirect_to)
  const existing = await findUserByEmail(deps.pool, email)
  const type = existing === null && request.type === 'magiclink' ? 'signup' : request.type
  const linkKind = KINDS.get(type)
  if (linkKind === undefined) throw invalid(`Invalid email action link type requested: ${type}`)
  const isChange = linkKind.verifies === 'email_change'
  if (existing === null && (isChange || type === 'recovery')) {
    throw new HttpError(404, 'user_not_found', 'User with this email not found')
  }
  const passwordHash = existing === null && type === 'signup' ? await acceptedHash(request, deps) : null
  const newEmail = isChange ? await acceptedNewEmail(request, deps) : null
  refuseLargeMetadata(Buffer.byteLength(JSON.stringify(request.data ?? {})))
  const address = type === 'email_change_new' ? (newEmail ?? '') : email
  const { code, token } = newSecret(deps.oneTimeKey, address, false)
  const user = await transaction(deps.pool, async (db) => {
    const account = await accountFor(db, request, email, passwordHash, type)
    await db.query(`update auth.users set ${linkKind.noted}, updated_at = now() where id = $1`, [
      account.id,
      ...(isChange ? [newEmail] : []),
    ])
    await keepToken(db, account.id, linkKind.token, address, token)
    return (await findUserById(db, account.id)) ?? account
  })
  return c.json({
    ...drawUser(user),
    action_link: linkFor(deps, token, linkKind.verifies, redirectTo),
    email_otp: code,
    hashed_token: token,
    verification_type: type,
    redirect_to: redirectTo,
  })
}

/** Sign-ups and invitations are for those who wait for them, or aren't there yet. */
async function accountFor(
  db: Queryable,
  { data }: Request,
  email: string,
  passwordHash: string | null,
  type: string,
): Promise<UserRow> {
  const isNewcomers = type === 'signup' || type === 'invite'
  const created = isNewcomers
    ? await insertUser(db, { email, passwordHash, confirmed: false, data: data ?? {} })
    : null
  const account = created ?? (await findUserByEmail(db, email))
  if (account === null) throw new HttpError(404, 'user_not_found', 'User with this email not found')
  if (isNewcomers && account.email_confirmed_at !== null) throw emailExists()
  return account
}

/** A sign-up brings its password; one that stands in for a magic link has none. */
async function acceptedHash({ type, password, email }: Request, deps: AuthDeps): Promise<string | null> {
  if (type === 'magiclink') return null
  if (password === '') throw invalid('Signup requires a valid password')
  refuseUnfitPassword(password, deps.config, email)
  return hashPassword(password)
}

async function acceptedNewEmail(request: Request, deps: AuthDeps): Promise<string> {
  const newEmail = parseEmail(request.new_email)
  if ((await findUserByEmail(deps.pool, newEmail)) !== null) throw emailExists()
  return newEmail
}

function invalid(message: string): HttpError {
  return new HttpError(400, 'validation_failed', message)
}
