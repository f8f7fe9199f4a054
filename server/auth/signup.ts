import * as v from 'valibot'
import { HttpError } from '../errors.ts'
import { insertUser } from './accounts.ts'
import { parseEmail } from './addresses.ts'
import { signInAnonymously } from './anonymous.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { optionalObject, optionalText, readJsonBody } from './json-body.ts'
import { hashPassword, refuseUnfitPassword } from './passwords.ts'
import { parseChallenge } from './pkce.ts'
import { deviceOf, issueTokens } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { transaction } from './transaction.ts'
import { refuseLargeMetadata } from './user-metadata.ts'
import { findUserByEmail } from './users.ts'

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

/** POST /signup. Accounts come from the administrator unless AUTH_SIGNUP=on; then they are confirmed at once. */
export async function signup(c: AuthContext, deps: AuthDeps): Promise<Response> {
  deps.limits.take(c, 'signup')
  const request = await readJsonBody(c, bodySchema)
  if (request.email === '' && request.phone === '') return signInAnonymously(c, deps, request.data ?? {})
  const email = acceptedEmail(request, deps)
  if ((await findUserByEmail(deps.pool, email)) !== null) throw alreadyRegistered()
  const passwordHash = await hashPassword(request.password)

  const opened = await transaction(deps.pool, async (db) => {
    const user = await insertUser(db, email, passwordHash, request.data ?? {})
    if (user === null) return null
    return signIn(db, user.id, 'password', deviceOf(c, deps))
  })
  if (opened === null) throw alreadyRegistered()
  return c.json(await issueTokens(deps, opened.user, opened.session))
}

/** The checks of wire contract 2.1, in its order. */
function acceptedEmail(request: Request, deps: AuthDeps): string {
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
  parseChallenge(request.code_challenge, request.code_challenge_method)
  if (phone !== '') throw new HttpError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  refuseLargeMetadata(Buffer.byteLength(JSON.stringify(request.data ?? {})))
  return parseEmail(email)
}

function invalid(message: string): HttpError {
  return new HttpError(400, 'validation_failed', message)
}

function alreadyRegistered(): HttpError {
  return new HttpError(422, 'user_already_exists', 'User already registered')
}
