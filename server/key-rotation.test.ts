import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Rotation, rotateKeys } from './administration/rotate-keys.ts'
import { runCli } from './cli.ts'
import { fingerprintOf, keepFingerprint } from './db/this-server.ts'
import { type Config, loadConfig } from './settings/config.ts'
import { loadSecrets, type Secrets } from './settings/secrets.ts'
import { startTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { type Account, bearer, PASSWORD, startTestServer, type TestServer } from './testing/test-server.ts'
import { totpCode } from './testing/totp-code.ts'

const SETTINGS = '/auth/v1/settings'
const USERS = '/auth/v1/admin/users'
const NONE: Rotation = { anon: false, service: false, sessions: false }

let db: TestDatabase
let server: TestServer
let config: Config
let before: Secrets

beforeEach(async () => {
  db = await startTestDatabase()
  server = await startTestServer({}, db)
  config = loadConfig({ DATA_DIR: server.dataDir })
  before = await loadSecrets(config)
})
afterEach(() => server.stop())

const rotate = (which: Partial<Rotation>) => rotateKeys(db.pool, config, { ...NONE, ...which })
const statusOf = async (headers: Record<string, string>, path: string, url = server.url) =>
  (await fetch(url + path, { headers })).status

/** Waits until the server believes the public key, which it does as soon as it has heard of it. */
async function taken({ anonKey, serviceKey }: Secrets, url = server.url): Promise<void> {
  for (const apikey of [anonKey, serviceKey]) {
    await expect.poll(() => statusOf({ apikey }, SETTINGS, url)).toBe(200)
  }
}

describe('a key that is taken back', () => {
  it('is refused by the running server in both forms, wherever it stands; the other role keeps its key', async () => {
    const after = await rotate({ service: true })
    await taken(after)
    expect(after.anonKeys).toEqual(before.anonKeys)
    const { anonKey } = after
    for (const old of before.serviceKeys) {
      expect(await statusOf({ apikey: old }, SETTINGS)).toBe(401)
      const asBearer = { apikey: anonKey, ...bearer(old) }
      expect(await statusOf(asBearer, '/rest/v1/baby_info')).toBe(401)
      expect([401, 403]).toContain(await statusOf(asBearer, USERS))
    }
    for (const key of after.serviceKeys) {
      expect(await statusOf({ apikey: anonKey, ...bearer(key) }, USERS)).toBe(200)
    }
  })

  it('is refused by every server on the database, and by one that starts later', async () => {
    const { host, user, database } = db.connection
    const settings = {
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`,
      JWT_SECRET: before.jwtSecret,
    }
    const running = await startTestServer(settings)
    expect(running.anonKey).toBe(before.anonKey)
    const after = await rotate({ anon: true, service: true })
    await taken(after, running.url)
    const later = await startTestServer(settings)
    for (const { url } of [running, later]) {
      expect(await statusOf({ apikey: after.anonKey }, SETTINGS, url)).toBe(200)
      for (const apikey of [...before.anonKeys, ...before.serviceKeys]) {
        expect(await statusOf({ apikey }, SETTINGS, url)).toBe(401)
      }
    }
    await running.stop()
    await later.stop()
  })

  it('stays refused on a database that is made anew beside the same file', async () => {
    const after = await rotate({ service: true })
    await taken(after)
    const { host, user, database } = db.connection
    await db.pool.query('delete from nana.key_versions')
    const again = await startTestServer({
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`,
      DATA_DIR: server.dataDir,
    })
    expect(await statusOf({ apikey: before.serviceKey }, SETTINGS, again.url)).toBe(401)
    expect(await statusOf({ apikey: after.serviceKey }, SETTINGS, again.url)).toBe(200)
    await again.stop()
  })

  it('leaves sessions as they are', async () => {
    const session = await server.signIn(await server.createAccount())
    const { anonKey: apikey, serviceKey } = await rotate({ anon: true })
    await taken({ ...before, anonKey: apikey, serviceKey })
    const answer = await fetch(`${server.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ refresh_token: session.refresh_token }),
    })
    expect(answer.status).toBe(200)
  })

  it('is an event of the security log', async () => {
    await rotate({ anon: true })
    const { rows } = await db.pool.query(
      `select event, detail from nana.security_log where event = 'command'`,
    )
    expect(rows).toEqual([{ event: 'command', detail: 'rotate-keys' }])
  })
})

describe('a new JWT secret', () => {
  let ana: Account
  let factor: { id: string; secret: string }

  beforeEach(async () => {
    ana = await server.createAccount()
    const client = server.client()
    await client.signInWithPassword({ email: ana.email, password: PASSWORD })
    const { data, error } = await client.mfa.enroll({ factorType: 'totp' })
    if (error !== null) throw error
    factor = { id: data.id, secret: data.totp.secret }
    const half = Date.now() / 1000 - 30
    const set = await client.mfa.challengeAndVerify({
      factorId: factor.id,
      code: totpCode(factor.secret, half),
    })
    expect(set.error).toBeNull()
  })

  /** Signs in with the password and a code of the factor, at a server with this public key. */
  async function signInWithFactor(anonKey: string, url = server.url): Promise<string | undefined> {
    const headers = { apikey: anonKey, Authorization: `Bearer ${anonKey}` }
    const client = server.client({ url: `${url}/auth/v1`, headers })
    const signedIn = await client.signInWithPassword({ email: ana.email, password: PASSWORD })
    expect(signedIn.error).toBeNull()
    const given = await client.mfa.challengeAndVerify({ factorId: factor.id, code: totpCode(factor.secret) })
    return given.error?.message
  }

  it('ends every session in the running server, and loses no second factor', async () => {
    const session = await server.signIn(ana)
    const after = await rotate({ sessions: true })
    await taken(after)
    expect(after.jwtSecret).not.toBe(before.jwtSecret)
    const headers = { apikey: after.anonKey, ...bearer(session.access_token) }
    expect(await statusOf(headers, '/auth/v1/user')).toBe(403)
    expect(await statusOf(headers, '/rest/v1/baby_info')).toBe(401)
    for (const old of [...before.anonKeys, ...before.serviceKeys]) {
      expect(await statusOf({ apikey: old }, SETTINGS)).toBe(401)
    }
    const renewal = await fetch(`${server.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: after.anonKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ refresh_token: session.refresh_token }),
    })
    expect(await renewal.json()).toMatchObject({ error_code: 'refresh_token_not_found' })
    expect(await signInWithFactor(after.anonKey)).toBeUndefined()
  })

  it('by settings loses no second factor either, also of a file that an older server made', async () => {
    const path = join(server.dataDir, 'secrets.json')
    const { jwtSecret, signingKey } = JSON.parse(readFileSync(path, 'utf8'))
    const { host, user, database } = db.connection
    const settings = {
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`,
    }
    const folder = mkdtempSync(join(tmpdir(), 'nana-old-file-'))
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ jwtSecret, signingKey }))
    await db.pool.query('delete from auth.mfa_factors')
    await keepFingerprint(db.pool, fingerprintOf(OLD_SECRET))
    const old = await startTestServer({ ...settings, DATA_DIR: folder, JWT_SECRET: OLD_SECRET })
    const client = old.client()
    await client.signInWithPassword({ email: ana.email, password: PASSWORD })
    const { data } = await client.mfa.enroll({ factorType: 'totp' })
    factor = { id: data?.id ?? '', secret: data?.totp?.secret ?? '' }
    const half = Date.now() / 1000 - 30
    await client.mfa.challengeAndVerify({ factorId: factor.id, code: totpCode(factor.secret, half) })
    await old.stop()
    // The database belongs to whoever has the old secret, until that is said (take-over).
    await keepFingerprint(db.pool, fingerprintOf(NEW_SECRET))
    const next = await startTestServer({ ...settings, DATA_DIR: folder, JWT_SECRET: NEW_SECRET })
    expect(await signInWithFactor(next.anonKey, next.url)).toBeUndefined()
    await next.stop()
    rmSync(folder, { recursive: true })
  })

  it('stops a server that still has the old one, from a folder of its own, until it is given the new one', async () => {
    const { host, user, database } = db.connection
    const folder = mkdtempSync(join(tmpdir(), 'nana-own-folder-'))
    copyFileSync(join(server.dataDir, 'secrets.json'), join(folder, 'secrets.json'))
    const other = await startTestServer({
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`,
      DATA_DIR: folder,
    })
    const after = await rotate({ sessions: true })
    await taken(after)
    await expect.poll(() => statusOf({ apikey: before.serviceKey }, USERS, other.url)).toBe(503)
    copyFileSync(join(server.dataDir, 'secrets.json'), join(folder, 'secrets.json'))
    await taken(after, other.url)
    expect(await statusOf({ apikey: before.serviceKey }, SETTINGS, other.url)).toBe(401)
    await other.stop()
    rmSync(folder, { recursive: true })
  })

  it('is not made up by a running server whose file is gone', async () => {
    const path = join(server.dataDir, 'secrets.json')
    renameSync(path, `${path}.away`)
    await db.pool.query(`select pg_notify('nana_keys', '')`)
    expect(await statusOf({ apikey: before.anonKey }, SETTINGS)).toBe(200)
    expect(existsSync(path)).toBe(false)
    renameSync(`${path}.away`, path)
  })

  it('is made only with the secrets that the database knows', async () => {
    const strange = loadConfig({ DATA_DIR: server.dataDir, JWT_SECRET: NEW_SECRET })
    for (const which of [{ anon: true }, { service: true }]) {
      await expect(rotateKeys(db.pool, strange, { ...NONE, ...which })).rejects.toThrow('otros secretos')
    }
    expect(await loadSecrets(config)).toEqual(before)
  })

  it('is not kept where the database does not take it', async () => {
    await db.pool.query(`create function nana.refuse() returns trigger language plpgsql as
        $$ begin raise exception 'no commit'; end $$;
      create constraint trigger refuse after update on nana.this_server
        deferrable initially deferred for each row execute function nana.refuse()`)
    await expect(rotate({ sessions: true })).rejects.toThrow('no commit')
    expect(await loadSecrets(config)).toEqual(before)
    expect(readdirSync(server.dataDir)).not.toContain('secrets.json.antes')
  })

  it('leaves the old one beside it where the answer to its commit was lost', async () => {
    const path = join(server.dataDir, 'secrets.json')
    const old = readFileSync(path, 'utf8')
    let isLost = false
    const client = await db.pool.connect()
    const losing: pg.Pool = Object.assign(Object.create(db.pool), {
      connect: async () => ({
        query: async (sql: string, values?: unknown[]) => {
          const answer = await client.query(sql, values)
          isLost ||= sql === 'commit'
          if (isLost) throw new Error('Connection terminated')
          return answer
        },
        release: () => client.release(),
      }),
      query: async (sql: string, values?: unknown[]) => {
        if (isLost) throw new Error('ECONNREFUSED')
        return db.pool.query(sql, values)
      },
    })
    await expect(rotateKeys(losing, config, { ...NONE, sessions: true })).rejects.toThrow(
      `En ${path} queda el nuevo y en ${path}.antes el de antes.`,
    )
    expect(readFileSync(`${path}.antes`, 'utf8')).toBe(old)
    expect(readFileSync(path, 'utf8')).not.toBe(old)
    await rotate({ sessions: true })
    expect(readdirSync(server.dataDir)).not.toContain('secrets.json.antes')
  })

  it('that the settings name is changed there', async () => {
    const given = loadConfig({
      DATA_DIR: server.dataDir,
      JWT_SECRET: NEW_SECRET,
      SERVICE_KEY: 'sb_secret_as_long_as_it_has_to_be',
    })
    await expect(rotateKeys(db.pool, given, { ...NONE, sessions: true })).rejects.toThrow('JWT_SECRET')
    await expect(rotateKeys(db.pool, given, { ...NONE, service: true })).rejects.toThrow('SERVICE_KEY')
    expect(await loadSecrets(config)).toEqual(before)
  })
})

describe('the command says, beside the keys,', () => {
  let said: string

  beforeEach(() => {
    said = ''
    const { host, user, database } = db.connection
    vi.stubEnv('DATA_DIR', server.dataDir)
    vi.stubEnv(
      'DATABASE_URL',
      `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`,
    )
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said += text
      return true
    })
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })

  it.each([[[]], [['--anon']], [['--service']], [['--sessions']]])(
    'that the file of secrets has to be kept anew: %j',
    async (options) => {
      await runCli(['rotate-keys', ...options])
      expect(said).toContain(`Guarda otra vez ${join(server.dataDir, 'secrets.json')}`)
      expect(said).not.toContain('AUTH_JWT_KEYS')
    },
  )

  it('that keys of AUTH_JWT_KEYS are still good', async () => {
    vi.stubEnv('AUTH_JWT_KEYS', JSON.stringify([await madeKey()]))
    await runCli(['rotate-keys', '--service'])
    expect(said).not.toContain('AUTH_JWT_KEYS')
    await runCli(['rotate-keys', '--sessions'])
    expect(said).toContain('Las claves de AUTH_JWT_KEYS siguen valiendo')
  })
})

async function madeKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'ours', key_ops: ['sign', 'verify'] }
}

const OLD_SECRET = 'a secret that is as long as it has to be'
const NEW_SECRET = 'another secret that is as long as it has to be'
