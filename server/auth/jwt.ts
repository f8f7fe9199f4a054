import { type CryptoKey, errors, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { setBounded } from './set-bounded.ts'

/** A token whose signature is ours. What it may do is decided by whoever asked. */
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

/** A key of ours; `alg` is the one algorithm it is used with. */
export type OwnJwk = JWK & { kty: string; kid: string; alg: 'ES256' | 'RS256' | 'HS256' }

export interface Jwt {
  /** Signs an access token with the first of our keys. */
  sign(claims: JWTPayload): Promise<string>
  /** `skewSeconds` forgives clocks that differ; `now` is Unix seconds. */
  verify(token: string, skewSeconds: number, now?: number): Promise<Verified>
  /** What GET /.well-known/jwks.json shows: public halves only, never the symmetric secret. */
  publicKeys: JWK[]
}

/** Audience of every access token; keys have none. */
const AUDIENCE = 'authenticated'

/** Verifying costs a trip through the thread pool; a token is asked about many times in its hour. */
const REMEMBERED_TOKENS = 5000

/**
 * `keys` are JWKs with their kid. The first one signs and has to be private; the others, private or public, only verify
 * (keys of other days or other servers). `secret` also signs, with HS256: API keys, minted tokens.
 */
export async function createJwt(keys: readonly OwnJwk[], secret: string): Promise<Jwt> {
  const [signing] = keys
  if (signing === undefined) throw new Error('no key to sign with')
  const { alg, kid } = signing
  const privateKey = await importJWK({ ...signing, key_ops: ['sign'] }, alg)
  const publicKeys = keys.filter((key) => key.alg !== 'HS256').map(publicHalf)
  const own: OwnKeys = {
    secret: new TextEncoder().encode(secret),
    byKid: new Map(await Promise.all(keys.map(async (key) => [key.kid, await verifier(key)] as const))),
  }
  const remembered = new Map<string, JWTPayload>()

  async function checkSignature(token: string): Promise<Verified> {
    const known = remembered.get(token)
    if (known !== undefined) return { kind: 'verified', claims: known }
    const checked = await verifySignature(token, own)
    if (checked.kind === 'verified') setBounded(remembered, token, checked.claims, REMEMBERED_TOKENS)
    return checked
  }

  return {
    publicKeys,
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(privateKey),
    async verify(token, skewSeconds, now = Date.now() / 1000) {
      const checked = await checkSignature(token)
      if (checked.kind === 'refused') return checked
      const reason = claimsFailure(checked.claims, skewSeconds, now)
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
  // A symmetric key has no public half.
  const half = jwk.alg === 'HS256' ? jwk : publicHalf(jwk)
  return { alg: jwk.alg, key: await importJWK({ ...half, key_ops: ['verify'] }, jwk.alg) }
}

/** Named one by one: whatever else a key carries stays here. */
function publicHalf({ kty, kid, alg, crv, x, y, n, e }: OwnJwk): JWK {
  const numbers = kty === 'RSA' ? { n, e } : { crv, x, y }
  return { kty, ...numbers, kid, alg, use: 'sig', key_ops: ['verify'] } as JWK // each kind with its own numbers
}

class UnknownKeyError extends Error {}

async function verifySignature(token: string, keys: OwnKeys): Promise<Verified> {
  const parts = token.split('.').length
  if (token === '') return refused({ why: 'empty' })
  if (parts !== 3) return refused({ why: 'parts', parts })
  try {
    const { payload } = await jwtVerify(token, (header) => ownKey(header, keys), {
      algorithms: ['ES256', 'RS256', 'HS256'],
      // Times are checked on every use, not only on the first: see claimsFailure.
      currentDate: new Date(0),
      clockTolerance: Number.MAX_SAFE_INTEGER,
    })
    return { kind: 'verified', claims: payload }
  } catch (error) {
    return refused(failureOf(error))
  }
}

/** One algorithm per key. `kid` chooses only among our own; `jku`, `jwk` and `x5u` are never looked at. */
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

function claimsFailure(claims: JWTPayload, skew: number, now: number): JwtFailure | null {
  const { exp, nbf, iat, aud } = claims
  if (exp !== undefined && exp + skew <= now) return { why: 'expired' }
  if (nbf !== undefined && nbf - skew > now) return { why: 'not-yet-valid' }
  // A second of grace even without skew: `iat` is rounded by some issuers.
  if (iat !== undefined && iat - Math.max(skew, 1) > now) return { why: 'issued-in-future' }
  const audiences = typeof aud === 'string' ? [aud] : aud
  if (audiences !== undefined && !audiences.includes(AUDIENCE)) return { why: 'audience' }
  return null
}

function refused(reason: JwtFailure): Verified {
  return { kind: 'refused', reason }
}
