import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { HttpError } from '../../../http/errors.ts'
import type { Mail } from '../../../mail/mailer.ts'
import { insertUser } from '../../accounts/accounts.ts'
import { parseEmail } from '../../accounts/addresses.ts'
import { findFamilyInvitation, noteInvitedSignUp } from '../../accounts/family-invitations.ts'
import { hashPassword, refuseUnfitPassword } from '../../accounts/passwords.ts'
import { refuseLargeMetadata } from '../../accounts/user-metadata.ts'
import { drawUser } from '../../accounts/user-object.ts'
import { findUserByEmail, findUserById, type Queryable, type UserRow } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { optionalObject, optionalText, readJsonBody } from '../../calls/json-body.ts'
import { type CodeChallenge, parseChallenge } from '../../calls/pkce.ts'
import { invalid, phoneOff, signupsOff, userExists } from '../../calls/refusals.ts'
import { confirmationMail } from '../../mails/account-mails.ts'
import type { LinkRequest } from '../../mails/mail-links.ts'
import { redirectTarget } from '../../mails/redirects.ts'
import { deviceOf, issueTokens } from '../../sessions/sessions.ts'
import { signIn } from '../../sessions/sign-in.ts'
import { transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { signInAnonymously } from './anonymous.ts'

type Deps = Pick<
  AuthDeps,
  'config' | 'pool' | 'jwt' | 'limits' | 'liveSessions' | 'pepper' | 'oneTimeKey' | 'postOffice'
>

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalObject,
  channel: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})
type RequestBody = v.InferOutput<typeof bodySchema>

interface Newcomer {
  email: string
  passwordHash: string
  data: Record<string, unknown>
  /** The token of the family's invitation that makes the account; null where everybody may sign up. */
  invitation: string | null
}

/**
 * POST /signup: makes one's own account. Unless AUTH_SIGNUP=on it is refused to whoever no family has invited: the
 * administrator makes the other accounts.
 */
export async function signup(c: AuthContext, deps: Deps): Promise<Response> {
  await deps.limits.take(c, 'signup')
  const request = await readJsonBody(c, bodySchema)
  // Whoever has the token can be let in by it, so it is kept nowhere.
  const { family_invitation: token, ...data } = request.data ?? {}
  if (request.email === '' && request.phone === '') return signInAnonymously(c, deps, data)
  const invitation = deps.config.auth.signup ? null : await acceptedInvitation(token, request.email, deps)
  const { email, challenge } = acceptedRequest({ ...request, data }, deps)
  // The password is hashed before the address is looked up, so that a taken address takes as long as a free one.
  const passwordHash = await hashPassword(request.password)
  const newcomer = { email, passwordHash, data, invitation }
  return deps.config.auth.emailConfirmation
    ? askForConfirmation(c, deps, newcomer, { redirectTo: redirectTarget(c, deps), challenge })
    : enterAtOnce(c, deps, newcomer)
}

async function enterAtOnce(c: AuthContext, deps: Deps, newcomer: Newcomer): Promise<Response> {
  const { user, session } = await transaction(deps, async (db) => {
    const created = await insertNewcomer(db, newcomer, true)
    if (created !== null) return signIn(db, created.id, 'password', deviceOf(c, deps))
    throw userExists('User already registered')
  })
  return c.json(await issueTokens(deps, user, session))
}

/**
 * Makes the account, and notes which invitation has made it; null when the address is taken. Throws 422 when the
 * invitation is no more by now: of two sign-ups at once the second one waits here for the first.
 */
async function insertNewcomer(
  db: Queryable,
  { invitation, ...account }: Newcomer,
  confirmed: boolean,
): Promise<UserRow | null> {
  if (invitation === null) return insertUser(db, { ...account, confirmed })
  const found = await findFamilyInvitation(db, invitation, account.email)
  if (found === null) throw signupsOff()
  const created = await insertUser(db, { ...account, confirmed, appData: found.appData })
  if (created !== null && !(await noteInvitedSignUp(db, found.id, created.id))) throw signupsOff()
  return created
}

/**
 * Makes an account that its mailbox has to confirm. An address that is taken gets an answer of the same form, with an
 * invented user, and no mail: nobody learns who has an account.
 */
async function askForConfirmation(
  c: AuthContext,
  deps: Deps,
  newcomer: Newcomer,
  link: LinkRequest,
): Promise<Response> {
  await deps.limits.refuseWithoutMails()
  const { told, mail } = await transaction(deps, async (db) => {
    const created = await insertNewcomer(db, newcomer, false)
    const account = created ?? (await findUserByEmail(db, newcomer.email))
    if (account === null || account.email_confirmed_at !== null) {
      return { told: inventedUser(newcomer), mail: null }
    }
    const write = () => writeConfirmation(db, deps, account, link)
    // If others have just taken the last mail, this throws: without one a new account must not wait for it.
    const written = created === null ? await unlessTooSoon(db, write) : await write()
    if (created === null) return { told: waitingUser(account, newcomer), mail: written }
    return { told: drawUser((await findUserById(db, account.id)) ?? account), mail: written }
  })
  if (mail !== null) deps.postOffice.post(mail)
  return c.json(told)
}

async function writeConfirmation(
  db: Queryable,
  deps: Deps,
  account: UserRow,
  link: LinkRequest,
): Promise<Mail> {
  const mail = await confirmationMail(db, deps, account, link)
  await deps.limits.takeMail({ account: account.id, by: 'anybody' })
  return mail
}

/** Null when the last mail was a moment ago, or the account has had its mails of the hour: its last link stays then. */
async function unlessTooSoon(db: Queryable, write: () => Promise<Mail>): Promise<Mail | null> {
  await db.query('savepoint mail')
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 429) throw error
    await db.query('rollback to savepoint mail')
    return null
  }
}

/**
 * The user of an account that waited for its mailbox before this sign-up. Anybody may ask for its address, so they are
 * told what they have just sent, and the id and the identity, by which clients know that a mail is on its way: but for
 * accounts with an invitation or a phone number, which no sign-up has made.
 */
function waitingUser(user: UserRow, newcomer: Newcomer): Record<string, unknown> {
  const sent = inventedUser(newcomer)
  if (user.invited_at !== null || user.phone !== null) return sent
  return { ...sent, id: user.id, identities: drawUser(user).identities }
}

function inventedUser({ email, data }: Newcomer): Record<string, unknown> {
  const now = new Date().toISOString()
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

/** Answers the token of an open invitation. Throws 422 where it is of none, or invitations make no accounts here. */
async function acceptedInvitation(token: unknown, email: string, { config, pool }: Deps): Promise<string> {
  const isAsked = config.auth.familyInvites && typeof token === 'string'
  if (isAsked && (await findFamilyInvitation(pool, token, email)) !== null) return token
  throw signupsOff()
}

/** Checks what is sent, in the order that clients expect (wire 2.1, signing up), and returns what it needs. */
function acceptedRequest(
  request: RequestBody,
  deps: Deps,
): { email: string; challenge: CodeChallenge | null } {
  const { email, phone, password } = request
  if (password === '') throw invalid('Signup requires a valid password')
  refuseUnfitPassword(password, deps.config, email)
  if (email !== '' && phone !== '') {
    throw invalid('Only an email address or phone number should be provided on signup.')
  }
  if (phone !== '' && request.code_challenge !== '') throw invalid('PKCE not supported for phone signups')
  const challenge = parseChallenge(request.code_challenge, request.code_challenge_method)
  if (phone !== '') throw phoneOff(400, 'Phone signups are disabled')
  refuseLargeMetadata(Buffer.byteLength(JSON.stringify(request.data ?? {})))
  return { email: parseEmail(email), challenge }
}
