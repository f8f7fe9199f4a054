import { createHash } from 'node:crypto'
import { decodeProtectedHeader, type JWTPayload } from 'jose'
import * as v from 'valibot'
import type { AuthContext } from '../../calls/auth-context.ts'
import { optionalText, readJsonBody } from '../../calls/json-body.ts'
import { invalid } from '../../calls/refusals.ts'
import { accountOf } from '../../providers/external-identity.ts'
import { personOf } from '../../providers/oidc-person.ts'
import { badIdToken, issuerOff } from '../../providers/refusals.ts'
import { deviceOf, issueTokens } from '../../sessions/sessions.ts'
import { signIn } from '../../sessions/sign-in.ts'
import { transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'jwt' | 'apiKeys' | 'oidc' | 'liveSessions' | 'pepper'>

const bodySchema = v.object({
  provider: optionalText,
  issuer: optionalText,
  id_token: optionalText,
  access_token: optionalText,
  nonce: optionalText,
})
type RequestBody = v.InferOutput<typeof bodySchema>

/** The providers that the official client knows, and the issuer that names each one when it is off. */
const KNOWN_ISSUERS = new Map([
  ['google', 'https://accounts.google.com'],
  ['apple', 'https://appleid.apple.com'],
  ['azure', 'https://login.microsoftonline.com'],
  ['facebook', 'https://www.facebook.com'],
  ['keycloak', 'keycloak'],
  ['kakao', 'https://kauth.kakao.com'],
])

/** POST /token?grant_type=id_token: signs in with an ID token that the app got from the provider itself. */
export async function idTokenGrant(c: AuthContext, deps: Deps): Promise<Response> {
  const request = await readJsonBody(c, bodySchema)
  if (request.id_token === '') throw badIdToken('id_token required')
  refuseUnlessSetUp(request.provider, deps)
  const claims = await verifiedClaims(request, deps)
  refuseNonce(claims, request.nonce)
  refuseAccessToken(claims, request)
  const { user, session } = await transaction(deps, async (db) => {
    const person = personOf(request.provider, claims)
    const account = await accountOf(db, person, deps.config.auth.signup)
    return signIn(db, account.id, 'oauth', deviceOf(c, deps))
  })
  return c.json(await issueTokens(deps, user, session))
}

function refuseUnlessSetUp(provider: string, deps: Deps): void {
  if (deps.oidc.provider(provider) !== null) return
  const issuer = KNOWN_ISSUERS.get(provider)
  if (issuer !== undefined) {
    throw issuerOff(issuer)
  }
  throw invalid(`Custom OIDC provider "${provider}" not allowed`)
}

async function verifiedClaims(
  { provider, id_token: idToken }: RequestBody,
  deps: Deps,
): Promise<JWTPayload & { sub: string }> {
  const claims = await deps.oidc.verifyIdToken(provider, idToken).catch((error: unknown) => {
    const reason = error instanceof Error && 'claim' in error ? error.claim : null
    throw badIdToken(reason === 'aud' ? 'Unacceptable audience in id_token' : 'Bad ID token')
  })
  const { sub } = claims
  if (sub === undefined || sub === '') throw badIdToken('Missing sub claim in id_token')
  return { ...claims, sub }
}

/**
 * Compares the nonce with its hash in the token. Only the app that asked for the token knows the nonce, so a token that
 * was overheard is of no use.
 */
function refuseNonce(claims: JWTPayload, nonce: string): void {
  const stated = typeof claims.nonce === 'string' ? claims.nonce : ''
  if ((stated === '') !== (nonce === '')) {
    throw badIdToken('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (stated !== '' && createHash('sha256').update(nonce).digest('hex') !== stated) {
    throw badIdToken('Nonces mismatch', 'invalid nonce')
  }
}

/** The token names the access token that came with it by half a hash, made as its own signature's hash is. */
function refuseAccessToken(
  claims: JWTPayload,
  { id_token: idToken, access_token: accessToken }: RequestBody,
): void {
  if (typeof claims.at_hash !== 'string' || accessToken === '') return
  const algorithm = decodeProtectedHeader(idToken).alg ?? ''
  // Ed25519 hashes by SHA-512; the names of the other algorithms end in the length of their hash.
  const length = algorithm === 'EdDSA' ? '512' : algorithm.slice(-3)
  const hash = createHash(`sha${length}`).update(accessToken).digest()
  if (hash.subarray(0, hash.length / 2).toString('base64url') !== claims.at_hash)
    throw badIdToken('Bad ID token')
}
