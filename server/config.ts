import { resolve } from 'node:path'
import { type FixedNow, parseFixedNow } from '../core/clock.ts'
import { type AuthSettings, loadAuthSettings } from './auth-settings.ts'
import { type Brand, loadBrand } from './brand.ts'
import { ConfigError, type Environment, integer, text, webAddress } from './environment.ts'
import { loadMailSettings, type MailSettings } from './mail-settings.ts'

/** Every setting of the server, parsed once. Keys and secrets that are made on first start: secrets.ts. */
export interface Config {
  port: number
  host: string
  /** Absolute. Holds secrets.json and the embedded database. */
  dataDir: string
  /** null: embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /** The product's clock only, as written in FIXED_NOW; null: real clock. */
  fixedNow: string | null
  /** Public address without a trailing slash: issuer of tokens, base of links. */
  siteUrl: string
  /** null: made on first start and kept in `dataDir`. */
  jwtSecret: string | null
  anonKey: string | null
  serviceKey: string | null
  /** The other project the app talks to; then this server only serves files. */
  hosted: { url: string; anonKey: string } | null
  mail: MailSettings
  /** Lower case name of the one header believed for the client's address; null: the socket's address. */
  trustedIpHeader: string | null
  auth: AuthSettings
  brand: Brand
}

/** Reads the environment; touches no file but the brand's. Throws ConfigError. */
export function loadConfig(env: Environment): Config {
  const host = text(env, 'HOST') ?? '127.0.0.1'
  const port = integer(env, 'PORT', 8000, 0, 65535)
  const brand = loadBrand()
  return {
    port,
    host,
    dataDir: resolve(text(env, 'DATA_DIR') ?? defaultDataDir()),
    databaseUrl: databaseUrl(env),
    fixedNow: fixedNow(env),
    siteUrl: webAddress(env, 'SITE_URL') ?? addressOf(host, port),
    jwtSecret: jwtSecret(env),
    anonKey: text(env, 'ANON_KEY'),
    serviceKey: text(env, 'SERVICE_KEY'),
    hosted: hosted(env),
    mail: loadMailSettings(env, brand),
    trustedIpHeader: headerName(env, 'TRUSTED_IP_HEADER'),
    auth: loadAuthSettings(env),
    brand,
  }
}

/** Where the auth API is reached from outside: issuer of tokens, base of links. */
export function authAddress({ siteUrl, auth }: Pick<Config, 'siteUrl' | 'auth'>): string {
  return auth.atRoot ? siteUrl : `${siteUrl}/auth/v1`
}

/** The address a browser on this machine would use; a wildcard host is reached as localhost. */
export function addressOf(host: string, port: number): string {
  const wildcard = host === '0.0.0.0' || host === '::'
  const name = wildcard ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** FIXED_NOW as core reads it; only for values that `loadConfig` let through. */
export function parsedFixedNow(config: Config): FixedNow | null {
  if (config.fixedNow === null) return null
  const parsed = parseFixedNow(config.fixedNow)
  return parsed.kind === 'malformed' ? null : parsed
}

function defaultDataDir(): string {
  // An embedded database refuses root and runs as another user, who must be able to reach it:
  // a checkout may lie below a folder only root may enter.
  return process.getuid?.() === 0 ? '/var/lib/nana' : './data'
}

function fixedNow(env: Environment): string | null {
  const value = text(env, 'FIXED_NOW')
  if (value === null || parseFixedNow(value).kind !== 'malformed') return value
  throw new ConfigError(
    `FIXED_NOW=${value} no vale: escribe una fecha (2025-08-11) o una fecha con hora de Madrid (2025-08-11T16:20).`,
  )
}

function databaseUrl(env: Environment): string | null {
  const value = text(env, 'DATABASE_URL')
  if (value === null || (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value))) return value
  // The value may hold a password: it is not repeated.
  throw new ConfigError(
    'DATABASE_URL no vale: debe ser una dirección postgres:// o postgresql://, como postgres://usuario:clave@servidor/base.',
  )
}

function jwtSecret(env: Environment): string | null {
  const value = text(env, 'JWT_SECRET')
  if (value === null || Buffer.byteLength(value) >= 32) return value
  throw new ConfigError('JWT_SECRET no vale: debe tener al menos 32 caracteres.')
}

function hosted(env: Environment): Config['hosted'] {
  const url = webAddress(env, 'SUPABASE_URL')
  const anonKey = text(env, 'SUPABASE_ANON_KEY')
  if (url === null && anonKey === null) return null
  if (url !== null && anonKey !== null) return { url, anonKey }
  throw new ConfigError('SUPABASE_URL y SUPABASE_ANON_KEY van juntas: falta una de las dos.')
}

function headerName(env: Environment, name: string): string | null {
  const value = text(env, name)
  if (value === null || /^[A-Za-z0-9-]+$/.test(value)) return value?.toLowerCase() ?? null
  throw new ConfigError(`${name}=${value} no vale: debe ser el nombre de una cabecera HTTP.`)
}
