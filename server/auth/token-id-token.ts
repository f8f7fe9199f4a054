import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import * as v from 'valibot'
import { HttpError } from '../errors.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { accountOf } from './external-identity.ts'
import { optionalText, readJsonBody } from './json-body.ts'
import { personOf } from './oidc/person.ts'
import { deviceOf, issueTokens } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { transaction } from './transaction.ts'

const bodySchema = v.object({
  provider: optionalText,
  issuer: optionalText,
  id_token: optionalText,
  access_token: optionalText,
  nonce: optionalText,
})
type Request = v.InferOutput<typeof bodySchema>

/** Those the official client knows, and what they are called when they are off. */
const KNOWN_ISSUERS = new Map([
  ['google', 'https://accounts.google.com'],
  ['apple', 'https://appleid.apple.com'],
  ['azure', 'https://login.microsoftonline.com'],
  ['facebook', 'https://www.facebook.com'],
  ['keycloak', 'keycloak'],
  ['kakao', 'https://kauth.kakao.com'],
])

/** POST /token?grant_type=id_token: the phone has been at the provider itself and brings what it got there. */
export async function idTokenGrant(c: AuthContext, deps: AuthDeps): Promise<Response> {
  const request = await readJsonBody(c, bodySchema)
  if (request.id_token === '') throw refused('id_token required')
  refuseUnlessSetUp(request.provider, deps)
  const claims = await verifiedClaims(request, deps)
  refuseNonce(claims, request.nonce)
  refuseAccessToken(claims, request.access_token)
  const { user, session } = await transaction(deps.pool, async (db) => {
    const person = personOf(request.provider, claims)
    const account = await accountOf(db, person, deps.config.auth.signup)
    return signIn(db, account.id, 'oauth', deviceOf(c, deps))
  })
  return c.json(await issueTokens(deps, user, session))
}

function refuseUnlessSetUp(provider: string, deps: AuthDeps): void {
  if (deps.oidc.provider(provider) !== null) return
  const issuer = KNOWN_ISSUERS.get(provider)
  if (issuer !== undefined) {
    throw new HttpError(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`)
  }
  throw new HttpError(400, 'validation_failed', `Custom OIDC provider "${provider}" not allowed`)
}

async function verifiedClaims(
  { provider, id_token: idToken }: Request,
  deps: AuthDeps,
): Promise<JWTPayload & { sub: string }> {
  const claims = await deps.oidc.verifyIdToken(provider, idToken).catch((error: unknown) => {
    const reason = error instanceof Error && 'claim' in error ? error.claim : null
    throw refused(reason === 'aud' ? 'Unacceptable audience in id_token' : 'Bad ID token')
  })
  const { sub } = claims
  if (sub === undefined || sub === '') throw refused('Missing sub claim in id_token')
  return { ...claims, sub }
}

/** The provider was given the hash, so a token that was overheard is of no use without the nonce itself. */
function refuseNonce(claims: JWTPayload, nonce: string): void {
  const stated = typeof claims.nonce === 'string' ? claims.nonce : ''
  if ((stated === '') !== (nonce === '')) {
    throw refused('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (stated !== '' && createHash('sha256').update(nonce).digest('hex') !== stated) {
    throw refused('Nonces mismatch', 'invalid nonce')
  }
}

function refuseAccessToken(claims: JWTPayload, accessToken: string): void {
  if (typeof claims.at_hash !== 'string' || accessToken === '') return
  const half = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
  if (half !== claims.at_hash) throw refused('Bad ID token')
}

function refused(description: string, error = 'invalid request'): HttpError {
  return new HttpError(400, 'validation_failed', description, {
    body: { error, error_description: description },
  })
}
