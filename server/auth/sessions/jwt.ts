import { type CryptoKey, errors, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { OwnJwk } from '../../settings/own-keys.ts'
import { KEY_ISSUER, type Secrets } from '../../settings/secrets.ts'

/** The outcome of verifying a token. It says that the token is ours, not what it may do: the caller decides that. */
type Verified = { kind: 'verified'; claims: JWTPayload } | { kind: 'refused'; reason: JwtFailure }

export type JwtFailure =
  | { why: 'empty' }
  | { why: 'parts'; parts: number }
  | { why: 'algorithm' }
  | { why: 'key' }
  | { why: 'signature' }
  | { why: 'malformed' }
  | { why: 'expired' }
  | { why: 'not-yet-valid' }
  | { why: 'issued-in-future' }
  | { why: 'audience' }
  | { why: 'issuer' }

export interface Jwt {
  /** Signs an access token with the first key. */
  sign(claims: JWTPayload): Promise<string>
  /**
   * Checks signature, times, audience and issuer. `skewSeconds` forgives clocks that differ by so much; `now` is in
   * Unix seconds.
   */
  verify(token: string, skewSeconds: number, now?: number): Promise<Verified>
  /** The keys that GET /.well-known/jwks.json shows: public halves only, never a symmetric secret. */
  publicKeys: JWK[]
}

/** The audience of every access token; API keys in JWT form state none and are believed without one. */
const AUDIENCE = 'authenticated'

/** Verifying a signature is slow and a token comes with every request of its hour, so so many results are kept. */
const REMEMBERED_TOKENS = 5000

/**
 * The first of the signing keys, JWKs with their `kid`, signs and has to be private; the others, private or public,
 * only verify: they may be older keys or those of other servers. The JWT secret verifies HS256 tokens that name none of
 * the keys: API keys, and tokens minted by other programs. An API key that was taken back is signed as well as ever, so
 * of those only the ones that count now are believed.
 * @param issuer the issuer that a person's token has to name if it names one; null: any, as our address isn't settled.
 */
export async function createJwt(
  {
    signingKeys: keys,
    jwtSecret: secret,
    anonKeys,
    serviceKeys,
  }: Pick<Secrets, 'signingKeys' | 'jwtSecret' | 'anonKeys' | 'serviceKeys'>,
  issuer: string | null,
): Promise<Jwt> {
  const apiKeys = new Set([...anonKeys, ...serviceKeys])
  const [signing] = keys
  if (signing === undefined) throw new Error('No hay ninguna clave con la que firmar.')
  const { alg, kid } = signing
  const privateKey = await importJWK({ ...signing, key_ops: ['sign'] }, alg)
  const publicKeys = keys.filter((key) => key.alg !== 'HS256').map(publicHalf)
  const own: OwnKeys = {
    secret: new TextEncoder().encode(secret),
    byKid: new Map(await Promise.all(keys.map(async (key) => [key.kid, await verifier(key)] as const))),
  }
  const remembered = new LRUCache<string, JWTPayload>({ max: REMEMBERED_TOKENS })

  async function checkSignature(token: string): Promise<Verified> {
    const known = remembered.get(token)
    if (known !== undefined) return { kind: 'verified', claims: known }
    const checked = await verifySignature(token, own)
    if (checked.kind === 'verified' && checked.claims.iss === KEY_ISSUER && !apiKeys.has(token)) {
      return refused({ why: 'signature' })
    }
    if (checked.kind === 'verified') remembered.set(token, checked.claims)
    return checked
  }

  return {
    publicKeys,
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(privateKey),
    async verify(token, skewSeconds, now = Date.now() / 1000) {
      const checked = await checkSignature(token)
      if (checked.kind === 'refused') return checked
      const reason = claimsFailure(checked.claims, issuer, skewSeconds, now)
      return reason === null ? checked : { kind: 'refused', reason }
    },
  }
}

interface OwnKeys {
  secret: Uint8Array
  byKid: ReadonlyMap<string, Verifier>
}

interface Verifier {
  alg: string
  key: CryptoKey | Uint8Array
}

async function verifier(jwk: OwnJwk): Promise<Verifier> {
  // A symmetric key has no public half, so it is imported whole.
  const half = jwk.alg === 'HS256' ? jwk : publicHalf(jwk)
  return { alg: jwk.alg, key: await importJWK({ ...half, key_ops: ['verify'] }, jwk.alg) }
}

/** Picks the public members by name, so that nothing private can slip through. */
function publicHalf({ kty, kid, alg, crv, x, y, n, e }: OwnJwk): JWK {
  const numbers = kty === 'RSA' ? { n, e } : { crv, x, y }
  return { kty, ...numbers, kid, alg, use: 'sig', key_ops: ['verify'] } as JWK // The type can't tie numbers to kinds.
}

class UnknownKeyError extends Error {}

async function verifySignature(token: string, keys: OwnKeys): Promise<Verified> {
  const parts = token.split('.').length
  if (token === '') return refused({ why: 'empty' })
  if (parts !== 3) return refused({ why: 'parts', parts })
  try {
    const { payload } = await jwtVerify(token, (header) => ownKey(header, keys), {
      algorithms: ['ES256', 'RS256', 'HS256'],
      // Times are not checked here but in claimsFailure, on every use: this result is remembered.
      currentDate: new Date(0),
      clockTolerance: Number.MAX_SAFE_INTEGER,
    })
    return { kind: 'verified', claims: payload }
  } catch (error) {
    return refused(failureOf(error))
  }
}

/**
 * The key for a token's header. Each key has one algorithm, and `kid` chooses only among our own keys; `jku`, `jwk` and
 * `x5u` are never looked at, because they would let a token bring its own key.
 */
function ownKey(header: { alg?: string; kid?: unknown }, keys: OwnKeys): CryptoKey | Uint8Array {
  const named = typeof header.kid === 'string' ? keys.byKid.get(header.kid) : undefined
  if (named !== undefined && named.alg === header.alg) return named.key
  if (header.alg === 'HS256' && named === undefined) return keys.secret
  throw new UnknownKeyError()
}

function failureOf(error: unknown): JwtFailure {
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return { why: 'algorithm' }
  }
  if (error instanceof UnknownKeyError) return { why: 'key' }
  if (error instanceof errors.JWSSignatureVerificationFailed) return { why: 'signature' }
  return { why: 'malformed' }
}

function claimsFailure(
  claims: JWTPayload,
  issuer: string | null,
  skew: number,
  now: number,
): JwtFailure | null {
  const { exp, nbf, iat, aud, iss, sub } = claims
  if (exp !== undefined && exp + skew <= now) return { why: 'expired' }
  if (nbf !== undefined && nbf - skew > now) return { why: 'not-yet-valid' }
  // Some issuers round `iat` up, so a second is forgiven even where no skew is.
  if (iat !== undefined && iat - Math.max(skew, 1) > now) return { why: 'issued-in-future' }
  const audiences = typeof aud === 'string' ? [aud] : aud
  if (audiences !== undefined && !audiences.includes(AUDIENCE)) return { why: 'audience' }
  // An API key in the form of a token names the issuer of whoever made it, and no person.
  if (issuer !== null && sub !== undefined && iss !== undefined && iss !== issuer) return { why: 'issuer' }
  return null
}

function refused(reason: JwtFailure): Verified {
  return { kind: 'refused', reason }
}
