import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { HttpError } from '../errors.ts'
import type { Mail } from '../mail/mailer.ts'
import { confirmationMail, type LinkRequest } from './account-mails.ts'
import { insertUser } from './accounts.ts'
import { parseEmail } from './addresses.ts'
import { signInAnonymously } from './anonymous.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { optionalObject, optionalText, readJsonBody } from './json-body.ts'
import { hashPassword, refuseUnfitPassword } from './passwords.ts'
import { type CodeChallenge, parseChallenge } from './pkce.ts'
import { redirectTarget } from './redirects.ts'
import { deviceOf, issueTokens } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { transaction } from './transaction.ts'
import { refuseLargeMetadata } from './user-metadata.ts'
import { drawUser } from './user-object.ts'
import { findUserByEmail, findUserById, type Queryable, type UserRow } from './users.ts'

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalObject,
  channel: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})
type Request = v.InferOutput<typeof bodySchema>

interface Newcomer {
  email: string
  passwordHash: string
  data: Record<string, unknown>
}

/** POST /signup. Accounts come from the administrator unless AUTH_SIGNUP=on. */
export async function signup(c: AuthContext, deps: AuthDeps): Promise<Response> {
  deps.limits.take(c, 'signup')
  const request = await readJsonBody(c, bodySchema)
  if (request.email === '' && request.phone === '') return signInAnonymously(c, deps, request.data ?? {})
  const { email, challenge } = acceptedRequest(request, deps)
  // Hashed before anybody is looked up: a taken address then takes as long as a free one.
  const passwordHash = await hashPassword(request.password)
  const newcomer = { email, passwordHash, data: request.data ?? {} }
  return deps.config.auth.emailConfirmation
    ? askForConfirmation(c, deps, newcomer, { redirectTo: redirectTarget(c, deps), challenge })
    : enterAtOnce(c, deps, newcomer)
}

async function enterAtOnce(c: AuthContext, deps: AuthDeps, newcomer: Newcomer): Promise<Response> {
  const { user, session } = await transaction(deps.pool, async (db) => {
    const created = await insertUser(db, { ...newcomer, confirmed: true })
    if (created !== null) return signIn(db, created.id, 'password', deviceOf(c, deps))
    throw new HttpError(422, 'user_already_exists', 'User already registered')
  })
  return c.json(await issueTokens(deps, user, session))
}

/** An account that is there already is not told apart: whoever has it gets no mail, whoever asks an invented user. */
async function askForConfirmation(
  c: AuthContext,
  deps: AuthDeps,
  newcomer: Newcomer,
  link: LinkRequest,
): Promise<Response> {
  deps.limits.refuseWithoutMails()
  const { user, mail } = await transaction(deps.pool, async (db) => {
    const created = await insertUser(db, { ...newcomer, confirmed: false })
    const account = created ?? (await findUserByEmail(db, newcomer.email))
    if (account === null || account.email_confirmed_at !== null) return { user: null, mail: null }
    const written = await mailUnlessTooSoon(db, deps, account, link)
    return { user: (await findUserById(db, account.id)) ?? account, mail: written }
  })
  if (user === null) return c.json(inventedUser(newcomer))
  if (mail !== null) deps.postOffice.post(mail)
  const drawn = drawUser(user)
  // Somebody else may be asking: what the administrator noted about the invited is not for them.
  return c.json(user.invited_at === null ? drawn : { ...drawn, user_metadata: {}, identities: [] })
}

/** null: the last one was a moment ago. */
async function mailUnlessTooSoon(
  db: Queryable,
  deps: AuthDeps,
  account: UserRow,
  link: LinkRequest,
): Promise<Mail | null> {
  try {
    const mail = await confirmationMail(db, deps, account, link)
    deps.limits.takeMail()
    return mail
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) return null
    throw error
  }
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

/** The checks of wire contract 2.1, in its order. */
function acceptedRequest(
  request: Request,
  deps: AuthDeps,
): { email: string; challenge: CodeChallenge | null } {
  const { email, phone, password } = request
  if (!deps.config.auth.signup) {
    throw new HttpError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  if (password === '') throw invalid('Signup requires a valid password')
  refuseUnfitPassword(password, deps.config, email)
  if (email !== '' && phone !== '') {
    throw invalid('Only an email address or phone number should be provided on signup.')
  }
  if (phone !== '' && request.code_challenge !== '') throw invalid('PKCE not supported for phone signups')
  const challenge = parseChallenge(request.code_challenge, request.code_challenge_method)
  if (phone !== '') throw new HttpError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  refuseLargeMetadata(Buffer.byteLength(JSON.stringify(request.data ?? {})))
  return { email: parseEmail(email), challenge }
}

function invalid(message: string): HttpError {
  return new HttpError(400, 'validation_failed', message)
}
