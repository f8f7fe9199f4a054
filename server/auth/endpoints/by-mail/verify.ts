import * as v from 'valibot'
import { HttpError } from '../../../http/errors.ts'
import { parseEmail, parsePhone } from '../../accounts/addresses.ts'
import type { Queryable } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { optionalText, readJsonBody } from '../../calls/json-body.ts'
import { invalid, unprocessable } from '../../calls/refusals.ts'
import { changedEmailMails } from '../../mails/change-mails.ts'
import { type FoundToken, findByCode, findByLink } from '../../sessions/one-time-tokens.ts'
import { deviceOf, issueTokens } from '../../sessions/sessions.ts'
import { signIn } from '../../sessions/sign-in.ts'
import { transaction } from '../../sessions/transaction.ts'
import { CONFIRM_THE_OTHER, prove, tokenTypesOf } from '../../sessions/verify-token.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<
  AuthDeps,
  'config' | 'pool' | 'jwt' | 'limits' | 'liveSessions' | 'pepper' | 'oneTimeKey' | 'postOffice'
>

const bodySchema = v.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
})
type RequestBody = v.InferOutput<typeof bodySchema>

/** POST /verify: signs in by a code that was typed, or by the token of a link that led to the app's own page. */
export async function verify(c: AuthContext, deps: Deps): Promise<Response> {
  await deps.limits.take(c, 'verify')
  const request = await readJsonBody(c, bodySchema)
  const find = request.token === '' ? byLink(request, deps) : await byCode(c, request, deps)
  const signedIn = await transaction(deps, async (db) => {
    const proof = await prove(db, await find(db), invalidMessage(request))
    if (proof === 'half') return null
    const opened = await signIn(db, proof.userId, 'otp', deviceOf(c, deps))
    return { ...opened, mails: await changedEmailMails(db, deps, opened.user, proof.emailBefore) }
  })
  for (const mail of signedIn?.mails ?? []) deps.postOffice.post(mail)
  if (request.token !== '') await deps.limits.codeWasRight(c, request.email.toLowerCase())
  if (signedIn === null) return c.json({ msg: CONFIRM_THE_OTHER, code: '200' })
  return c.json(await issueTokens(deps, signedIn.user, signedIn.session))
}

type Find = (db: Queryable) => Promise<FoundToken | null>

function byLink(request: RequestBody, deps: Deps): Find {
  refuseUnfitForm(request)
  if (request.email !== '' || request.phone !== '' || request.redirect_to !== '') {
    throw invalid('Only the token_hash and type should be provided')
  }
  const types = tokenTypesOf(request.type)
  if (types === null) throw invalid('Invalid email verification type')
  return (db) => findByLink(db, request.token_hash, types, deps.config.auth)
}

/** Finds the token of a typed code. A code for a phone is never right, because this server sends none. */
async function byCode(c: AuthContext, request: RequestBody, deps: Deps): Promise<Find> {
  refuseUnfitForm(request)
  const { email, phone, token: code } = request
  if ((email === '') === (phone === '')) {
    throw invalid('Only an email address or phone number should be provided on verify')
  }
  if (phone !== '') parsePhone(phone)
  else refuseUnfitEmail(email)
  await deps.limits.beforeCode(c, (email || phone).toLowerCase())
  const types = email === '' ? null : tokenTypesOf(request.type)
  if (types === null) return () => Promise.resolve(null)
  return (db) => findByCode(db, deps.oneTimeKey, { address: email, code }, types, deps.config.auth)
}

function refuseUnfitForm({ type, token, token_hash: hash }: RequestBody): void {
  if (type === '') throw invalid('Verify requires a verification type')
  if ((token === '') === (hash === '')) throw invalid('Verify requires either a token or a token hash')
}

function refuseUnfitEmail(email: string): void {
  try {
    parseEmail(email)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    throw unprocessable('Invalid email format')
  }
}

function invalidMessage(request: RequestBody): string {
  return request.token === '' ? 'Email link is invalid or has expired' : 'Token has expired or is invalid'
}
