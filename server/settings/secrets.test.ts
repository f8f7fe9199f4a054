import { hkdfSync } from 'node:crypto'
import fs, { chownSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadConfig } from './config.ts'
import { keepFactorKey, loadSecrets, storeKeyVersions, storeNewJwtSecret } from './secrets.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'nana-secrets-'))
})
afterAll(() => rmSync(root, { recursive: true }))

const load = (name: string, env: Record<string, string> = {}) =>
  loadSecrets(loadConfig({ DATA_DIR: join(root, name, 'data'), ...env }))
const SECRET = 'a secret that is as long as it has to be'

it('secrets are made on the first start and stay', async () => {
  const first = await load('stay')
  expect(await load('stay')).toEqual(first)
  expect((await load('other')).jwtSecret).not.toBe(first.jwtSecret)
})

it('secrets lie in a file that only its owner may read', async () => {
  await load('file')
  expect(statSync(join(root, 'file/data/secrets.json')).mode & 0o777).toBe(0o600)
})

it('secrets belong to the folder’s owner, also when root makes them', async () => {
  const folder = join(root, 'given/data')
  mkdirSync(folder, { recursive: true })
  // Only root can give a folder to somebody else.
  const owner = process.getuid?.() === 0 ? 65_534 : statSync(folder).uid
  chownSync(folder, owner, statSync(folder).gid)
  await load('given')
  expect(statSync(join(folder, 'secrets.json')).uid).toBe(owner)
})

it('secrets that a full disk doesn’t take leave no draft', async () => {
  const full = vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    full.mockRestore()
    syncBuiltinESMExports()
  })
  await expect(load('full')).rejects.toThrow('no queda espacio en el disco')
  expect(readdirSync(join(root, 'full/data'))).toEqual([])
})

it('secrets are the same for servers that start at once', async () => {
  const [one, ...others] = await Promise.all(Array.from({ length: 8 }, () => load('race')))
  for (const other of others) expect(other).toEqual(one)
})

it('the same secret always makes the same API keys, which name their role', async () => {
  const { anonKey, serviceKey } = await load('mint', { JWT_SECRET: SECRET })
  expect(decodeJwt(anonKey)).toMatchObject({
    iss: 'nana',
    role: 'anon',
    iat: expect.any(Number),
    exp: expect.any(Number),
  })
  expect(decodeJwt(anonKey)).not.toHaveProperty('sub')
  expect(decodeJwt(serviceKey)).toMatchObject({ role: 'service_role' })
  await jwtVerify(anonKey, new TextEncoder().encode(SECRET), { algorithms: ['HS256'] })
  const elsewhere = await load('mint elsewhere', { JWT_SECRET: SECRET })
  expect([elsewhere.anonKey, elsewhere.serviceKey]).toEqual([anonKey, serviceKey])
})

it('a configured key replaces both forms of its role', async () => {
  const minted = await load('chosen')
  const opaque = await load('chosen', { ANON_KEY: 'sb_publishable_chosen' })
  expect([opaque.anonKeys, opaque.serviceKeys]).toEqual([['sb_publishable_chosen'], minted.serviceKeys])
  const SERVICE_KEY = 'sb_secret_as_long_as_it_has_to_be'
  const secret = await load('chosen', { SERVICE_KEY })
  expect([secret.anonKeys, secret.serviceKeys]).toEqual([minted.anonKeys, [SERVICE_KEY]])
  const same = { ANON_KEY: SERVICE_KEY, SERVICE_KEY }
  await expect(load('chosen', same)).rejects.toThrow('la misma clave')
})

it('another version of a key has nothing of the one before, and none is ever taken back', async () => {
  const first = await load('versions')
  const config = loadConfig({ DATA_DIR: join(root, 'versions/data') })
  await storeKeyVersions(config, { anonVersion: 1, serviceVersion: 2 })
  await storeKeyVersions(config, { anonVersion: 1, serviceVersion: 1 })
  const second = await load('versions')
  expect(second.anonKeys).toEqual(first.anonKeys)
  expect(second.serviceKeys.filter((key) => first.serviceKeys.includes(key))).toEqual([])
  expect(statSync(join(root, 'versions/data/secrets.json')).mode & 0o777).toBe(0o600)
})

describe('the key of second factors', () => {
  /** A file as servers made it before factors had a key of their own. */
  async function oldFile(name: string): Promise<string> {
    await load(name)
    const path = join(root, name, 'data/secrets.json')
    const { jwtSecret, signingKey } = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ jwtSecret, signingKey }))
    return path
  }

  it.each([{}, { JWT_SECRET: SECRET }])(
    'is carried over from the JWT secret of an older server: %j',
    async (env) => {
      const name = `old ${Object.keys(env).join()}`
      const path = await oldFile(name)
      const { jwtSecret, factorKey } = await load(name, env)
      expect(factorKey).toEqual(Buffer.from(hkdfSync('sha256', jwtSecret, '', 'nana factor secrets', 32)))
      await keepFactorKey(loadConfig({ DATA_DIR: join(root, name, 'data'), ...env }))
      expect(JSON.parse(readFileSync(path, 'utf8')).factorKey).toBe(factorKey.toString('base64url'))
      expect((await load(name, { JWT_SECRET: `${SECRET} now` })).factorKey).toEqual(factorKey)
    },
  )

  it('isn’t carried over by a command, which may lack the server’s settings', async () => {
    const path = await oldFile('command')
    const config = loadConfig({ DATA_DIR: join(root, 'command/data') })
    await storeKeyVersions(config, { anonVersion: 2, serviceVersion: 1 })
    await expect(storeNewJwtSecret(config)).rejects.toThrow('Arranca antes una vez el servidor')
    expect(JSON.parse(readFileSync(path, 'utf8'))).not.toHaveProperty('factorKey')
  })

  it('follows from a JWT secret that is given, where each start may have a new folder', async () => {
    const [one, two] = [
      await load('fresh one', { JWT_SECRET: SECRET }),
      await load('fresh two', { JWT_SECRET: SECRET }),
    ]
    expect(one.factorKey).toEqual(two.factorKey)
  })

  it('can be given: as a text, or as it stands in another server’s file', async () => {
    const own = await load('given')
    const given = async (key: string) => (await load('given', { FACTOR_KEY: key })).factorKey
    expect(await given(own.factorKey.toString('base64url'))).toEqual(own.factorKey)
    expect(await given(SECRET)).toEqual(await given(SECRET))
    expect(await given(SECRET)).toHaveLength(32)
  })
})

it('secrets in a damaged file are not replaced', async () => {
  await load('damaged')
  const path = join(root, 'damaged/data/secrets.json')
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 100))
  await expect(load('damaged')).rejects.toThrow(/secrets\.json está dañado/)
})

it.each([
  ['/dev/null/nana', 'DATA_DIR=/dev/null/nana no sirve: no es una carpeta.'],
  ['/proc/nana/data', 'ENOENT: no such file or directory, mkdir'],
])('secrets can’t be kept in %s', async (dataDir, message) => {
  await expect(loadSecrets(loadConfig({ DATA_DIR: dataDir }))).rejects.toThrow(message)
})
