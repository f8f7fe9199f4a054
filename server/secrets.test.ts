import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { loadSecrets } from './secrets.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'nana-secrets-'))
})
afterAll(() => rmSync(root, { recursive: true }))

const load = (name: string, env: Record<string, string> = {}) =>
  loadSecrets(loadConfig({ DATA_DIR: join(root, name, 'data'), ...env }))
const SECRET = 'a secret that is as long as it has to be'

it('are made on the first start and stay', async () => {
  const first = await load('stay')
  expect(await load('stay')).toEqual(first)
  expect((await load('other')).jwtSecret).not.toBe(first.jwtSecret)
})

it('lie in a file that only its owner reads', async () => {
  await load('file')
  expect(statSync(join(root, 'file/data/secrets.json')).mode & 0o777).toBe(0o600)
})

it('are the same for two servers that start at once', async () => {
  const [one, ...others] = await Promise.all(Array.from({ length: 8 }, () => load('race')))
  for (const other of others) expect(other).toEqual(one)
})

it('mint keys that say their role, and the same ones from the same secret', async () => {
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

it('a chosen key takes the place of the one of its form', async () => {
  const minted = await load('chosen')
  const opaque = await load('chosen', { ANON_KEY: 'sb_publishable_chosen' })
  expect(opaque.anonKeys).toEqual(['sb_publishable_chosen', minted.anonKeys[0]])
  const jwt = await load('chosen', { ANON_KEY: 'a.b.c' })
  expect(jwt.anonKeys).toEqual(['a.b.c', minted.anonKeys[1]])
  await expect(load('chosen', { ANON_KEY: 'same', SERVICE_KEY: 'same' })).rejects.toThrow('la misma clave')
})

it('are not made anew over a file that is damaged', async () => {
  await load('damaged')
  const path = join(root, 'damaged/data/secrets.json')
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 100))
  await expect(load('damaged')).rejects.toThrow(/secrets\.json está dañado/)
})

it.each([
  ['/dev/null/nana', 'DATA_DIR=/dev/null/nana no sirve: no es una carpeta.'],
  ['/proc/nana/data', 'ENOENT: no such file or directory, mkdir'],
])('can’t be kept in %s', async (dataDir, message) => {
  await expect(loadSecrets(loadConfig({ DATA_DIR: dataDir }))).rejects.toThrow(message)
})
