import { resolve } from 'node:path'
import pg from 'pg'
import { type FixedNow, parseFixedNow } from '../../core/time/clock.ts'
import { type AuthSettings, loadAuthSettings } from './auth-settings.ts'
import { loadBackupPassphrase } from './backup-passphrase.ts'
import { type Brand, loadBrand } from './brand.ts'
import { type CopySettings, loadCopySettings } from './copy-settings.ts'
import { ConfigError, type Environment, integer, onOff, text, webAddress } from './environment.ts'
import { loadMailSettings, type MailSettings } from './mail-settings.ts'
import { processesOf } from './processes.ts'
import { loadProxySettings, type ProxySettings } from './proxy-settings.ts'
import { isThisMachine } from './this-machine.ts'

/** Every setting of the server, parsed once. The keys and secrets made on the first start are in secrets.ts. */
export interface Config extends ProxySettings {
  port: number
  host: string
  /** Where alone administrators are answered. Null means that they are answered where everybody is. */
  admin: { host: string; port: number } | null
  /** Where what the server counts can be read. Null means nowhere, and that nothing is counted. */
  metrics: { host: string; port: number } | null
  /** How long a server that is told to end goes on serving, so that callers can be led elsewhere meanwhile. */
  drainSeconds: number
  /** The absolute path of the folder with secrets.json and the embedded database. */
  dataDir: string
  /** Null means the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /** The way around the pooler that `databaseUrl` leads to. Null means that it leads to the database itself. */
  databaseDirectUrl: string | null
  /** A copy of `databaseUrl` that follows it, and is read. Null means that there is none. */
  databaseReplicaUrl: string | null
  /** How many processes serve the port. */
  processes: number
  /** Passwords and data cross a network to get there, unencrypted or to whoever answers. */
  isDatabasePlain: boolean
  /** How long a request waits for one answer of the database before the connection counts as dead. */
  databaseTimeoutSeconds: number
  /** With less room than this on the embedded database's disk, many rows at once are refused. */
  diskReserveBytes: number
  /** The product's clock only, as written in FIXED_NOW; null: real clock. */
  fixedNow: string | null
  /** The public address without a trailing slash. Tokens name it as issuer, and links begin with it. */
  siteUrl: string
  /** Somebody has set `siteUrl`. Else it is where the server listens, which may be elsewhere the next time. */
  isSiteUrlSet: boolean
  /**
   * The secret that signs API keys and that other keys are derived from. Null means the one made on the first start and
   * kept in `dataDir`.
   */
  jwtSecret: string | null
  /** Seals the secrets of second factors. Null means the one kept in `dataDir`. */
  factorKey: string | null
  anonKey: string | null
  serviceKey: string | null
  /**
   * The other project that the app talks to; this server then only serves files. Null means that this server has the
   * data.
   */
  hosted: { url: string; anonKey: string } | null
  mail: MailSettings
  /** How long the security log keeps an event. */
  securityLogDays: number
  /**
   * Whether there is a database already: a start that doesn't find it is refused then. Null means that it is refused
   * where something says that there was one.
   */
  dataExpected: boolean | null
  copies: CopySettings
  /** What copies are encrypted with. Null means that they are not. */
  backupPassphrase: string | null
  auth: AuthSettings
  brand: Brand
}

/** Reads the settings from the environment, and brand.json. Throws ConfigError, or what is wrong with brand.json. */
export function loadConfig(env: Environment): Config {
  const host = text(env, 'HOST') ?? '127.0.0.1'
  const port = integer(env, 'PORT', 8000, 0, 65535)
  const brand = loadBrand()
  const dataDir = resolve(text(env, 'DATA_DIR') ?? defaultDataDir())
  const project = hosted(env)
  const admin = ownAddress(env, 'ADMIN', [['PORT', port]])
  const database = databaseAddress(env, 'DATABASE_URL')
  const direct = besideDatabaseUrl(env, 'DATABASE_DIRECT_URL')
  const replica = besideDatabaseUrl(env, 'DATABASE_REPLICA_URL')
  return {
    port,
    host,
    admin,
    metrics: ownAddress(env, 'METRICS', [
      ['PORT', port],
      ['ADMIN_PORT', admin?.port ?? 0],
    ]),
    drainSeconds: integer(env, 'DRAIN_SECONDS', 0, 0, 300),
    dataDir,
    databaseUrl: database,
    databaseDirectUrl: direct,
    databaseReplicaUrl: replica,
    processes: processesOf(env),
    isDatabasePlain: [database, direct, replica].some((url) => url !== null && crossesNetworkPlainly(url)),
    // Longer than the table API lets a statement run (8 s), so that PostgreSQL's own refusal comes first.
    databaseTimeoutSeconds: integer(env, 'DATABASE_TIMEOUT', 12, 1, 600),
    diskReserveBytes: integer(env, 'DISK_RESERVE_MB', 512, 0, 100_000_000) * 1024 * 1024,
    fixedNow: fixedNow(env),
    siteUrl: webAddress(env, 'SITE_URL') ?? addressOf(host, port),
    isSiteUrlSet: text(env, 'SITE_URL') !== null,
    jwtSecret: longSecret(env, 'JWT_SECRET'),
    factorKey: longSecret(env, 'FACTOR_KEY'),
    anonKey: text(env, 'ANON_KEY'),
    serviceKey: longSecret(env, 'SERVICE_KEY'),
    hosted: project,
    mail: loadMailSettings(env, brand),
    ...loadProxySettings(env),
    securityLogDays: integer(env, 'SECURITY_LOG_DAYS', 90, 7, 3650),
    dataExpected: text(env, 'DATA_EXPECTED') === null ? null : onOff(env, 'DATA_EXPECTED', false),
    copies: loadCopySettings(env, dataDir, project !== null),
    backupPassphrase: loadBackupPassphrase(env),
    auth: loadAuthSettings(env),
    brand,
  }
}

/** Answers where the auth API is reached from outside. Tokens name it as issuer. */
export function authAddress({ siteUrl, auth }: Pick<Config, 'siteUrl' | 'auth'>): string {
  return auth.atRoot ? siteUrl : `${siteUrl}/auth/v1`
}

/** Answers the address that a browser on this machine would use. A wildcard host is reached as localhost. */
export function addressOf(host: string, port: number): string {
  const wildcard = host === '0.0.0.0' || host === '::'
  const name = wildcard ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** Parses FIXED_NOW. Null means the real clock; `loadConfig` has refused malformed values before. */
export function parsedFixedNow(config: Config): FixedNow | null {
  if (config.fixedNow === null) return null
  const parsed = parseFixedNow(config.fixedNow)
  return parsed.kind === 'malformed' ? null : parsed
}

function defaultDataDir(): string {
  // As root, the embedded database runs as another user, who must be able to reach the folder. A checkout may lie below
  // a folder that only root may enter.
  return process.getuid?.() === 0 ? '/var/lib/nana' : './data'
}

/** Where something is answered that isn't everybody's, or null. @param taken the names and numbers of other ports. */
function ownAddress(
  env: Environment,
  name: 'ADMIN' | 'METRICS',
  taken: readonly (readonly [name: string, port: number])[],
): { host: string; port: number } | null {
  if (text(env, `${name}_PORT`) === null) {
    if (text(env, `${name}_HOST`) !== null) throw new ConfigError(`${name}_HOST no vale sin ${name}_PORT.`)
    return null
  }
  const port = integer(env, `${name}_PORT`, 0, 0, 65535)
  const other = taken.find(([, number]) => port !== 0 && number === port)
  if (other !== undefined) throw new ConfigError(`${name}_PORT=${port} no vale: ya es ${other[0]}.`)
  return { host: text(env, `${name}_HOST`) ?? '127.0.0.1', port }
}

function fixedNow(env: Environment): string | null {
  const value = text(env, 'FIXED_NOW')
  if (value === null || parseFixedNow(value).kind !== 'malformed') return value
  throw new ConfigError(
    `FIXED_NOW=${value} no vale: escribe una fecha (2025-08-11) o una fecha con hora de Madrid (2025-08-11T16:20).`,
  )
}

function databaseAddress(env: Environment, name: string): string | null {
  const value = text(env, name)
  const isInsecure = onOff(env, 'DATABASE_INSECURE', false)
  if (value === null) return null
  // The messages must not repeat the value, which may hold a password.
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new ConfigError(
      `${name} no vale: debe ser una dirección postgres:// o postgresql://, como postgres://usuario:clave@servidor/base.`,
    )
  }
  if (isInsecure || !crossesNetworkPlainly(value)) return value
  throw new ConfigError(
    `${name} llevaría la clave y los datos de las familias sin cifrar, o sin comprobar quién contesta, hasta otra máquina. Añádele «?sslmode=verify-full», o pon DATABASE_INSECURE=on si esa red es solo tuya.`,
  )
}

/** Another way to the database of DATABASE_URL, or to a copy of it. */
function besideDatabaseUrl(env: Environment, name: string): string | null {
  const value = databaseAddress(env, name)
  if (value === null || text(env, 'DATABASE_URL') !== null) return value
  throw new ConfigError(
    `${name} necesita DATABASE_URL: la base de datos que viene con Nana no tiene otro camino.`,
  )
}

/** The database's own client says what it would do with the address: its options have many forms. */
function crossesNetworkPlainly(databaseUrl: string): boolean {
  const { host, ssl }: { host: string; ssl: unknown } = new pg.Client(databaseUrl)
  // A host that begins with a slash is the folder of a socket.
  // Encrypted for whoever answers is as good as not at all.
  const isUnverified = ssl instanceof Object && Reflect.get(ssl, 'rejectUnauthorized') === false
  return (!ssl || isUnverified) && !host.startsWith('/') && !isThisMachine(host)
}

function longSecret(env: Environment, name: string): string | null {
  const value = text(env, name)
  if (value === null || Buffer.byteLength(value) >= 32) return value
  throw new ConfigError(`${name} no vale: debe tener al menos 32 caracteres.`)
}

function hosted(env: Environment): Config['hosted'] {
  const url = webAddress(env, 'SUPABASE_URL')
  const anonKey = text(env, 'SUPABASE_ANON_KEY')
  if (url === null && anonKey === null) return null
  if (url !== null && anonKey !== null) return { url, anonKey }
  throw new ConfigError('SUPABASE_URL y SUPABASE_ANON_KEY van juntas: falta una de las dos.')
}
