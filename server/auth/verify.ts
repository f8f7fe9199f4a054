import * as v from 'valibot'
import { HttpError } from '../errors.ts'
import { parseEmail, parsePhone } from './addresses.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { optionalText, readJsonBody } from './json-body.ts'
import { type FoundToken, findByCode, findByLink } from './one-time-tokens.ts'
import { deviceOf, issueTokens } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { transaction } from './transaction.ts'
import type { Queryable } from './users.ts'
import { CONFIRM_THE_OTHER, prove, tokenTypesOf } from './verify-token.ts'

const bodySchema = v.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
})
type Request = v.InferOutput<typeof bodySchema>

/** POST /verify: a code that was typed, or the token of a link that the app opened itself. */
export async function verify(c: AuthContext, deps: AuthDeps): Promise<Response> {
  deps.limits.take(c, 'verify')
  const request = await readJsonBody(c, bodySchema)
  const find = request.token === '' ? byLink(request, deps) : await byCode(c, request, deps)
  const signedIn = await transaction(deps.pool, async (db) => {
    const proof = await prove(db, await find(db), invalidMessage(request))
    return proof === 'half' ? null : signIn(db, proof.userId, 'otp', deviceOf(c, deps))
  })
  if (request.token !== '') await deps.limits.codeWasRight(c, request.email.toLowerCase())
  if (signedIn === null) return c.json({ msg: CONFIRM_THE_OTHER, code: '200' })
  return c.json(await issueTokens(deps, signedIn.user, signedIn.session))
}

type Find = (db: Queryable) => Promise<FoundToken | null>

function byLink(request: Request, deps: AuthDeps): Find {
  refuseUnfitForm(request)
  if (request.email !== '' || request.phone !== '' || request.redirect_to !== '') {
    throw invalid('Only the token_hash and type should be provided')
  }
  const types = tokenTypesOf(request.type)
  if (types === null) throw invalid('Invalid email verification type')
  return (db) => findByLink(db, request.token_hash, types, deps.config.auth)
}

/** Nobody has a phone here, so no code for one is right. */
async function byCode(c: AuthContext, request: Request, deps: AuthDeps): Promise<Find> {
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

function refuseUnfitForm({ type, token, token_hash: hash }: Request): void {
  if (type === '') throw invalid('Verify requires a verification type')
  if ((token === '') === (hash === '')) throw invalid('Verify requires either a token or a token hash')
}

function refuseUnfitEmail(email: string): void {
  try {
    parseEmail(email)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    throw new HttpError(422, 'validation_failed', 'Invalid email format')
  }
}

function invalidMessage(request: Request): string {
  return request.token === '' ? 'Email link is invalid or has expired' : 'Token has expired or is invalid'
}

function invalid(message: string): HttpError {
  return new HttpError(400, 'validation_failed', message)
}
