import * as v from 'valibot'
import { parseEmail } from '../../accounts/addresses.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { optionalText, readJsonBody } from '../../calls/json-body.ts'
import { type CodeChallenge, parseChallenge } from '../../calls/pkce.ts'
import { invalid, phoneOff } from '../../calls/refusals.ts'
import { confirmationMail, emailChangeMails } from '../../mails/account-mails.ts'
import { mailLater } from '../../mails/mail-later.ts'
import { redirectTarget } from '../../mails/redirects.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'limits' | 'liveSessions' | 'oneTimeKey' | 'postOffice'>

const bodySchema = v.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})
type RequestBody = v.InferOutput<typeof bodySchema>

/**
 * POST /resend: sends the last mail of a kind again, with a new token. Where nothing waits to be confirmed no mail goes
 * out, but the answer is the same.
 */
export async function resend(c: AuthContext, deps: Deps): Promise<Response> {
  await deps.limits.take(c, 'resend')
  const request = await readJsonBody(c, bodySchema)
  const { email, challenge } = acceptedRequest(request)
  const link = { redirectTo: redirectTarget(c, deps), challenge }
  await mailLater(deps, email, async (db, user) => {
    if (user === null) return []
    if (request.type === 'signup') {
      return user.email_confirmed_at === null ? [await confirmationMail(db, deps, user, link)] : []
    }
    return user.email_change ? emailChangeMails(db, deps, user, user.email_change, link) : []
  })
  return c.json({})
}

/** Checks a request in the order that clients expect (wire 2.6, asking for a mail), and returns what the mail needs. */
function acceptedRequest({ type, email, phone, ...pkce }: RequestBody): {
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
  if (phone !== '') throw phoneOff(400, 'Phone logins are disabled')
  return { email: parseEmail(email), challenge }
}
