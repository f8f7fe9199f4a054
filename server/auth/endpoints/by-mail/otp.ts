import * as v from 'valibot'
import { insertUser, type NewUser } from '../../accounts/accounts.ts'
import { parseEmail } from '../../accounts/addresses.ts'
import { refuseLargeMetadata } from '../../accounts/user-metadata.ts'
import { findUserByEmail } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { optionalObject, optionalText, readJsonBody } from '../../calls/json-body.ts'
import { parseChallenge } from '../../calls/pkce.ts'
import { invalid, otpSignupsOff, phoneOff, signupsOff, unprocessable } from '../../calls/refusals.ts'
import { accountMail } from '../../mails/account-mails.ts'
import { mailLater } from '../../mails/mail-later.ts'
import type { LinkRequest } from '../../mails/mail-links.ts'
import { redirectTarget } from '../../mails/redirects.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'limits' | 'liveSessions' | 'oneTimeKey' | 'postOffice'>

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  create_user: v.nullish(v.boolean(), true),
  data: optionalObject,
  channel: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})
type RequestBody = v.InferOutput<typeof bodySchema>

/** POST /otp: mails a link and a code that sign in without a password. */
export async function otp(c: AuthContext, deps: Deps): Promise<Response> {
  await deps.limits.take(c, 'otp')
  const request = await readJsonBody(c, bodySchema)
  if (request.email !== '' && request.phone !== '') {
    throw invalid('Only an email address or phone number should be provided')
  }
  if (request.email !== '' && request.channel !== '') {
    throw invalid('Channel should only be specified with Phone OTP')
  }
  const challenge = parseChallenge(request.code_challenge, request.code_challenge_method)
  if (request.email === '' && request.phone === '') throw invalid('One of email or phone must be set')
  if (request.phone !== '') {
    throw phoneOff(400, 'Unsupported phone provider')
  }
  return sendMagicLink(c, deps, request, { redirectTo: redirectTarget(c, deps), challenge })
}

/** POST /magiclink: the older call for the same mail. */
export async function magicLink(c: AuthContext, deps: Deps): Promise<Response> {
  await deps.limits.take(c, 'magiclink')
  const request = await readJsonBody(c, bodySchema)
  if (request.email === '') {
    throw unprocessable('Password recovery requires an email')
  }
  const challenge = parseChallenge(request.code_challenge, request.code_challenge_method)
  const link = { redirectTo: redirectTarget(c, deps), challenge }
  return sendMagicLink(c, deps, { ...request, create_user: true }, link)
}

async function sendMagicLink(
  c: AuthContext,
  deps: Deps,
  request: RequestBody,
  link: LinkRequest,
): Promise<Response> {
  const email = parseEmail(request.email)
  refuseLargeMetadata(Buffer.byteLength(JSON.stringify(request.data ?? {})))
  const user = await findUserByEmail(deps.pool, email)
  if (user === null && request.create_user === false) {
    throw otpSignupsOff()
  }
  const isNew = user === null || user.email_confirmed_at === null
  if (isNew && !deps.config.auth.signup) {
    throw signupsOff()
  }
  await mailLater(deps, email, async (db, found) => {
    // Somebody else may have made an unconfirmed account: the magic link confirms it and clears the password in it.
    if (found !== null) return [await accountMail(db, deps, found, 'magiclink', link)]
    const created = await insertUser(db, newcomer(email, request))
    return created === null ? [] : [await accountMail(db, deps, created, 'signup', link)]
  })
  return c.json({})
}

/** The account that a magic link makes: no password opens it until its owner sets one. */
function newcomer(email: string, { data }: RequestBody): NewUser {
  return { email, passwordHash: null, confirmed: false, data: data ?? {} }
}
