import * as v from 'valibot'
import { parseEmail } from '../../accounts/addresses.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { optionalText, readJsonBody } from '../../calls/json-body.ts'
import { parseChallenge } from '../../calls/pkce.ts'
import { invalid } from '../../calls/refusals.ts'
import { accountMail } from '../../mails/account-mails.ts'
import { mailLater } from '../../mails/mail-later.ts'
import { redirectTarget } from '../../mails/redirects.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'limits' | 'liveSessions' | 'oneTimeKey' | 'postOffice'>

const bodySchema = v.object({
  email: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

/** POST /recover: mails a link and a code that lead to choosing another password. */
export async function recover(c: AuthContext, deps: Deps): Promise<Response> {
  await deps.limits.take(c, 'recover')
  const request = await readJsonBody(c, bodySchema)
  if (request.email === '') {
    throw invalid('Password recovery requires an email')
  }
  const email = parseEmail(request.email)
  const challenge = parseChallenge(request.code_challenge, request.code_challenge_method)
  const link = { redirectTo: redirectTarget(c, deps), challenge }
  await mailLater(deps, email, async (db, user) =>
    user === null ? [] : [await accountMail(db, deps, user, 'recovery', link)],
  )
  return c.json({})
}
