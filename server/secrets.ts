import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calculateJwkThumbprint, type JWK, SignJWT } from 'jose'
import * as v from 'valibot'
import type { OwnJwk } from './auth/jwt.ts'
import { parseOwnKeys } from './auth/own-keys.ts'
import type { Config } from './config.ts'
import { explainedFolder, makeFolders } from './data-dir.ts'
import { ConfigError } from './environment.ts'

export interface Secrets {
  jwtSecret: string
  /** The first signs access tokens, all of them verify. Ours is always among them. */
  signingKeys: OwnJwk[]
  /** What `keys` prints and the app is handed. */
  anonKey: string
  serviceKey: string
  /** Every key that is accepted, JWT and opaque forms. */
  anonKeys: readonly string[]
  serviceKeys: readonly string[]
}

const secretsSchema = v.object({
  jwtSecret: v.pipe(v.string(), v.minBytes(32)),
  signingKey: v.object({
    kty: v.literal('EC'),
    crv: v.literal('P-256'),
    x: v.string(),
    y: v.string(),
    d: v.string(),
    kid: v.string(),
  }),
})

type StoredSecrets = v.InferOutput<typeof secretsSchema>

// Fixed, so that every start mints the same keys from the same secret.
const KEYS_ISSUED_AT = Date.UTC(2025, 0, 1) / 1000
const KEYS_EXPIRE_AT = Date.UTC(2050, 0, 1) / 1000

/** Reads secrets.json in the data directory, made on the first start. Settings win over what is stored. */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const stored = await readOrMake(config.dataDir).catch((error: unknown) => {
    throw explainedFolder(error, config.dataDir)
  })
  const jwtSecret = config.jwtSecret ?? stored.jwtSecret
  const anonForms = await keyForms(jwtSecret, 'anon', 'sb_publishable_', config.anonKey)
  const serviceForms = await keyForms(jwtSecret, 'service_role', 'sb_secret_', config.serviceKey)
  const [anonKey = ''] = anonForms
  const [serviceKey = ''] = serviceForms
  const overlap = anonForms.some((key) => serviceForms.includes(key))
  if (overlap) throw new ConfigError('ANON_KEY y SERVICE_KEY no pueden ser la misma clave.')
  return {
    jwtSecret,
    signingKeys: await signingKeys(config, stored),
    anonKey,
    serviceKey,
    anonKeys: anonForms,
    serviceKeys: serviceForms,
  }
}

/** A server that is given keys of its own still verifies what it signed before. */
async function signingKeys(config: Config, { signingKey }: StoredSecrets): Promise<OwnJwk[]> {
  const configured = config.auth.jwtKeys === null ? [] : await parseOwnKeys(config.auth.jwtKeys)
  const made: OwnJwk = { ...signingKey, alg: 'ES256' }
  return [...configured, ...(configured.some(({ kid }) => kid === made.kid) ? [] : [made])]
}

/** A configured key takes the place of the one of its own form; first comes the one to hand out. */
async function keyForms(
  secret: string,
  role: string,
  prefix: string,
  configured: string | null,
): Promise<string[]> {
  const jwtKey = await new SignJWT({ role })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('nana')
    .setIssuedAt(KEYS_ISSUED_AT)
    .setExpirationTime(KEYS_EXPIRE_AT)
    .sign(new TextEncoder().encode(secret))
  const opaqueKey = prefix + createHmac('sha256', secret).update(`nana ${role} key`).digest('base64url')
  if (configured === null) return [jwtKey, opaqueKey]
  const configuredIsJwt = configured.split('.').length === 3
  return [configured, configuredIsJwt ? opaqueKey : jwtKey]
}

async function readOrMake(dataDir: string): Promise<StoredSecrets> {
  const path = join(dataDir, 'secrets.json')
  const existing = readStored(path)
  if (existing !== null) return existing
  makeFolders(dataDir)
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${JSON.stringify(await makeSecrets(), null, 2)}\n`, { mode: 0o600, flush: true })
  try {
    // A link fails when another process was first, where a rename would replace its secrets.
    linkSync(draft, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return readStored(path) ?? readOrMake(dataDir)
}

async function makeSecrets(): Promise<StoredSecrets> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = privateKey.export({ format: 'jwk' })
  // One thing under two names: Node's type of it and the library's.
  const signingKey = { ...jwk, kid: await calculateJwkThumbprint(jwk as JWK) }
  return v.parse(secretsSchema, { jwtSecret: randomBytes(48).toString('base64url'), signingKey })
}

function readStored(path: string): StoredSecrets | null {
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), secretsSchema), content)
  if (parsed.success) return parsed.output
  throw new ConfigError(`${path} está dañado. Recupéralo de una copia: sin él dejan de valer las sesiones.`)
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
