import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { parseOwnKeys } from '../../settings/own-keys.ts'
import { bearer, startTestServer, type TestServer } from '../../testing/test-server.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = async (key: KeyObject, kid: string, rest: JWK | object = {}) => ({
  ...(await exportJWK(key)),
  kid,
  ...rest,
})

async function withServer(settings: Record<string, string>, test: (server: TestServer) => Promise<void>) {
  const server = await startTestServer(settings)
  try {
    await test(server)
  } finally {
    await server.stop()
  }
}

async function statusOf(server: TestServer, token: string): Promise<number[]> {
  const user = await server.ask('/auth/v1/user', { headers: bearer(token) })
  const records = await server.ask('/rest/v1/sleep_records', { headers: bearer(token) })
  return [user.status, records.status]
}

const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())

describe('keys of one’s own', () => {
  it('sign with RS256, and the official client verifies with what is published', async () => {
    const keys = [await jwk(rsa.privateKey, 'rsa-2025', { key_ops: ['sign', 'verify'] })]
    await withServer({ AUTH_JWT_KEYS: JSON.stringify(keys) }, async (server) => {
      const ana = await server.createAccount()
      const client = server.client()
      await client.signInWithPassword({ email: ana.email, password: 'siesta-larga-y-buena' })
      const { data } = await client.getClaims()
      expect(data?.header).toMatchObject({ alg: 'RS256', kid: 'rsa-2025', typ: 'JWT' })
      expect(data?.claims.sub).toBe(ana.id)
      const token = (await server.signIn(ana)).access_token
      expect(await statusOf(server, token)).toEqual([200, 200])
    })
  })

  it('publish their public numbers and nothing else', async () => {
    const keys = [
      await jwk(rsa.privateKey, 'rsa'),
      await jwk(ec.privateKey, 'ec', { d: (await exportJWK(ec.privateKey)).d ?? '' }),
      { kty: 'oct', kid: 'shared', k: Buffer.alloc(40, 7).toString('base64url') },
    ]
    await withServer({ AUTH_JWT_KEYS: JSON.stringify({ keys }) }, async (server) => {
      const { body } = await server.ask('/auth/v1/.well-known/jwks.json')
      const published = body.keys as JWK[]
      expect(published.map(({ kid }) => kid)).toEqual(['rsa', 'ec', expect.any(String)])
      const names = (index: number) => Object.keys(published[index] ?? {}).sort()
      expect(names(0)).toEqual(['alg', 'e', 'key_ops', 'kid', 'kty', 'n', 'use'])
      expect(names(1)).toEqual(['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'])
    })
  })

  it('verify also when they are no longer first, as do public keys and the server’s own', async () => {
    const old = await jwk(ec.privateKey, 'old', { key_ops: ['verify'] })
    const foreign = await jwk(rsa.publicKey, 'foreign')
    const next = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const keys = [old, foreign, await jwk(next.privateKey, 'next')]
    await withServer({ AUTH_JWT_KEYS: JSON.stringify(keys) }, async (server) => {
      const ana = await server.createAccount()
      expect(headerOf((await server.signIn(ana)).access_token)).toMatchObject({ alg: 'ES256', kid: 'next' })
      const claims: JWTPayload = { sub: ana.id, role: 'authenticated', aud: 'authenticated' }
      const signed = (alg: string, kid: string, key: KeyObject) =>
        new SignJWT(claims).setProtectedHeader({ alg, kid }).setExpirationTime('1m').sign(key)
      expect(await statusOf(server, await signed('ES256', 'old', ec.privateKey))).toEqual([200, 200])
      expect(await statusOf(server, await signed('RS256', 'foreign', rsa.privateKey))).toEqual([200, 200])
      // Each key has one algorithm and one name, and counts under no other.
      for (const forged of [
        await signed('ES256', 'foreign', ec.privateKey),
        await signed('ES256', 'next', ec.privateKey),
        await signed('PS256', 'foreign', rsa.privateKey),
        await signed('RS512', 'foreign', rsa.privateKey),
        await new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: 'foreign' })
          .setExpirationTime('1m')
          .sign(Buffer.from(rsa.publicKey.export({ format: 'pem', type: 'spki' }))),
      ]) {
        expect(await statusOf(server, forged)).toEqual([403, 401])
      }
    })
  })

  it('may come from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nana-keys-'))
    const path = join(folder, 'keys.json')
    await writeFile(path, JSON.stringify([await jwk(ec.privateKey, 'from-file')]))
    expect((await parseOwnKeys(path)).map(({ kid, alg }) => [kid, alg])).toEqual([['from-file', 'ES256']])
    await rm(folder, { recursive: true })
  })

  it('without a name are named by a hash of their numbers', async () => {
    const [key] = await parseOwnKeys(JSON.stringify([await exportJWK(ec.privateKey)]))
    expect(key?.kid).toMatch(/^[\w-]{43}$/)
  })

  it.each([
    ['[', 'lista de claves JWK'],
    ['[{"kty":"EC","crv":"P-384","x":"a","y":"b"}]', 'lista de claves JWK'],
    ['[{"kty":"EC","crv":"P-256","x":"secreto","y":"b","d":"c"}]', 'dañada'],
    ['[]', 'falta una clave privada'],
    ['[{"kty":"oct","k":"c2VjcmV0bw"}]', 'falta una clave privada'],
    ['/no/such/file', 'archivo que se pueda leer'],
  ])('are refused, and not repeated in the message, if they are %s', async (setting, why) => {
    await expect(parseOwnKeys(setting)).rejects.toThrow(why)
    await expect(parseOwnKeys(setting)).rejects.not.toThrow('secreto')
  })
})
