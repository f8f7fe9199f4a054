import * as v from 'valibot'
import { insertUser } from '../../accounts/accounts.ts'
import { parseEmail } from '../../accounts/addresses.ts'
import { hashPassword, refuseUnfitPassword } from '../../accounts/passwords.ts'
import { refuseLargeMetadata } from '../../accounts/user-metadata.ts'
import { drawUser } from '../../accounts/user-object.ts'
import { findUserByEmail, findUserById, type Queryable, type UserRow } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { optionalObject, optionalText, readJsonBody } from '../../calls/json-body.ts'
import { emailExists, invalid, userNotFound } from '../../calls/refusals.ts'
import { verifyLinkFor } from '../../mails/mail-links.ts'
import { redirectTarget } from '../../mails/redirects.ts'
import { keepToken, newSecret, type TokenType } from '../../sessions/one-time-tokens.ts'
import { transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { requireAdmin } from './require-admin.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'jwt' | 'apiKeys' | 'liveSessions' | 'oneTimeKey'>

const bodySchema = v.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: optionalObject,
  redirect_to: optionalText,
})
type RequestBody = v.InferOutput<typeof bodySchema>

interface LinkKind {
  token: TokenType
  /** The columns of auth.users that are set when the link is made, as SQL. */
  sentColumn: string
  /** The verification type that the link itself names. */
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

function kind(token: TokenType, sentColumn: string, verifies: string): LinkKind {
  return { token, sentColumn, verifies }
}

/**
 * POST /admin/generate_link: answers with the link and the code that a mail would carry, for an administrator who sends
 * them another way. Whoever has the answer can sign in with it.
 */
export async function generateLink(c: AuthContext, deps: Deps): Promise<Response> {
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
    throw userNotFound(404, 'User with this email not found')
  }
  const passwordHash = existing === null && type === 'signup' ? await acceptedHash(request, deps) : null
  const newEmail = isChange ? await acceptedNewEmail(request, deps) : null
  refuseLargeMetadata(Buffer.byteLength(JSON.stringify(request.data ?? {})))
  const address = type === 'email_change_new' ? (newEmail ?? '') : email
  const { code, token } = newSecret(deps.oneTimeKey, address, false)
  const user = await transaction(deps, async (db) => {
    const account = await accountFor(db, request, email, passwordHash, type)
    await db.query(`update auth.users set ${linkKind.sentColumn}, updated_at = now() where id = $1`, [
      account.id,
      ...(isChange ? [newEmail] : []),
    ])
    await keepToken(db, account.id, linkKind.token, address, token)
    return (await findUserById(db, account.id)) ?? account
  })
  return c.json({
    ...drawUser(user),
    action_link: verifyLinkFor(deps.config, token, linkKind.verifies, redirectTo),
    email_otp: code,
    hashed_token: token,
    verification_type: type,
    redirect_to: redirectTo,
  })
}

/**
 * The account that a link is for. Sign-ups and invitations make it; for a confirmed one they throw 422 email_exists.
 */
async function accountFor(
  db: Queryable,
  { data }: RequestBody,
  email: string,
  passwordHash: string | null,
  type: string,
): Promise<UserRow> {
  const isNewcomers = type === 'signup' || type === 'invite'
  const created = isNewcomers
    ? await insertUser(db, { email, passwordHash, confirmed: false, byAdmin: true, data: data ?? {} })
    : null
  const account = created ?? (await findUserByEmail(db, email))
  if (account === null) throw userNotFound(404, 'User with this email not found')
  if (isNewcomers && account.email_confirmed_at !== null) throw emailExists()
  return account
}

/** The password's hash for a sign-up, which has to bring one; null when it stands in for the magic link of nobody. */
async function acceptedHash({ type, password, email }: RequestBody, deps: Deps): Promise<string | null> {
  if (type === 'magiclink') return null
  if (password === '') throw invalid('Signup requires a valid password')
  refuseUnfitPassword(password, deps.config, email)
  return hashPassword(password)
}

async function acceptedNewEmail(request: RequestBody, deps: Deps): Promise<string> {
  const newEmail = parseEmail(request.new_email)
  if ((await findUserByEmail(deps.pool, newEmail)) !== null) throw emailExists()
  return newEmail
}
