import { createSecretKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import type { Session } from '@supabase/auth-js'
import {
  type CompactJWSHeaderParameters,
  CompactSign,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../settings/config.ts'
import { loadSecrets } from '../../settings/secrets.ts'
import { type Account, bearer, startTestServer, type TestServer } from '../../testing/test-server.ts'

/** Where it is set, tokens have to come from there. */
const SITE_URL = 'https://nana.example'

let server: TestServer
let ana: Account
let session: Session
let signingKey: JWK

beforeAll(async () => {
  server = await startTestServer({ SITE_URL })
  ana = await server.createAccount()
  session = await server.signIn(ana)
  signingKey = (await loadSecrets(loadConfig({ DATA_DIR: server.dataDir }))).signingKeys[0] ?? {}
})
afterAll(() => server.stop())

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const good = (): JWTPayload => ({
  sub: ana.id,
  role: 'authenticated',
  aud: 'authenticated',
  exp: inSeconds(60),
})
/** Signs any claims, also ones that make no sense; undefined ones are left out. */
const minted = (
  claims: Record<string, unknown>,
  secret = server.jwtSecret,
  header: Partial<CompactJWSHeaderParameters> = {},
) =>
  new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'HS256', ...header })
    .sign(createSecretKey(Buffer.from(secret)))
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Asks both APIs with a token and returns their answers. */
async function answersTo(token: string) {
  const user = await server.ask('/auth/v1/user', { headers: bearer(token) })
  const records = await server.ask('/rest/v1/sleep_records', { headers: bearer(token) })
  return { user, records }
}

async function expectRefused(token: string, code: string, message: string | RegExp) {
  const { user, records } = await answersTo(token)
  expect([user.status, user.body.code]).toEqual([403, 'bad_jwt'])
  expect(user.body.message).toMatch(/^invalid JWT: unable to parse or verify signature, token /)
  expect([records.status, records.body.code]).toEqual([401, code])
  expect(records.body.message).toMatch(message)
  expect(records.headers.get('www-authenticate')).toMatch(
    /^Bearer error="invalid_token", error_description="/,
  )
}

describe('a token is believed', () => {
  it('when the server signed it, with ES256', async () => {
    const { user, records } = await answersTo(session.access_token)
    expect([user.status, records.status]).toEqual([200, 200])
  })

  it('when it is signed with JWT_SECRET, with HS256, also with a key id from elsewhere', async () => {
    for (const token of [await minted(good()), await minted(good(), undefined, { kid: 'elsewhere' })]) {
      const { user, records } = await answersTo(token)
      expect([user.status, records.status]).toEqual([200, 200])
    }
  })
})

describe('a token is refused', () => {
  it('with the algorithm none', async () => {
    await expectRefused(
      `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(good())}.`,
      'PGRST301',
      /^(Wrong or unsupported encoding algorithm|JWT cryptographic operation failed)$/,
    )
  })

  it('with another algorithm and our secret', async () => {
    await expectRefused(
      await minted(good(), undefined, { alg: 'HS512' }),
      'PGRST301',
      'Wrong or unsupported encoding algorithm',
    )
  })

  it('with another secret', async () => {
    await expectRefused(
      await minted(good(), 'x'.repeat(40)),
      'PGRST301',
      'JWT cryptographic operation failed',
    )
  })

  it('with our public key used as a secret', async () => {
    const { keys } = (await server.ask('/auth/v1/.well-known/jwks.json')).body as { keys: JWK[] }
    const header = { kid: signingKey.kid ?? '' }
    await expectRefused(
      await minted(good(), JSON.stringify(keys[0]), header),
      'PGRST301',
      'No suitable key or wrong key type',
    )
  })

  it('with another ES256 key, under our key id, under its own, or brought along', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = publicKey.export({ format: 'jwk' }) as JWK
    const sign = (header: Partial<JWTHeaderParameters>) =>
      new SignJWT(good()).setProtectedHeader({ alg: 'ES256', ...header }).sign(privateKey)
    await expectRefused(
      await sign({ kid: signingKey.kid ?? '' }),
      'PGRST301',
      'JWT cryptographic operation failed',
    )
    await expectRefused(await sign({ kid: 'its-own' }), 'PGRST301', 'No suitable key or wrong key type')
    await expectRefused(await sign({}), 'PGRST301', 'No suitable key or wrong key type')
    const brought = { jwk, jku: `${server.url}/keys`, x5u: `${server.url}/keys` }
    await expectRefused(await sign(brought), 'PGRST301', 'No suitable key or wrong key type')
  })

  it('with our signature under other claims', async () => {
    const [header, , signature] = session.access_token.split('.')
    const claims = { ...good(), role: 'service_role' }
    await expectRefused(
      `${header}.${encoded(claims)}.${signature}`,
      'PGRST301',
      'JWT cryptographic operation failed',
    )
  })

  it('when it is no token at all', async () => {
    await expectRefused('a.b', 'PGRST301', 'Expected 3 parts in JWT; got 2')
    await expectRefused('a.b.c.d', 'PGRST301', 'Expected 3 parts in JWT; got 4')
    await expectRefused('..', 'PGRST301', 'JWT cryptographic operation failed')
    await expectRefused('ñ.ñ.ñ'.normalize(), 'PGRST301', 'JWT cryptographic operation failed')
    await expectRefused(
      `${encoded({ alg: 'HS256' })}.bm90IGpzb24.x`,
      'PGRST301',
      'JWT cryptographic operation failed',
    )
    const empty = await server.ask('/rest/v1/sleep_records', { headers: { Authorization: 'Bearer ' } })
    expect([empty.status, empty.body]).toEqual([
      401,
      { code: 'PGRST301', message: 'Empty JWT is sent in Authorization header', details: null, hint: null },
    ])
  })

  it('when it has expired', async () => {
    await expectRefused(await minted({ ...good(), exp: inSeconds(-40) }), 'PGRST303', 'JWT expired')
  })

  it('by auth alone when it expired less than 30 s ago: the table API forgives', async () => {
    const { user, records } = await answersTo(await minted({ ...good(), exp: inSeconds(-5) }))
    expect([user.status, records.status]).toEqual([403, 200])
  })

  it('when it is not valid yet', async () => {
    await expectRefused(await minted({ ...good(), nbf: inSeconds(100) }), 'PGRST303', 'JWT not yet valid')
    await expectRefused(await minted({ ...good(), iat: inSeconds(100) }), 'PGRST303', 'JWT issued at future')
  })

  it('when it is for another audience', async () => {
    await expectRefused(await minted({ ...good(), aud: 'other' }), 'PGRST303', 'JWT not in audience')
    const among = await answersTo(await minted({ ...good(), aud: ['other', 'authenticated'] }))
    expect(among.records.status).toBe(200)
  })

  it('when a person’s token is from another issuer; other programs’ may name none', async () => {
    const foreign = await minted({ ...good(), iss: 'https://other.example/auth/v1' })
    await expectRefused(foreign, 'PGRST303', 'JWT not from this issuer')
    const own = await answersTo(await minted({ ...good(), iss: `${SITE_URL}/auth/v1` }))
    expect([own.user.status, own.records.status]).toEqual([200, 200])
  })

  it('with claims of the wrong type', async () => {
    for (const claims of [{ exp: 'soon' }, { nbf: [] }, { iat: {} }]) {
      const token = await minted({ ...good(), ...claims })
      await expectRefused(token, 'PGRST301', 'JWT cryptographic operation failed')
    }
  })

  it('when it names a role that no request may take', async () => {
    for (const role of ['postgres', 'supabase_admin', '', undefined, ['anon'], 'ANON']) {
      const { records } = await answersTo(await minted({ ...good(), role }))
      expect([records.status, records.body.code]).toEqual([401, 'PGRST301'])
    }
  })
})

describe('a token without a live account or session is refused', () => {
  it.each([
    ['no sub', {}, { sub: undefined }, 403, 'bad_jwt', 'invalid claim: missing sub claim'],
    ['sub no UUID', {}, { sub: 'x' }, 400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'],
    [
      'session no UUID',
      {},
      { session_id: 'x' },
      403,
      'bad_jwt',
      'invalid claim: session_id claim must be a UUID',
    ],
    [
      'user gone',
      {},
      { sub: randomUUID() },
      403,
      'user_not_found',
      'User from sub claim in JWT does not exist',
    ],
    [
      'session gone',
      {},
      { session_id: randomUUID() },
      403,
      'session_not_found',
      'Session from session_id claim in JWT does not exist',
    ],
  ])('for %s', async (_, header, change, status, code, message) => {
    const user = await server.ask('/auth/v1/user', {
      headers: bearer(await minted({ ...good(), ...change }, undefined, header)),
    })
    expect([user.status, user.body]).toEqual([status, { code, message }])
  })

  it('for someone else’s session', async () => {
    const bea = await server.signIn(await server.createAccount())
    const { session_id } = JSON.parse(
      Buffer.from(bea.access_token.split('.')[1] ?? '', 'base64url').toString(),
    )
    const user = await server.ask('/auth/v1/user', {
      headers: bearer(await minted({ ...good(), session_id })),
    })
    expect([user.status, user.body.code]).toEqual([403, 'session_not_found'])
  })

  it('for a banned account', async () => {
    const bea = await server.createAccount()
    const { access_token: token } = await server.signIn(bea)
    await server.pool.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      bea.id,
    ])
    const { user, records } = await answersTo(token)
    expect([user.status, user.body]).toEqual([403, { code: 'user_banned', message: 'User is banned' }])
    expect(records.status).toBe(401)
  })

  it('for a deleted account', async () => {
    const bea = await server.createAccount()
    const { access_token: token } = await server.signIn(bea)
    await server.pool.query('delete from auth.users where id = $1', [bea.id])
    const { user, records } = await answersTo(token)
    expect([user.status, user.body.code, records.status]).toEqual([403, 'user_not_found', 401])
  })
})

it('the server signs with a key that is kept, so that tokens outlive a restart', async () => {
  const key = await importJWK(signingKey, 'ES256')
  const token = await new SignJWT(good())
    .setProtectedHeader({ alg: 'ES256', kid: signingKey.kid ?? '' })
    .sign(key)
  expect((await answersTo(token)).user.status).toBe(200)
})
