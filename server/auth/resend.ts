import * as v from 'valibot'
import { HttpError } from '../errors.ts'
import { confirmationMail, emailChangeMails } from './account-mails.ts'
import { parseEmail } from './addresses.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { optionalText, readJsonBody } from './json-body.ts'
import { mailLater } from './mail-later.ts'
import { type CodeChallenge, parseChallenge } from './pkce.ts'
import { redirectTarget } from './redirects.ts'

const bodySchema = v.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})
type Request = v.InferOutput<typeof bodySchema>

/** POST /resend: the last mail of a kind once more, with a new secret. Nothing pending: no mail, the same answer. */
export async function resend(c: AuthContext, deps: AuthDeps): Promise<Response> {
  deps.limits.take(c, 'resend')
  const request = await readJsonBody(c, bodySchema)
  const { email, challenge } = acceptedRequest(request)
  const link = { redirectTo: redirectTarget(c, deps), challenge }
  mailLater(deps, email, async (db, user) => {
    if (user === null) return []
    if (request.type === 'signup') {
      return user.email_confirmed_at === null ? [await confirmationMail(db, deps, user, link)] : []
    }
    return user.email_change ? emailChangeMails(db, deps, user, user.email_change, link) : []
  })
  return c.json({})
}

/** The checks of wire contract 2.6, in its order. */
function acceptedRequest({ type, email, phone, ...pkce }: Request): {
  email: string
  challenge: CodeChallenge | null
} {
  const byMail = type === 'signup' || type === 'email_change'
  if (!byMail && type !== 'sms' && type !== 'phone_change') {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  }
  const challenge = byMail ? parseChallenge(pkce.code_challenge, pkce.code_challenge_method) : null
  if (type === 'signup' && email === '') throw invalid('Type provided requires an email address')
  if (type === 'sms' && phone === '') throw invalid('Type provided requires a phone number')
  if (email !== '' && phone !== '') {
    throw invalid('Only an email address or phone number should be provided.')
  }
  if (email === '' && phone === '') throw invalid('Missing email address or phone number')
  if (phone !== '') throw new HttpError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  return { email: parseEmail(email), challenge }
}

function invalid(message: string): HttpError {
  return new HttpError(400, 'validation_failed', message)
}
