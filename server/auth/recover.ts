import * as v from 'valibot'
import { HttpError } from '../errors.ts'
import { accountMail } from './account-mails.ts'
import { parseEmail } from './addresses.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { optionalText, readJsonBody } from './json-body.ts'
import { mailLater } from './mail-later.ts'
import { parseChallenge } from './pkce.ts'
import { redirectTarget } from './redirects.ts'

const bodySchema = v.object({
  email: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

/** POST /recover: a link to choose another password. */
export async function recover(c: AuthContext, deps: AuthDeps): Promise<Response> {
  deps.limits.take(c, 'recover')
  const request = await readJsonBody(c, bodySchema)
  if (request.email === '') {
    throw new HttpError(400, 'validation_failed', 'Password recovery requires an email')
  }
  const email = parseEmail(request.email)
  const challenge = parseChallenge(request.code_challenge, request.code_challenge_method)
  const link = { redirectTo: redirectTarget(c, deps), challenge }
  mailLater(deps, email, async (db, user) =>
    user === null ? [] : [await accountMail(db, deps, user, 'recovery', link)],
  )
  return c.json({})
}
