import { createHmac } from 'node:crypto'
import fc from 'fast-check'

/** A forger may know tokens that were good once, and everything public. */
export interface Loot {
  /** This access token is one of the forger's own account. */
  accessToken: string
  anonKey: string
  /** The forger wants to pass as this user, who is of another family. */
  otherId: string
  publicKey: string
}

type Forgery = (loot: Loot) => string

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
// The server made the tokens that are taken apart here, so each part is an object.
const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object

const header = fc.record(
  {
    alg: fc.constantFrom(
      'none',
      'None',
      'NONE',
      'HS256',
      'HS384',
      'HS512',
      'RS256',
      'PS256',
      'ES256',
      'ES384',
      'EdDSA',
      '',
    ),
    typ: fc.constantFrom('JWT', 'at+jwt', ''),
    kid: fc.oneof(
      fc.string({ maxLength: 50 }),
      fc.constantFrom('../../dev/null', "' or 1=1 --", '__proto__'),
    ),
    jwk: fc.constant({ kty: 'oct', k: 'AAAA' }),
    jku: fc.constant('http://127.0.0.1:9/keys'),
    crit: fc.constantFrom(['exp'], ['b64'], [], 'b64'),
    b64: fc.boolean(),
    zip: fc.constant('DEF'),
  },
  { requiredKeys: [] },
)
const claims = fc.record(
  {
    role: fc.constantFrom('service_role', 'supabase_admin', 'postgres', 'anon', 'authenticated', '', 1),
    sub: fc.constantFrom('', 'x', '00000000-0000-0000-0000-000000000000'),
    aud: fc.constantFrom('authenticated', 'other', ['authenticated'], 1),
    exp: fc.constantFrom(0, -1, 1, 4e9, 'soon', null, 1e300),
    nbf: fc.constantFrom(0, 4e9, {}),
    iat: fc.constantFrom(0, 4e9, []),
    session_id: fc.constantFrom('', 'x', '00000000-0000-0000-0000-000000000000', null),
    aal: fc.constantFrom('aal2', 'aal3'),
    is_anonymous: fc.boolean(),
  },
  { requiredKeys: [] },
)

/** Changes header and claims, and keeps the old signature or makes a new one with whatever is public. */
const rewritten: fc.Arbitrary<Forgery> = fc
  .tuple(header, claims, fc.boolean(), fc.constantFrom('old', 'none', 'public', 'empty', 'guess'))
  .map(([head, change, impersonate, signing]) => (loot) => {
    const [oldHead = '', oldClaims = '', oldSignature = ''] = loot.accessToken.split('.')
    const sub = impersonate ? { sub: loot.otherId } : {}
    const signed = `${encoded({ ...decoded(oldHead), ...head })}.${encoded({ ...decoded(oldClaims), ...change, ...sub })}`
    const by = (key: string) => createHmac('sha256', key).update(signed).digest('base64url')
    const signatures = {
      old: oldSignature,
      none: '',
      public: by(loot.publicKey),
      empty: by(''),
      guess: by('super-secret-jwt-token-with-at-least-32-characters-long'),
    }
    return `${signed}.${signatures[signing]}`
  })

/** Replaces a character or a piece of a good token. */
const damaged: fc.Arbitrary<Forgery> = fc
  .tuple(
    fc.boolean(),
    fc.nat(),
    fc.nat(8),
    fc.string({ maxLength: 4, unit: fc.constantFrom('A', 'a', '0', '_', '-', '.', '=', '/', '+') }),
  )
  .map(([key, at, length, piece]) => (loot) => {
    const token = key ? loot.anonKey : loot.accessToken
    const start = at % token.length
    return token.slice(0, start) + piece + token.slice(start + length)
  })

const invented: fc.Arbitrary<Forgery> = fc
  .oneof(
    fc
      .array(fc.constantFrom('e30', 'eyJhbGciOiJub25lIn0', '.', '..', 'x', ' ', 'Bearer', '='), {
        maxLength: 8,
      })
      .map((pieces) => pieces.join('')),
    // An HTTP library lets only visible ASCII and Latin-1 into a header, so other characters would never be sent.
    fc.string({
      maxLength: 80,
      unit: fc
        .integer({ min: 0x21, max: 0xff })
        .filter((code) => code < 0x7f || code > 0xa0)
        .map((code) => String.fromCharCode(code)),
    }),
    fc.constantFrom('sb_secret_x', 'sb_publishable_x', 'null', 'undefined', 'a'.repeat(4000)),
  )
  .map((text) => () => text)

export const forgery: fc.Arbitrary<Forgery> = fc.oneof(
  { weight: 3, arbitrary: rewritten },
  { weight: 3, arbitrary: damaged },
  { weight: 1, arbitrary: invented },
)
