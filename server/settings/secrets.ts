import { createHash, createHmac, generateKeyPairSync, hkdfSync, randomBytes } from 'node:crypto'
import {
  closeSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { calculateJwkThumbprint, type JWK, SignJWT } from 'jose'
import * as v from 'valibot'
import type { Config } from './config.ts'
import { explainedFolder, makeFolders, ownerAt, secretsFile } from './data-dir.ts'
import { ConfigError } from './environment.ts'
import { type OwnJwk, parseOwnKeys } from './own-keys.ts'

export interface Secrets {
  jwtSecret: string
  /** Seals the secrets of second factors. It is no other key's, so that those can change and no factor is lost. */
  factorKey: Buffer
  /**
   * The first key signs access tokens, and all of them verify. The key made on the first start is always among them.
   */
  signingKeys: OwnJwk[]
  /** The public key that the command `keys` prints and the app uses. */
  anonKey: string
  serviceKey: string
  /** Every key that is accepted: as a JWT and in the short opaque form, or the one that the settings name. */
  anonKeys: readonly string[]
  serviceKeys: readonly string[]
}

const FACTOR_KEY = /^[\w-]{43}$/
const keyVersion = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1)

const secretsSchema = v.object({
  jwtSecret: v.pipe(v.string(), v.minBytes(32)),
  /** Missing in a file of an older server, which sealed factors with a key derived from its JWT secret. */
  factorKey: v.optional(v.pipe(v.string(), v.regex(FACTOR_KEY))),
  anonVersion: keyVersion,
  serviceVersion: keyVersion,
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

/** Which of all the keys that follow from the JWT secret counts for each role: those before were taken back. */
export type KeyVersions = Pick<StoredSecrets, 'anonVersion' | 'serviceVersion'>

/** Only API keys name this issuer: access tokens name an address. */
export const KEY_ISSUER = 'nana'

// The times are fixed, so that every start makes the same keys from the same secret.
const KEYS_ISSUED_AT = Date.UTC(2025, 0, 1) / 1000
const KEYS_EXPIRE_AT = Date.UTC(2050, 0, 1) / 1000

/**
 * Reads secrets.json in the data directory, and makes it on the first start. Settings take precedence over what is
 * stored. `versions` count where the file couldn't be told of them. Throws ConfigError, or why the folder can't be
 * used.
 */
export async function loadSecrets(config: Config, versions?: KeyVersions): Promise<Secrets> {
  const stored = await inItsFolder(config, () => readOrMake(config))
  const { anonVersion, serviceVersion } = later(stored, versions ?? stored)
  const jwtSecret = config.jwtSecret ?? stored.jwtSecret
  const anonForms = await keyForms(jwtSecret, ANON, anonVersion, config.anonKey)
  const serviceForms = await keyForms(jwtSecret, SERVICE, serviceVersion, config.serviceKey)
  const [anonKey = ''] = anonForms
  const [serviceKey = ''] = serviceForms
  const overlap = anonForms.some((key) => serviceForms.includes(key))
  if (overlap) throw new ConfigError('ANON_KEY y SERVICE_KEY no pueden ser la misma clave.')
  return {
    jwtSecret,
    factorKey: factorKey(config, stored),
    signingKeys: await signingKeys(config, stored),
    anonKey,
    serviceKey,
    anonKeys: anonForms,
    serviceKeys: serviceForms,
  }
}

export async function storedKeyVersions(config: Config): Promise<KeyVersions> {
  const { anonVersion, serviceVersion } = await readOrMake(config)
  return { anonVersion, serviceVersion }
}

/** Whether the file of secrets is there. Where it is missing, `loadSecrets` would make another one. */
export function hasSecrets({ dataDir }: Config): boolean {
  return readStored(secretsFile(dataDir)) !== null
}

function later(one: KeyVersions, other: KeyVersions): KeyVersions {
  return {
    anonVersion: Math.max(one.anonVersion, other.anonVersion),
    serviceVersion: Math.max(one.serviceVersion, other.serviceVersion),
  }
}

/** Keeps the versions that are valid from now on. None is ever taken back to an older one. */
export async function storeKeyVersions(config: Config, versions: KeyVersions): Promise<void> {
  const stored = await readOrMake(config)
  const { anonVersion, serviceVersion } = later(stored, versions)
  if (anonVersion === stored.anonVersion && serviceVersion === stored.serviceVersion) return
  await inItsFolder(config, () => replaceStored(config, { ...stored, anonVersion, serviceVersion }))
}

/**
 * Gives the file of an older server a factor key: the one that its factors are sealed with. Only the server does so,
 * because a command may be typed without the JWT_SECRET that the server has. Servers that do so at once write the same.
 */
export async function keepFactorKey(config: Config): Promise<void> {
  const stored = await inItsFolder(config, () => readOrMake(config))
  if (stored.factorKey !== undefined) return
  const factorKey = derivedFactorKey(config.jwtSecret ?? stored.jwtSecret)
  await inItsFolder(config, () => replaceStored(config, { ...stored, factorKey }))
}

/** The file of secrets as it was before a change, beside the present one until it is known which of them counts. */
export interface SecretsBefore {
  /** Where it lies. */
  path: string
  putBack: () => Promise<void>
  remove: () => Promise<void>
}

/** Keeps the file of secrets as it is now, in place of any that was kept before. */
export async function keepSecretsBefore(config: Config): Promise<SecretsBefore> {
  await readOrMake(config)
  const file = secretsFile(config.dataDir)
  const path = `${file}.antes`
  const remove = () => inItsFolder(config, () => rmSync(path, { force: true }))
  await remove()
  await inItsFolder(config, () => linkSync(file, path))
  return { path, putBack: () => inItsFolder(config, () => renameSync(path, file)), remove }
}

/** Makes another JWT secret and another signing key. Nothing that was signed or derived before counts any more. */
export async function storeNewJwtSecret(config: Config): Promise<void> {
  const stored = await readOrMake(config)
  if (stored.factorKey === undefined) {
    throw new ConfigError(
      'Arranca antes una vez el servidor con esta versión: así no se pierde ningún segundo factor.',
    )
  }
  const { jwtSecret, signingKey } = await makeSecrets(config)
  await inItsFolder(config, () => replaceStored(config, { ...stored, jwtSecret, signingKey }))
}

/** A key that is given is a text of any form, which is stretched to a key's length. */
function factorKey({ factorKey: given, jwtSecret }: Config, stored: StoredSecrets): Buffer {
  const key = given ?? stored.factorKey ?? derivedFactorKey(jwtSecret ?? stored.jwtSecret)
  // What the file of another server holds is the key itself.
  return FACTOR_KEY.test(key) ? Buffer.from(key, 'base64url') : createHash('sha256').update(key).digest()
}

/** The key of servers before factors had one of their own. */
function derivedFactorKey(jwtSecret: string): string {
  return Buffer.from(hkdfSync('sha256', jwtSecret, '', 'nana factor secrets', 32)).toString('base64url')
}

/** Lists the keys for access tokens. A server that is given keys still verifies what its own key has signed before. */
async function signingKeys(config: Config, { signingKey }: StoredSecrets): Promise<OwnJwk[]> {
  const configured = config.auth.jwtKeys === null ? [] : await parseOwnKeys(config.auth.jwtKeys)
  const made: OwnJwk = { ...signingKey, alg: 'ES256' }
  return [...configured, ...(configured.some(({ kid }) => kid === made.kid) ? [] : [made])]
}

interface KeyRole {
  role: 'anon' | 'service_role'
  prefix: string
}
const ANON: KeyRole = { role: 'anon', prefix: 'sb_publishable_' }
const SERVICE: KeyRole = { role: 'service_role', prefix: 'sb_secret_' }

/**
 * Makes both forms of an API key in one version; the first one is handed out. A configured key stands alone: whoever
 * sets one wants the others to end.
 */
async function keyForms(
  secret: string,
  { role, prefix }: KeyRole,
  version: number,
  configured: string | null,
): Promise<string[]> {
  if (configured !== null) return [configured]
  // The first version is what it was before there were any.
  const jwtKey = await new SignJWT({ role, ...(version > 1 && { version }) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(KEY_ISSUER)
    .setIssuedAt(KEYS_ISSUED_AT)
    .setExpirationTime(KEYS_EXPIRE_AT)
    .sign(new TextEncoder().encode(secret))
  const label = version > 1 ? `nana ${role} key ${version}` : `nana ${role} key`
  return [jwtKey, prefix + createHmac('sha256', secret).update(label).digest('base64url')]
}

async function readOrMake(config: Config): Promise<StoredSecrets> {
  const { dataDir } = config
  const path = secretsFile(dataDir)
  const existing = readStored(path)
  if (existing !== null) return existing
  makeFolders(dataDir)
  const draft = writeDraft(path, await makeSecrets(config), dataDir)
  try {
    // Linking fails when another process was first, whereas renaming would replace its secrets.
    linkSync(draft, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return readStored(path) ?? readOrMake(config)
}

async function makeSecrets({ jwtSecret: given }: Config): Promise<StoredSecrets> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = privateKey.export({ format: 'jwk' })
  // Node and the library each have a type of their own for the same JWK.
  const signingKey = { ...jwk, kid: await calculateJwkThumbprint(jwk as JWK) }
  return v.parse(secretsSchema, {
    jwtSecret: randomBytes(48).toString('base64url'),
    // A server that is given its JWT secret may have a new folder at each start, and has to read its factors even so.
    factorKey: given === null ? randomBytes(32).toString('base64url') : derivedFactorKey(given),
    signingKey,
  })
}

/** The file is its owner's, also when an administrator makes or changes it as root: that of what is at `place`. */
function writeDraft(path: string, secrets: StoredSecrets, place: string): string {
  const owner = ownerAt(place)
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`)
    if (owner !== null) fchownSync(file, owner.uid, owner.gid)
    fsyncSync(file)
  } catch (error) {
    rmSync(draft)
    throw error
  } finally {
    closeSync(file)
  }
  return draft
}

function replaceStored({ dataDir }: Config, secrets: StoredSecrets): void {
  const path = secretsFile(dataDir)
  const draft = writeDraft(path, secrets, path)
  try {
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Explains a failure by what is wrong with the folder. */
async function inItsFolder<T>({ dataDir }: Config, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explainedFolder(error, dataDir)
  }
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
